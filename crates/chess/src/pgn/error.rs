//! What can be wrong with a game, and where.

use super::Location;
use crate::{FenError, SanError};
use core::fmt;
use std::io;

/// A game that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Which game of the source, from one.
    pub game: u64,
    /// Where it is.
    pub location: Location,
    /// What it is.
    pub kind: ErrorKind,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A word that is not a legal move.
    Move {
        /// The word.
        text: String,
        /// What is wrong with it.
        reason: SanError,
    },
    /// A null move where the king is in check.
    NullMoveInCheck,
    /// A `[FEN]` tag that is not a position.
    Fen(FenError),
    /// A `[Variant]` tag that names another game than chess.
    Variant(String),
    /// A line that starts like a tag but is not one.
    MalformedTag,
    /// Something opened and never closed.
    Unterminated(Part),
    /// Something beyond its limit of size.
    TooLong(Part),
    /// More tags than the limit.
    TooManyTags,
    /// Variations nested beyond the limit.
    TooDeep,
    /// A variation before there is a move to vary.
    NothingToVary,
    /// A numeric annotation above 255.
    NagTooLarge,
    /// A byte that has no meaning here.
    Unexpected(u8),
    /// The source failed.
    Source(io::ErrorKind),
    /// No game where there should be one.
    NoGame,
    /// Another game where there should be only one.
    SecondGame,
}

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// `[Name "value"]`
    Tag,
    /// `{text}`
    Comment,
    /// `( moves )`
    Variation,
    /// All of it.
    Game,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tag => "tag",
            Self::Comment => "comment",
            Self::Variation => "variation",
            Self::Game => "game",
        })
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { text, reason } => write!(f, "{text}: {reason}"),
            Self::NullMoveInCheck => f.write_str("a null move cannot answer a check"),
            Self::Fen(reason) => write!(f, "the FEN tag is not a position: {reason}"),
            Self::Variant(name) => write!(f, "{name} is not a form of chess this library plays"),
            Self::MalformedTag => f.write_str("a tag is written [Name \"value\"]"),
            Self::Unterminated(part) => write!(f, "the {part} is never closed"),
            Self::TooLong(part) => write!(f, "the {part} is longer than the limit"),
            Self::TooManyTags => f.write_str("more tags than the limit"),
            Self::TooDeep => f.write_str("variations are nested more deeply than the limit"),
            Self::NothingToVary => f.write_str("a variation needs a move before it"),
            Self::NagTooLarge => f.write_str("numeric annotations go from $0 to $255"),
            Self::Unexpected(byte) => write!(f, "'{}' has no meaning here", byte.escape_ascii()),
            Self::Source(kind) => write!(f, "reading failed: {kind}"),
            Self::NoGame => f.write_str("there is no game"),
            Self::SecondGame => f.write_str("another game begins here"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { line, column, offset } = self.location;
        write!(f, "game {}, line {line}, column {column} (byte {offset}): {}", self.game, self.kind)
    }
}

impl core::error::Error for ErrorKind {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Move { reason, .. } => Some(reason),
            Self::Fen(reason) => Some(reason),
            _ => None,
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.kind)
    }
}
