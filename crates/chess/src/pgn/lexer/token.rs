//! What a text of games consists of, and what its bytes alone can do wrong.

use crate::GameResult;
use crate::pgn::{ErrorKind, Nag, Part};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum Token {
    /// A bracket that opens a tag; [`Lexer::tag`] reads on.
    TagOpen,
    /// A tag that has been read already.
    Tag,
    /// In [`Lexer::text`], never empty.
    Comment,
    /// In [`Lexer::text`].
    Move,
    NullMove,
    Nag(Nag),
    Open,
    Close,
    Result(Option<GameResult>),
    End,
}

/// What is wrong with the bytes themselves: the part of [`ErrorKind`] that needs no chess, and that is small, since every
/// token is returned beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum LexError {
    MalformedTag,
    Unterminated(Part),
    TooLong(Part),
    NagTooLarge,
    Unexpected(u8),
}

impl From<LexError> for ErrorKind {
    fn from(error: LexError) -> Self {
        match error {
            LexError::MalformedTag => Self::MalformedTag,
            LexError::Unterminated(part) => Self::Unterminated(part),
            LexError::TooLong(part) => Self::TooLong(part),
            LexError::NagTooLarge => Self::NagTooLarge,
            LexError::Unexpected(byte) => Self::Unexpected(byte),
        }
    }
}
