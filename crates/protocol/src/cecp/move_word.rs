//! A move as CECP writes it: squares, or the letters of castling.

use crate::MoveText;
use std::fmt;
use std::str::FromStr;
use vernier_chess::{Board, CastlingMode, Move, Wing};

/// A move as CECP writes it.
///
/// ```
/// use vernier_protocol::cecp::MoveWord;
/// use vernier_chess::Wing;
/// assert_eq!("O-O-O".parse(), Ok(MoveWord::Castle(Wing::Queen)));
/// assert_eq!("e7e8q".parse::<MoveWord>()?.to_string(), "e7e8q");
/// # Ok::<(), vernier_protocol::cecp::MoveWordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveWord {
    /// From, to and promotion.
    Squares(MoveText),
    /// Castling in Chess960, where squares could mean something else.
    Castle(Wing),
}

impl MoveWord {
    /// How a legal move is written on this board.
    pub fn of(board: &Board, mv: Move, mode: CastlingMode) -> Self {
        match mode {
            CastlingMode::Chess960 if mv.is_castle() => Self::Castle(Wing::of(mv.from(), mv.to())),
            _ => Self::Squares(MoveText::of(board, mv, mode)),
        }
    }

    /// The legal move it names.
    pub fn on(self, board: &Board) -> Option<Move> {
        match self {
            Self::Squares(text) => text.on(board).ok(),
            Self::Castle(wing) => board
                .legal_moves()
                .into_iter()
                .find(|mv| mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing),
        }
    }
}

/// A text that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveWordError;

impl fmt::Display for MoveWordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is two squares with perhaps a promotion, O-O or O-O-O")
    }
}

impl std::error::Error for MoveWordError {}

impl FromStr for MoveWord {
    type Err = MoveWordError;

    fn from_str(text: &str) -> Result<Self, MoveWordError> {
        match text {
            "O-O" | "o-o" | "0-0" => Ok(Self::Castle(Wing::King)),
            "O-O-O" | "o-o-o" | "0-0-0" => Ok(Self::Castle(Wing::Queen)),
            _ => text.parse().map(Self::Squares).map_err(|_| MoveWordError),
        }
    }
}

impl fmt::Display for MoveWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Squares(text) => text.fmt(f),
            Self::Castle(Wing::King) => f.write_str("O-O"),
            Self::Castle(Wing::Queen) => f.write_str("O-O-O"),
        }
    }
}
