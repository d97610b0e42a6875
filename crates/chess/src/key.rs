//! Keys: 64-bit fingerprints of positions, with the numbers of the Polyglot book format.

use crate::polyglot_numbers::NUMBERS;
use crate::{Bitboard, BySquare, Color, File, NameError, Piece, Square, Wing};
use core::fmt;
use core::ops::{BitXor, BitXorAssign};
use core::str::FromStr;

/// A fingerprint of a position or of a part of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Key(pub u64);

/// One row a piece. The rows after the last belong to none and hold zeros, so that an empty square is looked up as any other.
static PIECES: [BySquare<Key>; 16] = piece_keys();

/// Polyglot numbers pieces black pawn, white pawn, black knight ...: ours with the colors swapped.
const fn piece_keys() -> [BySquare<Key>; 16] {
    let mut table = [BySquare([Key(0); 64]); 16];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let kind = piece ^ 1;
        let mut square = 0;
        while square < 64 {
            table[piece].0[square] = Key(NUMBERS[64 * kind + square]);
            square += 1;
        }
        piece += 1;
    }
    table
}

impl Key {
    /// Counted when White is to move.
    pub(crate) const WHITE_TO_MOVE: Self = Self(NUMBERS[780]);

    #[inline(always)]
    pub(crate) fn piece(piece: Piece, square: Square) -> Self {
        PIECES[piece as usize][square]
    }

    /// The key of what stands on a square; nothing if nothing does.
    #[inline(always)]
    pub(crate) fn on_square(piece: Option<Piece>, square: Square) -> Self {
        let number = piece.map_or(Piece::COUNT, |piece| piece as usize);
        PIECES[number & 15][square]
    }

    /// A fingerprint of a few sets of squares.
    #[inline(always)]
    pub(crate) fn of_sets<const N: usize>(sets: [Bitboard; N]) -> Self {
        // Odd multipliers spread the bits, the shift brings the high ones down again.
        let mix = |hash: u64, set: Bitboard| {
            let hash = (hash ^ set.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^ hash >> 29
        };
        Self(sets.into_iter().fold(0x5665_726e_6965_7221, mix).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    /// What a piece's quiet step from one square to another, and the turn passing, change about a position's key.
    /// The same key takes the step back.
    ///
    /// ```
    /// use vernier_chess::{Board, Key, Piece, Square};
    /// let board = Board::start();
    /// let next = board.play(board.parse_uci("g1f3")?);
    /// assert_eq!(board.key() ^ next.key(), Key::step(Piece::WhiteKnight, Square::G1, Square::F3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(piece: Piece, from: Square, to: Square) -> Self {
        Self::piece(piece, from) ^ Self::piece(piece, to) ^ Self::WHITE_TO_MOVE
    }

    #[inline(always)]
    pub(crate) fn castling(color: Color, wing: Wing) -> Self {
        Self(NUMBERS[768 + 2 * color as usize + wing as usize])
    }

    /// The key of the rights of some of one color's rooks.
    #[inline]
    pub(crate) fn castling_rooks(color: Color, king: Square, rooks: Bitboard) -> Self {
        rooks.into_iter().fold(Self(0), |key, rook| key ^ Self::castling(color, Wing::of(king, rook)))
    }

    #[inline(always)]
    pub(crate) fn en_passant(file: File) -> Self {
        Self(NUMBERS[772 + file as usize])
    }
}

impl BitXor for Key {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// Sixteen hexadecimal digits, as `Display` writes them.
impl FromStr for Key {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let is_hexadecimal = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = if is_hexadecimal { u64::from_str_radix(text, 16).ok() } else { None };
        bits.map(Self).ok_or(NameError("a key is sixteen hexadecimal digits"))
    }
}
