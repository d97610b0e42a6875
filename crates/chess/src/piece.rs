//! What stands on a square.

use crate::Color;
use crate::indexed::indexed_enum;
use crate::name_error::from_letter;
use core::fmt;

indexed_enum! {
    /// What a piece is, whoever owns it.
    pub enum Role,
    /// One entry for each role.
    ByRole, 6 {
        /// Moves forward, captures sideways, promotes.
        Pawn = 0,
        /// Jumps.
        Knight = 1,
        /// Slides along diagonals.
        Bishop = 2,
        /// Slides along files and ranks.
        Rook = 3,
        /// Slides both ways.
        Queen = 4,
        /// The one that must not be lost.
        King = 5,
    }
}

impl Role {
    /// The roles a pawn may promote to, best first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The role of an English piece letter in either case: `p n b r q k`.
    pub const fn from_char(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }

    /// The lower-case letter.
    pub const fn to_char(self) -> char {
        b"pnbrqk"[self as usize] as char
    }

    /// The upper-case letter, as in SAN.
    pub const fn to_upper(self) -> char {
        b"PNBRQK"[self as usize] as char
    }
}

indexed_enum! {
    /// A role with its owner, numbered so that the last bit is the color and the rest the role.
    pub enum Piece,
    /// One entry for each piece.
    ByPiece, 12 {
        /// ♙
        WhitePawn = 0,
        /// ♟
        BlackPawn = 1,
        /// ♘
        WhiteKnight = 2,
        /// ♞
        BlackKnight = 3,
        /// ♗
        WhiteBishop = 4,
        /// ♝
        BlackBishop = 5,
        /// ♖
        WhiteRook = 6,
        /// ♜
        BlackRook = 7,
        /// ♕
        WhiteQueen = 8,
        /// ♛
        BlackQueen = 9,
        /// ♔
        WhiteKing = 10,
        /// ♚
        BlackKing = 11,
    }
}

impl Piece {
    /// The piece of that color and role.
    ///
    /// ```
    /// use vernier_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::new(Color::Black, Role::Rook), Piece::BlackRook);
    /// ```
    #[inline(always)]
    pub const fn new(color: Color, role: Role) -> Self {
        match Self::from_index(role as usize * 2 + color as usize) {
            Some(piece) => piece,
            None => unreachable!(),
        }
    }

    /// Its owner.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// What it is.
    #[inline(always)]
    pub const fn role(self) -> Role {
        match Role::from_index((self as u8 >> 1) as usize) {
            Some(role) => role,
            None => unreachable!(),
        }
    }

    /// The number of its role. Unlike [`Piece::role`] it never becomes a jump that the processor has to guess.
    #[inline(always)]
    pub(crate) const fn role_index(self) -> usize {
        (self as u8 >> 1) as usize
    }

    /// The piece of a FEN letter: upper case is White.
    pub const fn from_char(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_char(letter) {
            Some(role) => Some(Self::new(color, role)),
            None => None,
        }
    }

    /// The FEN letter.
    pub const fn to_char(self) -> char {
        b"PpNnBbRrQqKk"[self as usize] as char
    }

    /// The chess symbol of Unicode.
    pub const fn to_symbol(self) -> char {
        ['♙', '♟', '♘', '♞', '♗', '♝', '♖', '♜', '♕', '♛', '♔', '♚'][self as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

/// The lower-case letter.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

from_letter!(Role, "a role is one of the letters p n b r q k");
from_letter!(Piece, "a piece is one of the letters p n b r q k, in upper case for White");
