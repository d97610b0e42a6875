//! Pawns among pawns: what weakens them and what holds them together. Depends on the pawns alone.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::spine::{ahead, beside, forward};
use vernier_chess::{Bitboard, Color, Role};

/// Isolated, doubled, backward, connected and scattered pawns.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let pawns = us.pieces[Role::Pawn];
    let neighbor_files = beside(pawns.fill_files());
    let isolated = pawns & !neighbor_files;
    // A pawn none of whose neighbors can ever come to its side, and which cannot step up to them.
    let supportable = beside(pawns | us.ahead);
    let held_back = forward(!color, them.attacks[Role::Pawn] | them.pieces[Role::Pawn]);
    let backward = pawns & !supportable & !isolated & held_back;
    // Nothing of the enemy's stands ahead, so rooks can attack along the file.
    let exposed = pawns & !them.ahead;

    let mut sum = trace.add(&weights.isolated, isolated)
        + trace.add(&weights.isolated_exposed, isolated & exposed)
        + trace.add(&weights.backward, backward)
        + trace.add(&weights.backward_exposed, backward & exposed)
        + trace.add(&weights.doubled, pawns & ahead(!color, pawns))
        + trace.add(&weights.island, islands(pawns))
        + trace.add(&weights.pawn_tension, pawns & us.attacks[Role::Pawn] & them.attacks[Role::Pawn]);
    for square in pawns & beside(pawns) {
        sum += trace.add(&weights.phalanx[color.rank(square.rank())], 1);
    }
    for square in pawns & us.attacks[Role::Pawn] {
        sum += trace.add(&weights.defended[color.rank(square.rank())], 1);
    }
    let candidates = pawns & !us.passed & exposed & !us.ahead & supportable;
    for square in candidates {
        sum += trace.add(&weights.candidate[color.rank(square.rank())], 1);
    }
    sum
}

/// Groups of neighboring files with pawns on them.
fn islands(pawns: Bitboard) -> i32 {
    let files = pawns.fill_files() & vernier_chess::Rank::First;
    (files & !files.east()).len() as i32
}
