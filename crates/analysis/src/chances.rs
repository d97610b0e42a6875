//! What a score is worth in points: wins, draws and losses, and the expected score.

use serde::{Deserialize, Serialize};
use vernier_chess::Board;
use vernier_engine::{Score, WinCurve};

/// How often a score wins, draws and loses in games at a clock, in thousandths: the engine's [`Chances`](vernier_engine::Chances) as
/// reports and the page show them.
///
/// A report shows the same chances as a search does, or one page would give two for one position. Its marks have a
/// scale of their own, `expected_points`.
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
        WinCurve::timed(board).chances(score).into()
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

impl From<vernier_engine::Chances> for Chances {
    fn from(vernier_engine::Chances { win, draw, loss }: vernier_engine::Chances) -> Self {
        Self { win, draw, loss }
    }
}

/// The points of a hundred that the side to move may expect, by which moves are judged.
///
/// By the curve of self-play: what counts as a mistake was set on it. The curve of games at a clock is steeper, so the same
/// move would lose more points where a game is still even.
pub(crate) fn expected_points(score: Score, board: &Board) -> f64 {
    Chances::from(WinCurve::self_play(board).chances(score)).expected()
}
