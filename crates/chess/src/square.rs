//! The sixty-four squares.

use crate::indexed::indexed_enum;
use crate::{Bitboard, Color, File, Rank};
use core::fmt;
use core::str::FromStr;

indexed_enum! {
    /// A square of the board, numbered rank by rank from a1 = 0 to h8 = 63.
    #[rustfmt::skip]
    #[allow(missing_docs)]
    pub enum Square,
    /// One entry for each square.
    BySquare, 64 {
        A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
        A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
        A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
        A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
        A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
        A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
        A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
        A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
    }
}

impl Square {
    /// The square where a file and a rank cross.
    ///
    /// ```
    /// use vernier_chess::{File, Rank, Square};
    /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
    /// ```
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::masked((rank as u8) << 3 | file as u8)
    }

    /// The square numbered by the low six bits.
    #[inline(always)]
    pub const fn masked(bits: u8) -> Self {
        match Self::from_index((bits & 63) as usize) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        match File::from_index((self as u8 & 7) as usize) {
            Some(file) => file,
            None => unreachable!(),
        }
    }

    /// Its rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        match Rank::from_index((self as u8 >> 3) as usize) {
            Some(rank) => rank,
            None => unreachable!(),
        }
    }

    /// The set of this one square.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// Mirrored top to bottom: a1 becomes a8.
    #[inline(always)]
    pub const fn flip_rank(self) -> Self {
        Self::masked(self as u8 ^ 56)
    }

    /// Mirrored left to right: a1 becomes h1.
    #[inline(always)]
    pub const fn flip_file(self) -> Self {
        Self::masked(self as u8 ^ 7)
    }

    /// The square this many files to the right and ranks up, unless it is off the board.
    ///
    /// ```
    /// use vernier_chess::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Self::from_index((rank * 8 + file) as usize)
    }

    /// The square one step towards the far side, as `color` sees it.
    pub const fn forward(self, color: Color) -> Option<Self> {
        match color {
            Color::White => self.offset(0, 1),
            Color::Black => self.offset(0, -1),
        }
    }

    /// King moves between two squares on an empty board.
    pub const fn distance(self, other: Self) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// True for a1 and all squares of its color.
    pub const fn is_dark(self) -> bool {
        Bitboard::DARK.has(self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// A text that names no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a-h and a digit 1-8")
    }
}

impl core::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_char).ok_or(SquareError)?;
        let rank = chars.next().and_then(Rank::from_char).ok_or(SquareError)?;
        if chars.next().is_some() { Err(SquareError) } else { Ok(Self::new(file, rank)) }
    }
}
