//! The eight ranks, 1 to 8.

use crate::Bitboard;
use crate::indexed::indexed_enum;
use crate::name_error::from_letter;
use core::fmt;

indexed_enum! {
    /// A row of the board, seen from White.
    pub enum Rank,
    /// One entry for each rank.
    ByRank, 8 {
        /// Rank 1.
        First = 0,
        /// Rank 2.
        Second = 1,
        /// Rank 3.
        Third = 2,
        /// Rank 4.
        Fourth = 3,
        /// Rank 5.
        Fifth = 4,
        /// Rank 6.
        Sixth = 5,
        /// Rank 7.
        Seventh = 6,
        /// Rank 8.
        Eighth = 7,
    }
}

impl Rank {
    /// The rank of a digit, `1` to `8`.
    pub const fn from_char(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Self::from_index(digit as usize - '1' as usize),
            _ => None,
        }
    }

    /// The digit.
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The squares of the rank.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
    }

    /// Mirrored top to bottom: the first becomes the eighth.
    #[inline(always)]
    pub const fn flip(self) -> Self {
        match self {
            Self::First => Self::Eighth,
            Self::Second => Self::Seventh,
            Self::Third => Self::Sixth,
            Self::Fourth => Self::Fifth,
            Self::Fifth => Self::Fourth,
            Self::Sixth => Self::Third,
            Self::Seventh => Self::Second,
            Self::Eighth => Self::First,
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

from_letter!(Rank, "a rank is a digit from 1 to 8");
