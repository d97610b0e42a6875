//! Moves in either notation.

use crate::{Board, Move, SanError, UciMoveError};
use core::fmt;

/// Why a text is not a move here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// It is written as UCI writes moves.
    Uci(UciMoveError),
    /// It is written in another way.
    San(SanError),
}

impl Board {
    /// The legal move that a text names, in algebraic notation (`Nf3`) or as UCI writes it (`g1f3`).
    ///
    /// ```
    /// use vernier_chess::{Board, ParseMoveError, SanError};
    /// let board = Board::start();
    /// assert_eq!(board.parse_move("Nf3")?, board.parse_move("g1f3")?);
    /// assert_eq!(board.parse_move("Nf4"), Err(ParseMoveError::San(SanError::Illegal)));
    /// assert_eq!(board.parse_move("e2e5").unwrap_err().to_string(), "e2 to e5 is not a legal move");
    /// # Ok::<(), ParseMoveError>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        match self.parse_uci(text) {
            Err(UciMoveError::Malformed) => self.parse_san(text).map_err(ParseMoveError::San),
            found => found.map_err(ParseMoveError::Uci),
        }
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci(error) => error.fmt(f),
            Self::San(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseMoveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Uci(error) => Some(error),
            Self::San(error) => Some(error),
        }
    }
}
