//! Facts that need no search.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A term of the hand-written evaluation, in centipawns for the middlegame and the endgame.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TermValue {
    /// Its name.
    pub name: String,
    /// White's worth.
    pub white: [i32; 2],
    /// Black's worth.
    pub black: [i32; 2],
    /// White's less Black's, blended by the phase.
    pub total: i32,
}

/// What the network sees in a piece.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PieceWorth {
    /// Where it stands.
    pub square: String,
    /// The piece, as in a FEN.
    pub piece: String,
    /// Centipawns the position loses for White without it; none for a king.
    pub value: Option<i32>,
}

/// A book move.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct BookMove {
    /// In UCI notation.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// Its weight.
    pub weight: u16,
    /// Its share of all weights, in per cent.
    pub share: f64,
}

/// A move as tablebases see it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TablebaseMove {
    /// In UCI notation.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// `win`, `cursed win`, `draw`, `blessed loss` or `loss`, for its mover.
    pub result: String,
    /// Plies to the next capture or pawn move, as far as known.
    pub dtz: Option<i32>,
}
