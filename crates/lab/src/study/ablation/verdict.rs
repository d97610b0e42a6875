//! What a test says of one comparison.

use crate::stats::{Bounds, Model, Pairs, Sprt};

/// What the verdicts of ablations decide between, in normalized Elo. Wide, so that a hundred games answer for the
/// techniques that matter; what is undecided is small.
pub const BOUNDS: Bounds = Bounds { elo0: 0.0, elo1: 30.0, model: Model::Normalized };

/// The title of a column of verdicts.
pub const VERDICT_TITLE: &str = "SPRT [0, 30]";

/// The verdict on some pairs, with the log-likelihood ratio.
///
/// ```
/// use vernier_lab::{stats::Tally, study::ablation::verdict};
/// assert_eq!(verdict(&Tally([1, 0, 11, 1, 37])), "accepted (+4.72)");
/// ```
pub fn verdict(pairs: &Pairs) -> String {
    let sprt = usual_test();
    format!("{} ({:+.2})", sprt.verdict(pairs), sprt.log_likelihood_ratio(pairs))
}

/// The test by which ablations are judged that name none.
pub fn usual_test() -> Sprt {
    Sprt::usual(BOUNDS)
}
