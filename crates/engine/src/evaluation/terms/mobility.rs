//! How many squares each piece can go to without losing itself to a pawn.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use vernier_chess::{Color, Role};

/// Looks each count of squares up in the table of the role.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, us: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, mut sum) = (&spine[us], Tapered::ZERO);
    let tables: [(Role, &[Tapered]); 4] = [
        (Role::Knight, &weights.knight_mobility),
        (Role::Bishop, &weights.bishop_mobility),
        (Role::Rook, &weights.rook_mobility),
        (Role::Queen, &weights.queen_mobility),
    ];
    for (role, table) in tables {
        for reach in us.reaches(role) {
            let squares = (reach.attacks & us.area).len();
            sum += trace.add(&table[squares.min(table.len() - 1)], 1);
        }
    }
    sum
}
