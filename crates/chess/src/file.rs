//! The eight files, a to h.

use crate::Bitboard;
use crate::indexed::indexed_enum;
use crate::name_error::from_letter;
use core::fmt;

indexed_enum! {
    /// A column of the board.
    pub enum File,
    /// One entry for each file.
    ByFile, 8 {
        /// The a-file.
        A = 0,
        /// The b-file.
        B = 1,
        /// The c-file.
        C = 2,
        /// The d-file.
        D = 3,
        /// The e-file.
        E = 4,
        /// The f-file.
        F = 5,
        /// The g-file.
        G = 6,
        /// The h-file.
        H = 7,
    }
}

impl File {
    /// The file of a letter, `a` to `h` in either case.
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            lower @ 'a'..='h' => Self::from_index(lower as usize - 'a' as usize),
            _ => None,
        }
    }

    /// The lower-case letter.
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The squares of the file.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self as u8)
    }

    /// The files beside this one, as squares.
    pub const fn neighbors(self) -> Bitboard {
        let file = self.bitboard();
        Bitboard(file.west().0 | file.east().0)
    }

    /// Mirrored left to right: a becomes h.
    #[inline(always)]
    pub const fn flip(self) -> Self {
        Self::ALL[7 - self as usize]
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

from_letter!(File, "a file is a letter from a to h");
