//! The right to move.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use vernier_chess::Color;

/// Worth something to the side to move.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, us: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    trace.add(&weights.tempo, spine.turn == us)
}
