//! Portable game notation: games with tags, comments and variations as text.
//!
//! A [`Reader`] takes games one at a time from anything that buffers bytes; it does no I/O of its own and needs no
//! more memory than one game, whatever is in the file. It is an iterator of [`GameTree`]s; for big files,
//! [`Reader::read`] passes what it finds to a [`Visitor`] and keeps nothing. A damaged game is an [`Error`] that says
//! where, and reading continues with the next game. A [`GameTree`] is written by its `Display`, and reads back
//! identically.
//!
//! ```
//! use vernier_chess::pgn::Reader;
//! let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 (1. c4 {English}) d5 1-0\n";
//! let mut games = Reader::new(text.as_bytes());
//! let error = games.next().unwrap().unwrap_err();
//! assert_eq!(error.to_string(), "game 1, line 3, column 13 (byte 25): Ke3: no legal move fits");
//! let game = games.next().unwrap()?;
//! assert_eq!(game.tags.get("White"), Some("B"));
//! assert_eq!(game.mainline().count(), 2);
//! assert!(games.next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod comment;
mod date;
#[cfg(feature = "std")]
mod error;
#[cfg(feature = "std")]
mod lexer;
#[cfg(feature = "std")]
mod movetext;
mod nag;
#[cfg(feature = "std")]
mod parallel;
#[cfg(feature = "std")]
mod pass;
#[cfg(feature = "std")]
mod reader;
mod result;
#[cfg(feature = "std")]
#[cfg(feature = "std")]
mod source;
#[cfg(feature = "std")]
mod swar;
mod tags;
mod track;
mod tree;
mod visitor;
mod writer;

pub use builder::TreeBuilder;
pub use comment::Comment;
pub use date::date;
#[cfg(feature = "std")]
pub use error::{Error, ErrorKind, Part};
pub use nag::Nag;
#[cfg(feature = "std")]
pub use parallel::{Parallel, read_parallel};
#[cfg(feature = "std")]
pub use reader::{Limits, Reader};
pub use result::{parse_result, result_text};
#[cfg(feature = "std")]
pub use source::Location;
pub use tags::{TagIter, TagNameError, Tags};
pub use tree::{GameTree, Node, NodeId, Visit};
pub use visitor::{Visitor, Walk};
