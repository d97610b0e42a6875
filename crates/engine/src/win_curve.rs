//! How often a score wins.

use crate::Score;
use vernier_chess::{Board, Role};

/// The chances of a win and a draw that go with a score; the rest is lost.
///
/// Wins follow a logistic curve of the score. Where it lies was fitted to our own games (`docs/log/networks.md`), for each
/// tenth of the material on its own: with little left it takes more to win. A hundred centipawns win half of the games
/// with some 35 points of material on the board in self-play, and with some 55 at a clock.
///
/// How many games are drawn depends on how well they are played, so there are two sets of curves. People read the chances
/// of games at a clock ([`timed`](Self::timed)). What only the program compares, in the tree search and in marks, is on the scale of
/// [`self_play`](Self::self_play).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinCurve {
    /// The score that wins half of the games, in centipawns.
    midpoint: f64,
    /// How slowly the curve rises there.
    width: f64,
}

/// How often a score wins, draws and loses, in thousandths that add up to a thousand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Wins.
    pub win: u32,
    /// Draws.
    pub draw: u32,
    /// Losses.
    pub loss: u32,
}

/// Curves for 5, 15, 25 ... 75 points of material.
type Curves = [WinCurve; WinCurve::GROUPS];

/// 1.5 million positions of self-play with 300 nodes a move.
const SELF_PLAY: Curves = [
    WinCurve::fitted(212.0, 64.0),
    WinCurve::fitted(171.0, 74.0),
    WinCurve::fitted(121.0, 98.0),
    WinCurve::fitted(101.0, 117.0),
    WinCurve::fitted(85.0, 132.0),
    WinCurve::fitted(74.0, 141.0),
    WinCurve::fitted(66.0, 147.0),
    WinCurve::fitted(61.0, 149.0),
];

/// 707 games at 2+0.02 between networks 9 and 10. To fit them anew, copy the last two columns of `vernier-lab curve`.
const TIMED: Curves = [
    WinCurve::fitted(272.0, 49.0),
    WinCurve::fitted(198.0, 47.0),
    WinCurve::fitted(137.0, 44.0),
    WinCurve::fitted(130.0, 49.0),
    WinCurve::fitted(110.0, 48.0),
    WinCurve::fitted(98.0, 49.0),
    WinCurve::fitted(97.0, 55.0),
    WinCurve::fitted(117.0, 77.0),
];

impl WinCurve {
    /// How many groups of material have a curve of their own.
    pub const GROUPS: usize = 8;
    /// No score wins or loses.
    const DRAWN: Self = Self { midpoint: f64::INFINITY, width: 1.0 };

    const fn fitted(midpoint: f64, width: f64) -> Self {
        assert!(midpoint >= 0.0, "an even score would win and lose more often than there are games");
        assert!(width > 0.0, "a better score would win less often");
        Self { midpoint, width }
    }

    /// The group of a board by its material.
    pub fn group(board: &Board) -> usize {
        (material(board) as usize / 10).min(Self::GROUPS - 1)
    }

    /// The curve of games at a clock for the material on a board: for every chance that people see. Where the game is drawn
    /// whatever anyone does, that is certain.
    pub fn timed(board: &Board) -> Self {
        let is_drawn = board.has_insufficient_material() || board.is_stalemate();
        if is_drawn { Self::DRAWN } else { Self::at(board, &TIMED) }
    }

    /// The curve of self-play with few nodes for the material on a board, with too few draws to show. The values of the tree
    /// search and the marks of an analysis were tuned with it.
    pub fn self_play(board: &Board) -> Self {
        Self::at(board, &SELF_PLAY)
    }

    /// The curve for the material on a board, in a straight line between the fitted ones.
    fn at(board: &Board, curves: &Curves) -> Self {
        let place = (f64::from(material(board)) / 10.0 - 0.5).clamp(0.0, (Self::GROUPS - 1) as f64);
        let (below, above) = (curves[place.floor() as usize], curves[place.ceil() as usize]);
        let between = |low: f64, high: f64| low + (high - low) * place.fract();
        Self { midpoint: between(below.midpoint, above.midpoint), width: between(below.width, above.width) }
    }

    /// How likely a score wins, from zero to one. The chance to lose is that of winning with the score turned over.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// use vernier_engine::{Score, WinCurve};
    /// let curve = WinCurve::timed(&Board::start());
    /// assert!(curve.win(Score(150)) > 0.5);
    /// assert_eq!((curve.win(Score::mate_in(3)), curve.win(-Score::mate_in(3))), (1.0, 0.0));
    /// ```
    pub fn win(self, score: Score) -> f64 {
        if score.is_decisive() {
            return if score.0 > 0 { 1.0 } else { 0.0 };
        }
        self.chance(f64::from(score.0))
    }

