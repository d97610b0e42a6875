//! Pawns that no pawn can stop any more: how far they are, what blocks and what supports them.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::spine::{Side, ahead, forward};
use vernier_chess::{Bitboard, Color, Rank, Role, Square};

/// Every passed pawn by itself.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    spine[color].passed.into_iter().map(|pawn| passer(spine, color, pawn, weights, trace)).sum()
}

fn passer(spine: &Spine, color: Color, pawn: Square, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let rank = color.rank(pawn.rank());
    let path = ahead(color, pawn.bitboard());
    let stop_set = forward(color, pawn.bitboard());
    let stop = stop_set.first().unwrap_or(pawn);
    let mut sum = trace.add(&weights.passed[rank], 1)
        + trace.add(&weights.passed_own_king[rank], i32::from(us.king.distance(stop)))
        + trace.add(&weights.passed_enemy_king[rank], i32::from(them.king.distance(stop)));
    if !spine.occupied.meets(stop_set) {
        let unsafe_path = path & (them.attacked | them.all);
        sum += trace.add(&weights.passed_free[rank], 1)
            + trace.add(&weights.passed_safe_path[rank], unsafe_path.is_empty())
            + trace.add(&weights.passed_safe_stop[rank], !unsafe_path.meets(stop_set))
            + trace.add(&weights.passed_defended_stop[rank], us.attacked.meets(stop_set))
            + trace.add(&weights.passed_defended_path[rank], path.is_subset(us.attacked));
    }
    sum + trace.add(&weights.rook_behind_passed, rook_behind(us, color, pawn))
        + trace.add(&weights.enemy_rook_behind_passed, rook_behind(them, color, pawn))
        + trace.add(&weights.unstoppable, is_unstoppable(spine, color, pawn, path))
}

/// True if a rook of that side looks at the pawn from behind.
fn rook_behind(side: &Side, color: Color, pawn: Square) -> bool {
    let behind = ahead(!color, pawn.bitboard());
    behind.meets(side.pieces[Role::Rook])
        && side.reaches(Role::Rook).any(|rook| behind.has(rook.square) && rook.attacks.has(pawn))
}

/// True if the enemy has only its king to stop the pawn, and that king is outside its square.
fn is_unstoppable(spine: &Spine, color: Color, pawn: Square, path: Bitboard) -> bool {
    let (us, them) = (&spine[color], &spine[!color]);
    if them.non_pawn_material().any() || path.meets(us.all) {
        return false;
    }
    let goal = Square::new(pawn.file(), color.rank(Rank::Eighth));
    let steps = path.len() as u8 - u8::from(color.rank(pawn.rank()) == Rank::Second);
    // The king may still take the new queen, with one move more if it is its turn.
    steps + u8::from(spine.turn != color) < them.king.distance(goal)
}
