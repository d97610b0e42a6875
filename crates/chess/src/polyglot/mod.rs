//! Opening books in the Polyglot format: moves with weights, filed under the key of a position.
//!
//! A book is a sorted array of entries of sixteen bytes, most significant byte first. A [`Book`] looks positions up in
//! any bytes; it reads no files. Whatever stands in a book, only legal moves come out of [`Book::moves`], and what is
//! not legal is named. A [`BookBuilder`] writes the format.
//!
//! ```
//! use vernier_chess::Board;
//! use vernier_chess::polyglot::{Book, BookBuilder};
//!
//! let start = Board::start();
//! let mut builder = BookBuilder::new();
//! builder.add(&start, start.parse_san("d4")?, 1);
//! builder.add(&start, start.parse_san("e4")?, 3);
//! let bytes = builder.finish();
//!
//! let book = Book::new(bytes)?;
//! let found = book.moves(&start);
//! assert_eq!(found.moves[0].mv, start.parse_san("e4")?);
//! assert_eq!(found.moves[0].weight, 3);
//! assert!(found.rejected.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
mod builder;
mod entry;
mod survey;

pub use book::{Book, BookError, Found, Weighted};
pub use builder::BookBuilder;
pub use entry::{Entry, EntryError, MoveCode};
pub use survey::Survey;
