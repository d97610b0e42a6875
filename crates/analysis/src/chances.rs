//! What a score is worth in points: wins, draws and losses, and the expected score.

use serde::{Deserialize, Serialize};
use vernier_chess::{Board, Role};
use vernier_engine::Score;

/// How often a score wins, draws and loses, in thousandths.
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
        if score.is_decisive() {
            let win = if score.0 > 0 { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let (midpoint, width) = curve(material(board));
        let chance = |value: f64| 1000.0 / (1.0 + ((midpoint - value) / width).exp());
        let value = f64::from(score.0);
        // Rounded down, so that the two can never add up to more than there is.
        let (win, loss) = (chance(value) as u32, chance(-value) as u32);
        Self { win, draw: 1000 - win - loss, loss }
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

/// The score that wins half of the games and how slowly the curve rises there, in centipawns, for 5, 15, 25 ... 75 points
/// of material.
const CURVES: [(f64, f64); 8] = [
    (212.0, 64.0),
    (171.0, 74.0),
    (121.0, 98.0),
    (101.0, 117.0),
    (85.0, 132.0),
    (74.0, 141.0),
    (66.0, 147.0),
    (61.0, 149.0),
];

/// The curve for so much material, in a straight line between the fitted ones.
fn curve(material: u32) -> (f64, f64) {
    let place = (f64::from(material) / 10.0 - 0.5).clamp(0.0, (CURVES.len() - 1) as f64);
    let (below, above) = (CURVES[place.floor() as usize], CURVES[place.ceil() as usize]);
    let between = |low: f64, high: f64| low + (high - low) * place.fract();
    (between(below.0, above.0), between(below.1, above.1))
}

/// The usual count: 78 at the start of a game.
fn material(board: &Board) -> u32 {
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
        .into_iter()
        .map(|(role, worth)| worth * board.role(role).len() as u32)
        .sum()
}
