//! Weights of the hand-written evaluation from games.
//!
//! The evaluation itself says how often each weight counts in a position; nothing about it is written down twice. The
//! tuner then looks for the weights under which evaluations foretell best how games ended.

mod dataset;
mod fit;

pub use dataset::{Dataset, LoadError, Lot, Split, Target, load};
pub use fit::{Fit, Settings, expected, round, start};
