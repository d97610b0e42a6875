//! Room behind the own center pawns. The more pieces there are to place, the more it is worth.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::spine::forward;
use vernier_chess::{Bitboard, Color, Rank, Role};

/// Safe squares on the four middle files of the own camp; those behind an own pawn count twice.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let pawns = us.pieces[Role::Pawn];
    let ranks = color.rank(Rank::Second).bitboard() | color.rank(Rank::Third) | color.rank(Rank::Fourth);
    let safe = ranks & CENTER_FILES & !pawns & !them.attacks[Role::Pawn];
    let behind = forward(!color, pawns);
    let behind = behind | forward(!color, behind);
    let squares = safe.len() + (safe & behind & !them.attacked).len();
    let pieces = us.all.len().min(weights.space.len() - 1);
    trace.add(&weights.space[pieces], squares as i32)
}

/// The c to f files.
const CENTER_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
