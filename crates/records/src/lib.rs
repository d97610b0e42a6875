#![doc = include_str!("../README.md")]
//!
//! ## How it works
//!
//! A file is a [`Header`], which says how the games were made, and then [`Block`]s of games, each with its checksum.
//! [`Writer`] adds blocks and never changes what is there; [`Reader`] gives them back and finds its way past damage.
//! A move takes one byte and a score about one more. `FORMAT.md` describes every byte.
//!
//! Training wants positions, not games: [`Filter`] says which positions of a game are worth learning from, and
//! [`Packed`] is one of them in 32 bytes. [`Returns`] say what positions turned out to be worth.
//!
//! This crate knows the rules of chess and nothing of engines: who made the games is text in the header.

mod block;
mod bytes;
mod filter;
mod game;
mod header;
mod packed;
mod reader;
mod returns;
mod writer;

pub use block::{Block, BlockError, Games};
pub use filter::Filter;
pub use game::{Game, GameError, MAX_SCORE, Moment};
pub use header::{Difference, Header, HeaderError, VERSION};
pub use packed::{Packed, Unpacked};
pub use reader::{OpenError, ReadError, ReadErrorKind, Reader, Sealed};
pub use returns::Returns;
pub use vernier_chess::crc32;
pub use writer::{WriteError, Writer};
