//! Weights of the hand-written evaluation from games.
//!
//! The evaluation itself reports how often each weight counts in a position; nothing about it is defined twice. The tuner finds
//! the weights under which evaluations predict best how games end.

mod dataset;
mod fit;

pub use dataset::{Dataset, LoadError, Lot, Split, Target, load};
pub use fit::{Fit, Settings, expected, round, start};
