//! Looks positions up in a book.

use super::{Entry, EntryError};
use crate::{Board, Key, Move};
use alloc::vec::Vec;
use core::fmt;

/// A book in bytes from anywhere: a slice, a vector, a mapped file. The [module](super) shows how it is used.
///
/// Its order is checked once, so that looking up may rely on it. Bytes after the last whole entry are left alone;
/// [`Book::cut_bytes`] counts them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book<B> {
    bytes: B,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BookError {
    /// There is not one whole entry.
    TooShort(usize),
    /// The key of this entry, counted from zero, is smaller than the one before.
    Unsorted(usize),
}

/// What a book says about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The legal moves, in the order of the book.
    pub moves: Vec<Weighted>,
    /// Entries that are not legal moves or are repeated, and why they were left out.
    pub rejected: Vec<(Entry, EntryError)>,
}

/// A legal move with its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighted {
    /// The move.
    pub mv: Move,
    /// How often it should be played, beside the other moves.
    pub weight: u16,
    /// What an engine has learned about it.
    pub learn: u32,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Takes bytes for a book, if they are one.
    pub fn new(bytes: B) -> Result<Self, BookError> {
        let book = Self { bytes };
        let entries = book.raw();
        if entries.is_empty() {
            return Err(BookError::TooShort(book.bytes.as_ref().len()));
        }
        match entries.array_windows().position(|[first, second]| key(first) > key(second)) {
            Some(index) => Err(BookError::Unsorted(index + 1)),
            None => Ok(book),
        }
    }

    fn raw(&self) -> &[[u8; Entry::SIZE]] {
        self.bytes.as_ref().as_chunks().0
    }

    /// How many entries there are; never none.
    #[expect(clippy::len_without_is_empty, reason = "a book without entries is not made")]
    pub fn len(&self) -> usize {
        self.raw().len()
    }

    /// How many bytes follow the last whole entry. In a sound book there are none.
    pub fn cut_bytes(&self) -> usize {
        self.bytes.as_ref().len() % Entry::SIZE
    }

    /// Every entry, in order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> {
        self.raw().iter().map(Entry::from_bytes)
    }

    /// The entries of one position, found by halving.
    pub fn entries_of(&self, wanted: Key) -> impl ExactSizeIterator<Item = Entry> {
        let entries = self.raw();
        let first = entries.partition_point(|entry| key(entry) < wanted);
        let count = entries[first..].partition_point(|entry| key(entry) == wanted);
        entries[first..first + count].iter().map(Entry::from_bytes)
    }

    /// What the book says about a position: its legal moves, and the entries that are none.
    pub fn moves(&self, board: &Board) -> Found {
        let mut found = Found::default();
        for entry in self.entries_of(board.polyglot_key()) {
            match entry.code.on(board) {
                Ok(mv) if found.moves.iter().any(|other| other.mv == mv) => {
                    found.rejected.push((entry, EntryError::Repeated(mv)));
                }
                Ok(mv) => found.moves.push(Weighted { mv, weight: entry.weight, learn: entry.learn }),
                Err(error) => found.rejected.push((entry, error)),
            }
        }
        found
    }
}

/// The key of an entry: the only part that looking up needs.
fn key(entry: &[u8; Entry::SIZE]) -> Key {
    Entry::from_bytes(entry).key
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort(bytes) => write!(f, "no Polyglot book: {bytes} bytes hold no entry of 16 bytes"),
            Self::Unsorted(index) => write!(f, "no Polyglot book: entry {} is out of order", index + 1),
        }
    }
}

impl core::error::Error for BookError {}
