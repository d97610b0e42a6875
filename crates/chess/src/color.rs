//! White and Black.

use crate::indexed::indexed_enum;
use crate::{NameError, Rank, Square};
use core::fmt;
use core::ops::Not;
use core::str::FromStr;

indexed_enum! {
    /// One of the two players.
    pub enum Color,
    /// One entry for each color.
    ByColor, 2 {
        /// Moves first.
        White = 0,
        /// Moves second.
        Black = 1,
    }
}

impl Color {
    /// The color a letter of a FEN names: `w` or `b`.
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self::White),
            'b' => Some(Self::Black),
            _ => None,
        }
    }

    /// `w` or `b`.
    pub const fn to_char(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// A rank as this player sees it: the first rank is where the own pieces start.
    ///
    /// ```
    /// use vernier_chess::{Color, Rank};
    /// assert_eq!(Color::Black.rank(Rank::First), Rank::Eighth);
    /// ```
    #[inline(always)]
    pub const fn rank(self, rank: Rank) -> Rank {
        match self {
            Self::White => rank,
            Self::Black => rank.flip(),
        }
    }

    /// A square as this player sees it: unchanged for White, mirrored top to bottom for Black.
    #[inline(always)]
    pub const fn square(self, square: Square) -> Square {
        match self {
            Self::White => square,
            Self::Black => square.flip_rank(),
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// `White` or `Black`, or the letter of a FEN.
impl FromStr for Color {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        match text {
            "White" | "white" | "w" => Ok(Self::White),
            "Black" | "black" | "b" => Ok(Self::Black),
            _ => Err(NameError("a color is White or Black, or w or b")),
        }
    }
}
