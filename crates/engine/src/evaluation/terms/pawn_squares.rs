//! Pawns on their squares. Kept apart from the other pieces because it can be remembered with the pawn structure.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use vernier_chess::{Color, Role};

/// The square each pawn stands on.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, us: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let table = &weights.squares[Role::Pawn];
    spine[us].pieces[Role::Pawn].into_iter().map(|square| trace.add(&table[us.square(square)], 1)).sum()
}
