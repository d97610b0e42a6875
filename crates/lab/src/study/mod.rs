//! Experiments on the engine: suites, ablations, the growth of the tree, tuning of search parameters, and how often scores win.

pub mod ablation;
pub mod rating;
pub mod rating_search;
pub mod spsa;
pub mod spsa_run;
pub mod suite;
pub mod win_fit;
