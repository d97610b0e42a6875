//! What the pieces are worth by themselves.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use vernier_chess::{Color, Role};

/// Counts the pieces.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, us: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .map(|role| trace.add(&weights.material[role], spine[us].pieces[role]))
        .into_iter()
        .sum()
}
