//! Castling rights, for standard chess and Chess960 alike.

use crate::indexed::indexed_enum;
use crate::{Bitboard, Color, File, Rank, Square};

indexed_enum! {
    /// The wing a king castles to.
    pub enum Wing,
    /// One entry for each wing.
    ByWing, 2 {
        /// Towards the h-file; the king ends on g.
        King = 0,
        /// Towards the a-file; the king ends on c.
        Queen = 1,
    }
}

impl Wing {
    /// The file on which the king ends.
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The file on which the rook ends.
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }

    /// The file where the board ends on that wing.
    pub(crate) const fn edge_file(self) -> File {
        match self {
            Self::King => File::H,
            Self::Queen => File::A,
        }
    }

    /// Where the king ends.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        Square::new(self.king_file(), color.rank(Rank::First))
    }

    /// Where the rook ends.
    #[inline(always)]
    pub const fn rook_target(self, color: Color) -> Square {
        Square::new(self.rook_file(), color.rank(Rank::First))
    }

    /// The wing on which a rook stands, seen from its king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::King } else { Self::Queen }
    }
}

/// How castling moves and rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// `e1g1`, and `KQkq` in a FEN.
    #[default]
    Standard,
    /// `e1h1`, and the files of the rooks in a FEN.
    Chess960,
}

/// Which rooks may still castle: the set of their squares. A king castles towards any of them.
///
/// Losing a right is losing a square from the set, so one `and` with the squares a move touches keeps it up to
/// date, in every form of chess.
///
/// ```
/// use vernier_chess::{Board, Color, Square, Wing};
/// let rights = Board::start().castling();
/// assert_eq!(rights.rooks().len(), 4);
/// assert_eq!(Board::start().castling_rook(Color::Black, Wing::Queen), Some(Square::A8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling(pub(crate) Bitboard);

impl Castling {
    /// No castling rights.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// The rooks on those squares may castle. Whether rooks stand there is checked later, by a [`Setup`](crate::Setup).
    pub const fn with_rooks(squares: Bitboard) -> Self {
        Self(squares)
    }

    /// The rooks that may castle.
    #[inline(always)]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// True without any castling right.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0.is_empty()
    }

    /// The two back ranks squeezed into sixteen bits; other squares are dropped.
    #[inline(always)]
    pub(crate) const fn pack(self) -> u16 {
        (self.0.0 & 0xff | self.0.0 >> 48 & 0xff00) as u16
    }

    #[inline(always)]
    pub(crate) const fn unpack(bits: u16) -> Self {
        Self(Bitboard(bits as u64 & 0xff | (bits as u64 & 0xff00) << 48))
    }
}
