//! Games and their trees.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GameHead {
    /// A player.
    pub white: String,
    /// A player.
    pub black: String,
    /// The result.
    pub result: String,
    /// The event and the date.
    pub event: String,
    /// Half-moves.
    pub moves: usize,
    /// Why it could not be read.
    pub error: Option<String>,
}

/// A move of a game tree.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TreeNode {
    /// The move before it, by its place in the list; none for a first move.
    pub parent: Option<usize>,
    /// In UCI notation; a null move is `0000`.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Annotations.
    pub nags: Vec<u8>,
    /// Comments after it.
    pub comments: Vec<String>,
}

/// A game with its variations: a move's first follower continues its line.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Tree {
    /// Names and values.
    pub tags: Vec<(String, String)>,
    /// Where it starts.
    pub fen: String,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The result.
    pub result: String,
    /// Every move.
    pub nodes: Vec<TreeNode>,
}
