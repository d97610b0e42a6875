//! Positions and what a search finds in them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vernier_analysis::Evaluation;
use vernier_analysis::chances::Chances;

/// A legal move, and where it leads.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct LegalMove {
    /// In UCI notation.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// Where the piece stands.
    pub from: String,
    /// Where it may be dropped; castling has two such squares.
    pub to: Vec<String>,
    /// What the pawn becomes: `q`, `r`, `b`, `n`.
    pub promotion: Option<char>,
    /// The position after it.
    pub fen: String,
}

/// How a game has ended.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// In words.
    pub text: String,
}

/// One best line.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SearchLine {
    /// Its place, from one.
    pub line: usize,
    /// Iterations.
    pub depth: u32,
    /// The longest line looked at.
    pub seldepth: u32,
    /// From White's view.
    pub evaluation: Evaluation,
    /// From White's view.
    pub chances: Chances,
    /// In UCI notation.
    pub uci: Vec<String>,
    /// In algebraic notation.
    pub san: Vec<String>,
    /// The position after each move.
    pub fens: Vec<String>,
    /// Positions visited.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Positions a second.
    #[ts(type = "number")]
    pub nps: u64,
    /// Answers of tablebases.
    #[ts(type = "number")]
    pub tablebase_hits: u64,
}

/// A result kept on disk.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Stored {
    /// Iterations.
    pub depth: u32,
    /// Positions visited.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub date: u64,
    /// Its lines.
    pub lines: Vec<SearchLine>,
}
