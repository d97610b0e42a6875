//! What engines do wrong.

use std::fmt;

/// Faults that cost an engine the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// A move that is not legal here, or no move at all.
    IllegalMove {
        /// The words it came in.
        text: String,
        /// The position, as FEN.
        position: String,
    },
    /// The clock ran out, by that many milliseconds.
    TimeLoss(u64),
    /// No answer at all: it hangs.
    Silence,
    /// The process ended; the reason, as far as known.
    Crash(String),
    /// Something other than the answer that the protocol asks for.
    Protocol(String),
    /// It lacks what the match asks for: an option, a variant, a limit.
    Lacks(String),
    /// It claimed a result that is not on the board.
    FalseClaim(String),
}

/// Faults that cost nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warning {
    /// A line of play with an illegal move, or one that continues after the end of the game.
    IllegalLine,
    /// A mate score whose line does not end in mate.
    MateWithoutLine,
    /// A second answer to one question.
    DoubleMove,
    /// An answer while pondering, before the opponent has moved.
    EarlyMove,
    /// More output than is kept; the rest was dropped.
    Flood,
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { text, position } => write!(f, "illegal move \"{text}\" in {position}"),
            Self::TimeLoss(millis) => write!(f, "loses on time by {millis} ms"),
            Self::Silence => write!(f, "does not answer"),
            Self::Crash(why) => write!(f, "crashed: {why}"),
            Self::Protocol(text) => write!(f, "broke the protocol: {text}"),
            Self::Lacks(text) => f.write_str(text),
            Self::FalseClaim(text) => write!(f, "claimed a false result: {text}"),
        }
    }
}

impl std::error::Error for PlayerError {}
