//! Any arrangement of pieces, sensible or not.

use crate::{BySquare, Castling, Color, Piece, Square};

/// An arrangement of pieces with everything a FEN tells: what a parser or an editor holds before anyone has asked
/// whether it is a chess position. `Board::try_from(setup)` is the one door to a [`Board`](crate::Board).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// What stands where.
    pub pieces: BySquare<Option<Piece>>,
    /// Who is to move.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling: Castling,
    /// The square a pawn has just jumped over.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Counted from one, up after each move of Black.
    pub fullmove_number: u32,
}

impl Setup {
    /// No pieces, White to move.
    pub const EMPTY: Self = Self {
        pieces: BySquare([None; 64]),
        turn: Color::White,
        castling: Castling::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
}
