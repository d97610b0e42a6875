//! How often a score wins.

use crate::uci::Wdl;
use vernier_chess::{Board, Role};
use vernier_engine::Score;

/// The chances of a win, a draw and a loss that go with a score.
///
/// This is a provisional model: wins follow a logistic curve whose midpoint and width shrink with the material left,
/// since the same advantage wins more surely with fewer pieces about. It is to be fitted to our own games.
///
/// ```
/// use vernier_chess::Board;
/// use vernier_engine::Score;
/// use vernier_protocol::wdl;
/// let even = wdl::estimate(Score(0), &Board::start());
/// assert_eq!((even.win, even.win + even.draw + even.loss), (even.loss, 1000));
/// assert_eq!(wdl::estimate(Score::mate_in(3), &Board::start()).win, 1000);
/// ```
pub fn estimate(score: Score, board: &Board) -> Wdl {
    if score.is_decisive() {
        let win = if score.0 > 0 { 1000 } else { 0 };
        return Wdl { win, draw: 0, loss: 1000 - win };
    }
    let (midpoint, width) = curve(material(board));
    let chance = |value: f64| 1000.0 / (1.0 + ((midpoint - value) / width).exp());
    let value = f64::from(score.0);
    // Rounded down, so that the two can never add up to more than there is.
    let (win, loss) = (chance(value) as u32, chance(-value) as u32);
    Wdl { win, draw: 1000 - win - loss, loss }
}

/// The score that wins half of the games, and how fast the curve rises there, both in centipawns.
fn curve(material: u32) -> (f64, f64) {
    let share = f64::from(material.min(78)) / 78.0;
    (60.0 + 90.0 * share, 30.0 + 30.0 * share)
}

/// The usual count: 78 at the start of a game.
fn material(board: &Board) -> u32 {
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
        .into_iter()
        .map(|(role, worth)| worth * board.role(role).len() as u32)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let board = Board::start();
        assert_eq!(material(&board), 78);
        let mut last = 0;
        for score in (-3000..=3000).step_by(7) {
            let Wdl { win, draw, loss } = estimate(Score(score), &board);
            let mirrored = estimate(Score(-score), &board);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!((mirrored.win, mirrored.loss), (loss, win));
            assert!(win >= last);
            last = win;
        }
        assert!(last > 990);
    }
}
