//! Any arrangement of pieces, sensible or not.

use crate::placement::Placement;
use crate::{BySquare, Castling, Color, Piece, Square, Wing};

/// An arrangement of pieces with everything in a FEN: what a parser or an editor holds before anyone has asked
/// whether it is a chess position. [`Setup::validate`] is the one door to a [`Board`](crate::Board).
///
/// ```
/// use vernier_chess::{Board, Color, Piece, Setup, Square};
/// let mut setup = Setup::EMPTY;
/// setup.pieces[Square::E1] = Some(Piece::WhiteKing);
/// setup.pieces[Square::E8] = Some(Piece::BlackKing);
/// setup.pieces[Square::A7] = Some(Piece::WhitePawn);
/// let board = Board::try_from(&setup)?;
/// assert_eq!(board.count_moves(), 9);
/// assert_eq!(setup.to_string(), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// The colors exchanged and the board turned upside down.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let pieces = BySquare::from_fn(|square: Square| {
            self.pieces[square.flip_rank()].map(|piece| Piece::new(!piece.color(), piece.role()))
        });
        Self {
            pieces,
            turn: !self.turn,
            castling: Castling::with_rooks(self.castling.rooks().flip_ranks()),
            en_passant: self.en_passant.map(Square::flip_rank),
            ..*self
        }
    }

    /// The rook that `K`, `Q`, `k` or `q` means: the outermost one on that wing of the king, or the corner if
    /// there is none, which makes a right that [`Setup::validate`] does not believe.
    pub fn outermost_rook(&self, color: Color, wing: Wing) -> Square {
        Placement::of(&self.pieces).sets.outermost_rook(color, wing)
    }
}
