//! Experiments on the engine: suites, ablations, the growth of the tree, and tuning of search parameters.

pub mod ablation;
pub mod rating;
pub mod spsa;
pub mod suite;
