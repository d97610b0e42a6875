//! Matches of the laboratory.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// One engine of a match.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Games.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games lost by a fault of the engine.
    pub faults: u32,
    /// What went wrong in its games, and how often: `time_loss`, `illegal_move`, ...
    #[ts(type = "Record<string, number>")]
    pub fault_kinds: BTreeMap<String, u32>,
    /// Positions a second, in the mean of its moves; zero if unknown.
    #[ts(type = "number")]
    pub nps: u64,
    /// Iterations, in the mean of its moves.
    pub depth: f64,
    /// Points against each engine of the list, and the number of games.
    pub against: Vec<(f64, u32)>,
}

/// A finished game of a match.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct MatchGame {
    /// Its number.
    pub number: u32,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The result.
    pub result: String,
    /// How it ended.
    pub reason: String,
    /// The position it ended in, if the game is known.
    pub fen: Option<String>,
    /// True if an engine did something wrong.
    pub faulty: bool,
    /// The game.
    pub pgn: String,
}

/// A match in the results folder.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Match {
    /// The name of its journal.
    pub name: String,
    /// Its engines, best first.
    pub standings: Vec<Standing>,
    /// Games finished.
    pub games: usize,
    /// The counts of pairs with 0, 1/2, 1, 3/2 and 2 points for the first engine.
    pub pairs: [u32; 5],
    /// The first engine's score in per cent over the games, at most 200 points of the curve.
    pub curve: Vec<f64>,
    /// The last games, and the last in which an engine did something wrong.
    pub latest: Vec<MatchGame>,
    /// The games in play and the test, if known.
    pub live: Option<Live>,
    /// True if the match has written something in the last minute.
    pub running: bool,
}

/// What a running match reports: `live.json` in its folder.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
pub struct Live {
    /// The games in play.
    pub games: Vec<LiveGame>,
    /// The sequential test, if there is one.
    pub test: Option<Course>,
}

impl Live {
    /// Its name in the folder of a match.
    pub const FILE: &str = "live.json";
}

/// A game in play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct LiveGame {
    /// Its number.
    pub number: u32,
    /// White.
    pub white: LiveSide,
    /// Black.
    pub black: LiveSide,
    /// The position.
    pub fen: String,
    /// The last move, in UCI notation.
    pub last: Option<String>,
}

/// An engine at the board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
pub struct LiveSide {
    /// Its name.
    pub name: String,
    /// What it thinks of its position: hundredths of a pawn, or `#3` for a mate.
    pub score: Option<String>,
    /// Iterations of its last move.
    pub depth: u32,
    /// Positions a second in its last move.
    #[ts(type = "number")]
    pub nps: u64,
}

/// The course of a sequential test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Course {
    /// What it tests, in words.
    pub name: String,
    /// The ratio at which the first hypothesis is accepted.
    pub lower: f64,
    /// The ratio at which the second is.
    pub upper: f64,
    /// Games, and the log-likelihood ratio after them; the last point is where the test stands.
    pub curve: Vec<(u32, f64)>,
}
