//! Bishops good and bad: hemmed in by own pawns, on a long diagonal, or caught behind enemy lines.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::spine::forward;
use vernier_chess::{Bitboard, Color, File, Rank, Role, Square};

/// Every bishop by itself.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let pawns = us.pieces[Role::Pawn];
    let blocked = pawns & forward(!color, spine.occupied) & CENTER_FILES;
    let mut sum = Tapered::ZERO;
    for bishop in us.reaches(Role::Bishop) {
        let shade = if bishop.square.is_dark() { Bitboard::DARK } else { Bitboard::LIGHT };
        // Blocked center pawns make every pawn on the bishop's color the worse.
        let hindering = (pawns & shade).len() as i32;
        sum += trace.add(&weights.bishop_behind_pawns, hindering * (1 + blocked.len() as i32))
            + trace.add(&weights.bishop_sees_enemy_pawns, (them.pieces[Role::Pawn] & shade).len() as i32)
            + trace.add(&weights.bishop_on_long_diagonal, (bishop.attacks & Bitboard::CENTER).many())
            + trace.add(&weights.trapped_bishop, is_trapped(bishop.square, color, them.pieces[Role::Pawn]));
    }
    sum
}

/// The c to f files.
const CENTER_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// True for a bishop that took a rook's pawn and finds the pawn beside it closing the way back.
fn is_trapped(bishop: Square, color: Color, enemy_pawns: Bitboard) -> bool {
    let gate = match (bishop.file(), color.rank(bishop.rank())) {
        (File::A, Rank::Seventh) => Square::new(File::B, Rank::Sixth),
        (File::H, Rank::Seventh) => Square::new(File::G, Rank::Sixth),
        (File::A, Rank::Sixth) => Square::new(File::B, Rank::Fifth),
        (File::H, Rank::Sixth) => Square::new(File::G, Rank::Fifth),
        _ => return false,
    };
    enemy_pawns.has(color.square(gate))
}
