//! How often a score wins.

use crate::uci::Wdl;
use vernier_chess::{Board, Role};
use vernier_engine::Score;

/// The chances of a win, a draw and a loss that go with a score.
///
/// Wins follow a logistic curve of the score. Where it lies was fitted to 1.5 million positions of our own games (`docs/log/networks.md`),
/// for each tenth of the material on its own: with little left it takes more to win. A hundred centipawns win half of
/// the games in the middle of the table, with some 35 points of material on the board.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_wins_half_of_the_games_when_half_of_the_material_is_left() {
        let board: Board = "2r2rk1/pp3ppp/2n5/8/8/2N5/PP3PPP/2R2RK1 w - - 0 1".parse().expect("a position");
        assert_eq!(material(&board), 36);
        assert!((490..=510).contains(&estimate(Score(100), &board).win));
    }

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
        assert!(last > 990, "{last}");
    }
}
