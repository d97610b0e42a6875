//! What the page asks.

use super::Answer;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A position: where it starts, and the moves since, for repetitions.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS)]
pub struct Position {
    /// A FEN; the start position if there is none.
    pub fen: Option<String>,
    /// Moves in UCI notation.
    pub moves: Vec<String>,
}

/// When a search stops. Without any, it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, TS)]
pub struct SearchLimits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Positions.
    #[ts(type = "number | null")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u32>,
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS)]
pub struct Clocks {
    /// Time left to White.
    pub white: u32,
    /// Time left to Black.
    pub black: u32,
    /// Added after each move.
    pub increment: u32,
}

/// What the page asks. The number comes back in every answer.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Legal moves, the opening and what is stored.
    Position {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// Search; replaces an analysis that runs.
    Analyse {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
        /// When to stop.
        limits: SearchLimits,
        /// Best lines wanted.
        lines: u8,
    },
    /// What the opponent would do if the side to move passed.
    Threat {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// Stop whatever was asked under that number.
    Stop {
        /// The number.
        id: u32,
    },
    /// The terms of the evaluation.
    Evaluate {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// Book moves and tablebase results.
    Explore {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// A move to play.
    Play {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
        /// A rating; full strength if there is none.
        level: Option<u32>,
        /// The clocks; half a second a move if there are none.
        clocks: Option<Clocks>,
    },
    /// Read games.
    Open {
        /// The number.
        id: u32,
        /// The text of the games.
        pgn: String,
    },
    /// One of the games read last.
    Game {
        /// The number.
        id: u32,
        /// Its place in the list, from zero.
        index: usize,
    },
    /// Analyse a whole game.
    Report {
        /// The number.
        id: u32,
        /// The game.
        pgn: String,
        /// For each position.
        limits: SearchLimits,
    },
    /// A start position of Chess960.
    Chess960 {
        /// The number.
        id: u32,
        /// From 0 to 959.
        number: u16,
    },
    /// The matches of the results folder, now and whenever they change.
    Watch {
        /// The number.
        id: u32,
    },
}

impl Request {
    /// Reads a request, or says what is wrong with the text.
    pub fn read(text: &str) -> Result<Self, Box<Answer>> {
        serde_json::from_str(text).map_err(|error| {
            let value = serde_json::from_str::<serde_json::Value>(text).ok();
            let id = value.and_then(|value| value.get("id")?.as_u64()).and_then(|id| u32::try_from(id).ok());
            Box::new(Answer::Error { id, message: format!("not a request: {error}"), field: None })
        })
    }

    /// Its number.
    pub const fn id(&self) -> u32 {
        match self {
            Self::Position { id, .. }
            | Self::Analyse { id, .. }
            | Self::Threat { id, .. }
            | Self::Stop { id }
            | Self::Evaluate { id, .. }
            | Self::Explore { id, .. }
            | Self::Play { id, .. }
            | Self::Open { id, .. }
            | Self::Game { id, .. }
            | Self::Report { id, .. }
            | Self::Chess960 { id, .. }
            | Self::Watch { id } => *id,
        }
    }
}