    /// The chances of a score in thousandths.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// use vernier_engine::{Score, WinCurve};
    /// let even = WinCurve::timed(&Board::start()).chances(Score(0));
    /// assert_eq!((even.win, even.win + even.draw + even.loss), (even.loss, 1000));
    /// ```
    pub fn chances(self, score: Score) -> Chances {
        // Rounded down, so that the two never add up to more than a thousand.
        let [win, loss] = [score, -score].map(|score| (1000.0 * self.win(score)) as u32);
        Chances { win, draw: 1000 - win - loss, loss }
    }

    /// The points to expect from a score: wins and half of the draws.
    pub fn points(self, score: Score) -> f64 {
        (1.0 + self.win(score) - self.win(-score)) / 2.0
    }

    /// The score with that many expected points. Certain results have no score; they give the best evaluation there is.
    pub fn score(self, points: f64) -> Score {
        let expected = |value: f64| (1.0 + self.chance(value) - self.chance(-value)) / 2.0;
        let most = 3_000.0;
        let (mut low, mut high) = (-most, most);
        for _ in 0..24 {
            let middle = (low + high) / 2.0;
            if expected(middle) < points { low = middle } else { high = middle }
        }
        Score(((low + high) / 2.0).round() as i32)
    }

    fn chance(self, value: f64) -> f64 {
        1.0 / (1.0 + ((self.midpoint - value) / self.width).exp())
    }
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

    const MIDDLE: &str = "2r2rk1/pp3ppp/2n5/8/8/2N5/PP3PPP/2R2RK1 w - - 0 1";

    fn board(fen: &str) -> Board {
        fen.parse().expect("a position")
    }

    #[test]
    fn a_pawn_wins_half_of_the_games_of_self_play_with_half_of_the_material_left() {
        let middle = board(MIDDLE);
        assert_eq!(material(&middle), 36);
        let [self_play, timed] = [WinCurve::self_play, WinCurve::timed].map(|of| of(&middle).win(Score(100)));
        assert!((0.49..=0.51).contains(&self_play), "{self_play}");
        assert!((0.3..=0.5).contains(&timed), "{timed}");
    }

    #[test]
    fn most_even_games_at_a_clock_are_drawn() {
        for even in [Board::start(), board(MIDDLE), board("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")] {
            let Chances { draw, .. } = WinCurve::timed(&even).chances(Score(0));
            assert!(draw > 500, "{even}: {draw}");
        }
    }

    #[test]
    fn a_drawn_end_is_certain() {
        for end in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1"] {
            let chances = WinCurve::timed(&board(end)).chances(Score(0));
            assert_eq!(chances, Chances { win: 0, draw: 1000, loss: 0 }, "{end}");
        }
        let mated = board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(WinCurve::timed(&mated).chances(-Score::mate_in(0)).loss, 1000);
    }

    /// The tree search and the marks are tuned to it: with other numbers both must be tuned again.
    #[test]
    fn the_curve_of_self_play_stays() {
        let curve = WinCurve::self_play(&Board::start());
        assert_eq!(curve.chances(Score(15)), Chances { win: 423, draw: 202, loss: 375 });
    }

    #[test]
    fn chances_sum_to_one_and_grow_with_the_score() {
        let boards = [Board::start(), board(MIDDLE), board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")];
        for curve in boards.iter().flat_map(|board| [WinCurve::self_play(board), WinCurve::timed(board)]) {
            let mut last = 0;
            for score in (-3000..=3000).step_by(7) {
                let Chances { win, draw, loss } = curve.chances(Score(score));
                let mirrored = curve.chances(Score(-score));
                assert_eq!(win + draw + loss, 1000);
                assert_eq!((mirrored.win, mirrored.loss), (loss, win));
                assert!(win >= last);
                last = win;
            }
            assert!(last > 990, "{last}");
            assert_eq!(curve.chances(Score::mate_in(3)), Chances { win: 1000, draw: 0, loss: 0 });
            assert_eq!(curve.chances(-Score::mate_in(3)), Chances { win: 0, draw: 0, loss: 1000 });
        }
    }

    #[test]
    fn points_and_scores_are_inverse() {
        let curve = WinCurve::self_play(&Board::start());
        assert_eq!(material(&Board::start()), 78);
        for score in (-900..=900).step_by(37).map(Score) {
            let points = curve.points(score);
            assert!((points + curve.points(-score) - 1.0).abs() < 1e-9);
            assert_eq!(curve.score(points), score);
        }
        assert_eq!(curve.score(1.0), Score(3_000));
        assert_eq!(curve.score(0.0), Score(-3_000));
    }
}
