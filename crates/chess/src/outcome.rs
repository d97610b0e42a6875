//! How games end.

use crate::Color;
use core::fmt;
use core::str::FromStr;

/// What the rules alone make of a game that is over, and why.
///
/// ```
/// use vernier_chess::{Color, GameResult, Outcome};
/// let mate = Outcome::Checkmate { winner: Color::White };
/// assert_eq!(mate.result(), GameResult::WhiteWins);
/// assert_eq!(mate.to_string(), "White wins by checkmate");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A king is attacked and cannot be saved.
    Checkmate {
        /// Who mated.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has anything left to mate with.
    InsufficientMaterial,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves of each side without capture or pawn move.
    SeventyFiveMoves,
}

/// A draw that a player may ask for, and need not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawClaim {
    /// The same position for the third time.
    ThreefoldRepetition,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves,
}

/// The score of a game, in the words of PGN.
///
/// ```
/// use vernier_chess::GameResult;
/// assert_eq!("1/2-1/2".parse(), Ok(GameResult::Draw));
/// assert_eq!(GameResult::BlackWins.to_string(), "0-1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: goes on, was abandoned, or nobody knows.
    #[default]
    Unfinished,
}

impl Outcome {
    /// Who won, if anybody.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// The score.
    pub const fn result(self) -> GameResult {
        match self.winner() {
            Some(winner) => GameResult::won_by(winner),
            None => GameResult::Draw,
        }
    }
}

impl GameResult {
    /// A win.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The word PGN has for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }
}

/// The text is none of `1-0`, `0-1`, `1/2-1/2` and `*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResultError;

impl fmt::Display for GameResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is 1-0, 0-1, 1/2-1/2 or *")
    }
}

impl core::error::Error for GameResultError {}

impl FromStr for GameResult {
    type Err = GameResultError;

    fn from_str(text: &str) -> Result<Self, GameResultError> {
        match text {
            "1-0" => Ok(Self::WhiteWins),
            "0-1" => Ok(Self::BlackWins),
            "1/2-1/2" | "1/2" => Ok(Self::Draw),
            "*" => Ok(Self::Unfinished),
            _ => Err(GameResultError),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate { winner: Color::White } => "White wins by checkmate",
            Self::Checkmate { winner: Color::Black } => "Black wins by checkmate",
            Self::Stalemate => "draw by stalemate",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::FivefoldRepetition => "draw by fivefold repetition",
            Self::SeventyFiveMoves => "draw by the 75-move rule",
        })
    }
}

impl fmt::Display for DrawClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "the 50-move rule",
        })
    }
}
