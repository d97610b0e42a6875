//! Rooks on open files and on the seventh rank, and rooks shut in by their own king.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use vernier_chess::{Color, Rank, Role, Square};

/// Every rook by itself.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let seventh = color.rank(Rank::Seventh);
    let worth_raiding = them.pieces[Role::Pawn].meets(seventh.bitboard())
        || color.rank(them.king.rank()) == Rank::Eighth;
    let mut sum = Tapered::ZERO;
    for rook in us.reaches(Role::Rook) {
        let file = rook.square.file().bitboard();
        let half_open = !file.meets(us.pieces[Role::Pawn]);
        let open = half_open && !file.meets(them.pieces[Role::Pawn]);
        let shut_in = !half_open
            && (rook.attacks & us.area).len() <= 3
            && is_behind_king(rook.square, us.king, color);
        sum += trace.add(&weights.rook_on_open_file, open)
            + trace.add(&weights.rook_on_half_open_file, half_open && !open)
            + trace.add(&weights.rook_on_queen_file, file.meets(spine.both(Role::Queen)))
            + trace.add(&weights.rook_on_seventh, worth_raiding && rook.square.rank() == seventh)
            + trace.add(&weights.trapped_rook, shut_in)
            + trace.add(&weights.trapped_rook_for_good, shut_in && us.castling.is_empty());
    }
    sum
}

/// True if the king stands between the rook and the center, both on the first rank.
fn is_behind_king(rook: Square, king: Square, color: Color) -> bool {
    let first = color.rank(Rank::First);
    let (rook_file, king_file) = (rook.file(), king.file());
    rook.rank() == first
        && king.rank() == first
        && (rook_file < king_file) == (king_file.index() < 4)
        && rook_file != king_file
}
