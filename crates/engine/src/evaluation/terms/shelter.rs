//! The pawns in front of the king, its own and those that come for it.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::spine::{Side, ahead};
use vernier_chess::{Bitboard, Color, File, Rank, Role, Square};

/// Looks at the king's file and its neighbors; at the edge of the board at the three outermost files.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let own_rank = us.king.rank().bitboard();
    let in_front = own_rank | ahead(color, own_rank);
    let own = us.pieces[Role::Pawn] & in_front & !them.attacks[Role::Pawn];
    let enemy = them.pieces[Role::Pawn] & in_front;
    let center = us.king.file().index().clamp(File::B.index(), File::G.index());
    let mut sum = trace.add(&weights.may_castle, us.castling)
        + trace.add(&weights.uncastled_king[us.king.file()], is_uncastled(us, color));
    for file in [center - 1, center, center + 1] {
        let squares = File::ALL[file].bitboard();
        let guard = nearest(color, own & squares);
        let attacker = nearest(color, enemy & squares);
        let from_edge = file.min(7 - file);
        sum += trace.add(&weights.shelter[from_edge][guard], 1);
        let blocked = guard != Rank::First && attacker.index() == guard.index() + 1;
        let storm = if blocked { &weights.blocked_storm } else { &weights.storm[from_edge] };
        sum += trace.add(&storm[attacker], 1);
    }
    sum
}

/// True for a king on its first rank with an own rook between it and the nearer edge, where castling leaves none.
fn is_uncastled(us: &Side, color: Color) -> bool {
    let king = us.king.bitboard();
    // The squares numbered below or above the king's.
    let outside = if us.king.file() < File::E { king.0 - 1 } else { !(king.0 | (king.0 - 1)) };
    let rooks = us.pieces[Role::Rook] & us.king.rank();
    color.rank(us.king.rank()) == Rank::First && rooks.meets(Bitboard(outside))
}

/// The rank of the pawn nearest to the own first rank, as the color sees it; the first rank if there is none.
#[inline(always)]
fn nearest(color: Color, pawns: Bitboard) -> Rank {
    // Without pawns both counts are 64, which is a1 again. No branch: what comes next is hard to predict.
    let square = match color {
        Color::White => pawns.0.trailing_zeros(),
        Color::Black => pawns.0.leading_zeros(),
    };
    Square::masked(square as u8).rank()
}
