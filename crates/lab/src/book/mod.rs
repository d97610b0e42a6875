//! Opening books made by analysis: growing them, and checking where games leave them.

mod analyst;
pub mod exits;
mod graph;
pub mod grow;
mod notes;
mod playout;

pub use graph::Taste;
pub use notes::Method;

use crate::store::whole_file;
use std::fmt;
use std::path::{Path, PathBuf};
use vernier_chess::polyglot::Entry;

/// Why a book cannot be made.
#[derive(Debug)]
pub enum BookError {
    /// Nothing is left that a book could hold.
    Empty,
    /// The notes cannot be used.
    Notes(String),
    /// A file cannot be written.
    Write(PathBuf, std::io::Error),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "no move is left for the book"),
            Self::Notes(text) => f.write_str(text),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for BookError {}

/// Writes a book whole or not at all, and says how many entries it has.
fn write(path: &Path, mut entries: Vec<Entry>) -> Result<usize, BookError> {
    if entries.is_empty() {
        return Err(BookError::Empty);
    }
    entries.sort_unstable();
    let bytes: Vec<u8> = entries.iter().copied().flat_map(Entry::to_bytes).collect();
    whole_file::write(path, &bytes).map_err(|error| BookError::Write(path.to_owned(), error))?;
    Ok(entries.len())
}
