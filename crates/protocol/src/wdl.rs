//! How often a score wins, in thousandths.

use crate::uci::Wdl;
use vernier_chess::Board;
use vernier_engine::{Score, WinCurve};

/// The chances of a win, a draw and a loss that go with a score; [`WinCurve`] tells where they come from.
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
    let curve = WinCurve::of(board);
    // Rounded down, so that the two can never add up to more than there is.
    let [win, loss] = [score, -score].map(|score| (1000.0 * curve.win(score)) as u32);
    Wdl { win, draw: 1000 - win - loss, loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let board = Board::start();
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
