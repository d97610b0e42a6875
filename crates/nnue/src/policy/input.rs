//! What the policy network sees: every piece as the side to move sees it, and whether it is attacked and defended.

use crate::feature::{self, View};
use vernier_chess::{Bitboard, Board, ByColor, Color, Piece, Role, attacks};

/// How many inputs there are: those of [`feature`], four times.
pub const COUNT: usize = 4 * feature::COUNT;

/// The squares that a color attacks, its own pieces' squares included.
pub fn attacked_by(board: &Board, color: Color) -> Bitboard {
    let occupied = board.occupied();
    Role::ALL.into_iter().fold(Bitboard::EMPTY, |all, role| {
        let squares = board.pieces(color, role).into_iter();
        squares.fold(all, |all, square| all | attacks::of(role, color, square, occupied))
    })
}

/// The inputs that are one, at most thirty-two.
///
/// ```
/// use vernier_chess::Board;
/// let board: Board = "8/8/8/4k3/3P4/2P5/1K6/8 b - - 0 1".parse()?;
/// // Black sees its king on e4 and mirrors files, so that it stands on d4: attacked and undefended.
/// assert!(vernier_nnue::policy::input::active(&board).any(|input| input == 768 + 64 * 5 + 27));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn active(board: &Board) -> impl Iterator<Item = usize> {
    let view = View::of(board, board.turn());
    let attacked = ByColor::from_fn(|color| attacked_by(board, color));
    Color::ALL.into_iter().flat_map(move |color| {
        Role::ALL.into_iter().flat_map(move |role| {
            board.pieces(color, role).into_iter().map(move |square| {
                let danger = usize::from(attacked[!color].has(square));
                let guard = usize::from(attacked[color].has(square));
                feature::COUNT * (danger + 2 * guard) + view.feature(Piece::new(color, role), square)
            })
        })
    })
}
