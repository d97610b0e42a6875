//! One line of a book.

use crate::{Board, Key, Move, Role, Square};
use alloc::string::String;
use core::fmt;

/// One line of a book: a move in a position, and how much it is worth.
///
/// Entries are ordered as a book is: by key, then the heavier move first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The position, by [`Board::polyglot_key`].
    pub key: Key,
    /// The move, not yet known to be legal.
    pub code: MoveCode,
    /// How often it should be played, beside the other moves of the position.
    pub weight: u16,
    /// What an engine has learned about it; most leave this at zero.
    pub learn: u32,
}

/// A move as a book writes it: two squares and a promotion, with castling as the king taking its rook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveCode(pub u16);

/// Why an entry is not a move of its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EntryError {
    /// The promotion bits have no meaning.
    Promotion(u8),
    /// The move is not legal: another position with the same key, or a damaged book.
    Illegal(Square, Square, Option<Role>),
    /// The move stands in the book twice for one position.
    Repeated(Move),
}

impl Entry {
    /// Bytes of an entry in a book.
    pub const SIZE: usize = 16;

    /// Reads an entry.
    pub const fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        let whole = u128::from_be_bytes(*bytes);
        Self {
            key: Key((whole >> 64) as u64),
            code: MoveCode((whole >> 48) as u16),
            weight: (whole >> 32) as u16,
            learn: whole as u32,
        }
    }

    /// Writes an entry.
    pub const fn to_bytes(self) -> [u8; Self::SIZE] {
        let whole = (self.key.0 as u128) << 64
            | (self.code.0 as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        whole.to_be_bytes()
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        let rank = |entry: &Self| (entry.key, core::cmp::Reverse(entry.weight), entry.code, entry.learn);
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// What pawns become, in the order of the format's numbers from one.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl MoveCode {
    /// How a book writes a move.
    pub fn of(mv: Move) -> Self {
        let promotion = mv.promotion().and_then(|role| PROMOTIONS.iter().position(|other| *other == role));
        let promotion = promotion.map_or(0, |index| index as u16 + 1);
        Self(mv.to() as u16 | (mv.from() as u16) << 6 | promotion << 12)
    }

    /// Where the move starts.
    pub const fn from(self) -> Square {
        Square::masked((self.0 >> 6) as u8)
    }

    /// Where it ends; for castling, where the rook stands.
    pub const fn to(self) -> Square {
        Square::masked(self.0 as u8)
    }

    /// What a pawn becomes, or the bits that say nothing.
    pub fn promotion(self) -> Result<Option<Role>, EntryError> {
        match self.0 >> 12 {
            0 => Ok(None),
            number => match PROMOTIONS.get(usize::from(number) - 1) {
                Some(role) => Ok(Some(*role)),
                None => Err(EntryError::Promotion(number as u8)),
            },
        }
    }

    /// The legal move meant on this board. Castling written as the king's own move is understood too.
    pub fn on(self, board: &Board) -> Result<Move, EntryError> {
        let promotion = self.promotion()?;
        board.find_move(self.from(), self.to(), promotion).ok_or(EntryError::Illegal(
            self.from(),
            self.to(),
            promotion,
        ))
    }
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Promotion(bits) => write!(f, "no piece has the number {bits}"),
            Self::Illegal(from, to, role) => {
                write!(
                    f,
                    "{from}{to}{} is not legal",
                    role.map_or(String::new(), |role| role.to_char().into())
                )
            }
            Self::Repeated(mv) => write!(f, "{mv} is there twice"),
        }
    }
}

impl core::error::Error for EntryError {}
