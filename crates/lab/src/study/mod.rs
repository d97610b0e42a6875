//! Experiments on the engine: suites, ablations, the growth of the tree, and tuning of search parameters.

pub mod ablation;
pub mod rating;
pub mod rating_search;
pub mod spsa;
pub mod spsa_run;
pub mod suite;
