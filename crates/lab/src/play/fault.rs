//! Faults of engines, by name.

use serde::{Deserialize, Serialize};
use std::fmt;
use vernier_protocol::client::{PlayerError, Warning};

/// Faults by name, for counting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A move that is not legal.
    IllegalMove,
    /// The clock ran out.
    TimeLoss,
    /// No answer.
    Silence,
    /// The process ended.
    Crash,
    /// Broken protocol.
    Protocol,
    /// A result that is not there.
    FalseClaim,
    /// A line of play with an illegal move, or one that continues after the end of the game. Costs nothing.
    IllegalLine,
    /// A mate score whose line does not end in mate. Costs nothing.
    MateWithoutLine,
    /// A second answer to one question. Costs nothing.
    DoubleMove,
    /// An answer while pondering, before the opponent has moved. Costs nothing.
    EarlyMove,
    /// A mate that was announced but not played. Costs nothing.
    LostMate,
    /// More output than is kept; the rest was dropped. Costs nothing.
    Flood,
    /// Over time, but the machine itself was late by as much. Costs nothing; too many games at once?
    LateMachine,
}

impl FaultKind {
    /// True if the fault ends the game.
    pub const fn costs_the_game(self) -> bool {
        use FaultKind::*;
        matches!(self, IllegalMove | TimeLoss | Silence | Crash | Protocol | FalseClaim)
    }
}

impl From<&PlayerError> for FaultKind {
    fn from(fault: &PlayerError) -> Self {
        match fault {
            PlayerError::IllegalMove { .. } => Self::IllegalMove,
            PlayerError::TimeLoss(_) => Self::TimeLoss,
            PlayerError::Silence => Self::Silence,
            PlayerError::Crash(_) => Self::Crash,
            PlayerError::Protocol(_) | PlayerError::Lacks(_) => Self::Protocol,
            PlayerError::FalseClaim(_) => Self::FalseClaim,
        }
    }
}

impl From<Warning> for FaultKind {
    fn from(warning: Warning) -> Self {
        match warning {
            Warning::IllegalLine => Self::IllegalLine,
            Warning::MateWithoutLine => Self::MateWithoutLine,
            Warning::EarlyMove => Self::EarlyMove,
            Warning::DoubleMove => Self::DoubleMove,
            Warning::Flood => Self::Flood,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove => "illegal move",
            Self::TimeLoss => "time loss",
            Self::Silence => "no answer",
            Self::Crash => "crash",
            Self::Protocol => "broken protocol",
            Self::FalseClaim => "false claim",
            Self::IllegalLine => "illegal line of play",
            Self::MateWithoutLine => "mate score without its mate",
            Self::DoubleMove => "second answer",
            Self::EarlyMove => "answer while pondering",
            Self::LostMate => "announced mate that did not come",
            Self::Flood => "flood of output",
            Self::LateMachine => "late machine",
        })
    }
}
