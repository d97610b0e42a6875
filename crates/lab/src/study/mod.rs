//! Experiments on the engine: suites, ablations, the growth of the tree, tuning of search parameters, screenings of changes, and how often scores win.

pub mod ablation;
pub mod proposal;
pub mod rating;
pub mod rating_search;
pub mod screen;
pub mod spsa;
pub mod suite;
pub mod trial_games;
pub mod win_fit;
