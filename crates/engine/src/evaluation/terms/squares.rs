//! Pieces and kings on their squares.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use vernier_chess::{Color, Role};

/// The square each piece but the pawns stands on.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, us: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let mut sum = Tapered::ZERO;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for square in spine[us].pieces[role] {
            sum += trace.add(&weights.squares[role][us.square(square)], 1);
        }
    }
    sum
}
