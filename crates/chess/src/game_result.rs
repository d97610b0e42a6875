//! Who won.

use crate::Color;
use core::fmt;
use core::str::FromStr;

/// The result of a finished game. A game that is unfinished, or whose result is unknown, has none: use
/// `Option<GameResult>`, which PGN writes as `*` ([`pgn::result_text`](crate::pgn::result_text)).
///
/// ```
/// use vernier_chess::{Color, GameResult};
/// assert_eq!("1/2-1/2".parse(), Ok(GameResult::Draw));
/// assert_eq!(GameResult::BlackWins.to_string(), "0-1");
/// assert_eq!(GameResult::BlackWins.winner(), Some(Color::Black));
/// assert_eq!(GameResult::Draw.half_points(Color::White), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameResult {
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `1-0`
    WhiteWins,
}

impl GameResult {
    /// Every result, ordered by White's score.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// A win for that color.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The winner; none for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// Twice the score of a color: 0 for a loss, 1 for a draw, 2 for a win.
    #[inline]
    pub const fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }

    /// The result with that score: the inverse of [`GameResult::half_points`].
    pub const fn from_half_points(color: Color, half_points: u8) -> Option<Self> {
        let white = match color {
            Color::White => Some(half_points),
            Color::Black => 2u8.checked_sub(half_points),
        };
        match white {
            Some(0) => Some(Self::BlackWins),
            Some(1) => Some(Self::Draw),
            Some(2) => Some(Self::WhiteWins),
            _ => None,
        }
    }

    /// The same game with the colors exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::WhiteWins => Self::BlackWins,
            Self::Draw => Self::Draw,
            Self::BlackWins => Self::WhiteWins,
        }
    }

    /// As PGN writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// The text is none of `1-0`, `0-1` and `1/2-1/2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResultError;

impl fmt::Display for GameResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is 1-0, 0-1 or 1/2-1/2")
    }
}

impl core::error::Error for GameResultError {}

/// Reads `1-0`, `0-1`, `1/2-1/2` and the short form `1/2`.
impl FromStr for GameResult {
    type Err = GameResultError;

    fn from_str(text: &str) -> Result<Self, GameResultError> {
        match text {
            "1-0" => Ok(Self::WhiteWins),
            "0-1" => Ok(Self::BlackWins),
            "1/2-1/2" | "1/2" => Ok(Self::Draw),
            _ => Err(GameResultError),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
