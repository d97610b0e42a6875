//! What pieces are worth to each other. After Larry Kaufman: knights gain and rooks lose with every pawn on the board,
//! two bishops are more than twice one, and a second rook does less than the first.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use vernier_chess::{Bitboard, Color, Role};

/// Pairs, and pieces counted against the own pawns.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, us: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let pieces = &spine[us].pieces;
    let [pawns, knights, rooks] = [Role::Pawn, Role::Knight, Role::Rook].map(|role| pieces[role].len() as i32);
    let bishops = pieces[Role::Bishop];
    let pair = bishops.meets(Bitboard::LIGHT) && bishops.meets(Bitboard::DARK);
    trace.add(&weights.bishop_pair, pair)
        + trace.add(&weights.knight_with_pawns, knights * (pawns - 5))
        + trace.add(&weights.rook_with_pawns, rooks * (pawns - 5))
        + trace.add(&weights.second_knight, knights > 1)
        + trace.add(&weights.second_rook, rooks > 1)
        + trace.add(&weights.queen_with_rooks, if pieces[Role::Queen].any() { rooks } else { 0 })
}
