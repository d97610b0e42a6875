//! What a score is worth in points: wins, draws and losses, and the expected score.

use serde::{Deserialize, Serialize};
use vernier_chess::Board;
use vernier_engine::{Score, WinCurve};

/// How often a score wins, draws and loses, in thousandths: the engine's [`Chances`](vernier_engine::Chances) as reports store them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Chances {
    /// Wins.
    pub win: u32,
    /// Draws.
    pub draw: u32,
    /// Losses.
    pub loss: u32,
}

impl Chances {
    /// The chances of the side to move.
    pub fn of(score: Score, board: &Board) -> Self {
        let vernier_engine::Chances { win, draw, loss } = WinCurve::of(board).chances(score);
        Self { win, draw, loss }
    }

    /// The points to expect of a hundred: wins and half of the draws.
    pub fn expected(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 20.0
    }

    /// The same from the other side.
    pub const fn flipped(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}
