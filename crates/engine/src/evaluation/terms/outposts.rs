//! Knights and bishops well placed: on squares no pawn can drive them from, behind a pawn, near their king.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::spine::forward;
use vernier_chess::{Color, Rank, Role};

/// Outposts taken or within reach, pawns as shields, and the distance to the own king.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let ranks = color.rank(Rank::Fourth).bitboard() | color.rank(Rank::Fifth) | color.rank(Rank::Sixth);
    let outposts = ranks & us.attacks[Role::Pawn] & !them.pawn_span;
    let shielded = us.minors() & forward(!color, spine.both(Role::Pawn));
    let mut sum = trace.add(&weights.knight_outpost, outposts & us.pieces[Role::Knight])
        + trace.add(&weights.bishop_outpost, outposts & us.pieces[Role::Bishop])
        + trace.add(&weights.shielded_minor, shielded);
    let reachable = outposts & !us.all;
    for knight in us.reaches(Role::Knight) {
        let heads_there = !outposts.has(knight.square) && knight.attacks.meets(reachable);
        sum += trace.add(&weights.knight_near_outpost, heads_there)
            + trace.add(&weights.knight_from_king, i32::from(knight.square.distance(us.king)));
    }
    for bishop in us.pieces[Role::Bishop] {
        sum += trace.add(&weights.bishop_from_king, i32::from(bishop.distance(us.king)));
    }
    sum
}
