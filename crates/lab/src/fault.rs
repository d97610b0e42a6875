//! What engines do wrong.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What costs an engine the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A move that is not legal here, or no move at all; the words it came in.
    IllegalMove(String),
    /// The clock ran out, by that many milliseconds.
    TimeLoss(u64),
    /// No answer at all, not even late: it hangs.
    Silence,
    /// The process ended; what is known of why.
    Crash(String),
    /// Words that are no part of the protocol where an answer was due.
    Protocol(String),
    /// It claimed a result that is not on the board.
    FalseClaim(String),
}

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
    /// A line of play with an illegal move, or one that goes on after the end of the game. Costs nothing.
    IllegalLine,
    /// A second answer to one question. Costs nothing.
    DoubleMove,
    /// A mate that was announced and then did not come. Costs nothing.
    LostMate,
    /// More output than anybody could read; the rest was thrown away. Costs nothing.
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

impl Fault {
    /// The name of the fault.
    pub const fn kind(&self) -> FaultKind {
        match self {
            Self::IllegalMove(_) => FaultKind::IllegalMove,
            Self::TimeLoss(_) => FaultKind::TimeLoss,
            Self::Silence => FaultKind::Silence,
            Self::Crash(_) => FaultKind::Crash,
            Self::Protocol(_) => FaultKind::Protocol,
            Self::FalseClaim(_) => FaultKind::FalseClaim,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(text) => write!(f, "illegal move \"{text}\""),
            Self::TimeLoss(millis) => write!(f, "loses on time by {millis} ms"),
            Self::Silence => write!(f, "does not answer"),
            Self::Crash(why) => write!(f, "crashed: {why}"),
            Self::Protocol(text) => write!(f, "broke the protocol: {text}"),
            Self::FalseClaim(text) => write!(f, "claimed a false result: {text}"),
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
            Self::DoubleMove => "second answer",
            Self::LostMate => "announced mate that did not come",
            Self::Flood => "flood of output",
            Self::LateMachine => "late machine",
        })
    }
}
