//! The default test of ablations.

use crate::stats::{Bounds, Model, Sprt};

/// What it decides between, in normalized Elo. Wide, so that a hundred games answer for the techniques that matter;
/// what is undecided is small.
const BOUNDS: Bounds = Bounds { elo0: 0.0, elo1: 30.0, model: Model::Normalized };

/// The usual test.
pub fn usual_test() -> Sprt {
    Sprt::usual(BOUNDS)
}
