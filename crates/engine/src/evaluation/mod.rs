//! The hand-written evaluation.
//!
//! A position becomes a [`Spine`]: every attack map, span and ring, computed once. The terms in `terms/` read the spine
//! and count [`Weights`]; their sum is blended by [`Phase`] and [`Scale`]. The same code serves three readers, which differ
//! in their trace: [`HandcraftedEval`] plays, [`explain`] shows, [`coefficients`] feeds the tuner.
//!
//! Nothing here knows about search.

mod breakdown;
mod coefficients;
mod danger;
mod experiments;
mod handcrafted;
mod kpk;
mod moves;
mod phase;
mod scale;
mod shape;
mod spine;
mod tapered;
mod terms;
#[cfg(test)]
mod tests;
mod trace;
mod weights;
mod weights_file;

pub use breakdown::{Breakdown, Line};
pub use coefficients::{Coefficient, Coefficients, RealWeights};
pub use handcrafted::HandcraftedEval;
pub use phase::{Phase, Scale};
pub use shape::{Picture, Weight};
pub use spine::{Reach, Side, Spine};
pub use tapered::Tapered;
pub use terms::Term;
pub use trace::{Count, Trace};
pub use weights::Weights;
pub use weights_file::{WeightsError, WeightsFileError};

use crate::{Parameters, Score};
use vernier_chess::{Board, Color};

/// The table of terms for a position, with the built-in weights.
///
/// ```
/// use vernier_chess::Board;
/// let breakdown = vernier_engine::evaluation::explain(&Board::start());
/// println!("{breakdown}");
/// assert_eq!(breakdown.phase.0, 24);
/// ```
pub fn explain(board: &Board) -> Breakdown {
    explain_with(board, &Weights::DEFAULT)
}

/// The table of terms for a position, with other weights.
pub fn explain_with(board: &Board, weights: &Weights) -> Breakdown {
    let mut explainer = breakdown::Explainer::default();
    evaluate(board, weights, &mut explainer);
    explainer.breakdown
}

impl Weights {
    /// These weights as a search with those parameters counts them: the experiments that are switched on have theirs.
    #[must_use]
    pub fn with_experiments(&self, parameters: &Parameters) -> Self {
        experiments::Experiments::of(parameters).applied_to(self)
    }
}

/// The evaluation of a position as a formula of the weights.
pub fn coefficients(board: &Board, weights: &Weights) -> Coefficients {
    let mut counter = coefficients::Counter::new(weights);
    evaluate(board, weights, &mut counter);
    counter.finish()
}

/// The value, to the side to move, of a position in which one side has only its king; none for others. Which of these
/// endings are drawn is known, and how to win the rest.
#[inline]
pub fn against_bare_king(board: &Board) -> Option<Score> {
    let is_bare = |color| board.color(color).single().is_some();
    if !is_bare(Color::White) && !is_bare(Color::Black) {
        return None;
    }
    let white = evaluate(board, &Weights::DEFAULT, &mut ());
    Some(Score(if board.turn() == Color::White { white } else { -white }).clamp_evaluation())
}

/// Evaluates a position from scratch, from White's view.
fn evaluate(board: &Board, weights: &Weights, trace: &mut impl Trace) -> i32 {
    let spine = Spine::of(board);
    let pawns = terms::of_pawns(&spine, weights, trace);
    judge(&spine, weights, pawns, trace)
}

/// Adds the other terms to those of the pawns and blends the sum, from White's view.
#[inline(always)]
fn judge(spine: &Spine, weights: &Weights, pawns: Tapered, trace: &mut impl Trace) -> i32 {
    let sum = pawns + terms::of_everything(spine, weights, trace);
    let (phase, scale) = (Phase::of(spine), scale::scale(spine, sum));
    let score = phase::blend(sum, phase, scale);
    trace.blended(sum, phase, scale, score);
    score
}
