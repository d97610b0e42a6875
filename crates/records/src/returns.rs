//! What positions turned out to be worth.
//!
//! TD(lambda): a search of few nodes sees little further than the evaluation it rests on; the searches of the moves that
//! follow, and in the end the result, have seen more. The return of a position is its own score with a weight of
//! `1 - lambda`, and the return of the next position with `lambda`, in expected points.

use crate::Game;
use vernier_chess::GameResult;

/// How far returns look ahead: `lambda` by the pieces on the board.
///
/// The searches of a middlegame soon say more about each other's moves than about the position, those of an endgame say
/// less than its result.
///
/// ```
/// use vernier_chess::{Board, Color, Outcome};
/// use vernier_records::{Game, Returns};
/// let start: Board = "8/8/8/8/8/1k6/2r5/K7 b - - 0 80".parse()?;
/// let mate = vec![start.parse_san("Rc1#")?];
/// let outcome = Outcome::Checkmate { winner: Color::Black };
/// let game = Game { number: 1, start, moves: mate, scores: vec![0], outcome, visits: Vec::new() };
/// assert_eq!(Returns { middlegame: 0.8, endgame: 0.0 }.scores(&game), [0]);
/// assert!(Returns { middlegame: 0.8, endgame: 0.9 }.scores(&game)[0] < -500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Returns {
    /// With twenty pieces or more.
    pub middlegame: f64,
    /// With eight pieces or fewer; in a straight line between.
    pub endgame: f64,
}

/// Pieces, kings included, from which on it is a middlegame, and down to which it is an endgame.
const MIDDLEGAME: f64 = 20.0;
const ENDGAME: f64 = 8.0;
/// The score that expects 73 per cent of the points, as in the trainer.
const SCALE: f64 = 200.0;
/// No return is surer than this, as no label of a teacher is.
const MOST: f64 = 3000.0;

impl Returns {
    /// The return of every position that was thought about, as White sees it.
    pub fn scores(&self, game: &Game) -> Vec<i16> {
        let mut pieces = Vec::with_capacity(game.scores.len());
        game.replay(|moment| {
            if moment.score.is_some() {
                pieces.push(moment.board.occupied().len());
            }
        });
        let mut ahead = match game.result() {
            GameResult::WhiteWins => 1.0,
            GameResult::BlackWins => 0.0,
            GameResult::Draw => 0.5,
        };
        let mut returns = vec![0; game.scores.len()];
        for (place, (score, pieces)) in game.scores.iter().zip(pieces).enumerate().rev() {
            let lambda = self.lambda(pieces);
            ahead = (1.0 - lambda) * points(*score) + lambda * ahead;
            returns[place] = score_of(ahead);
        }
        returns
    }

    fn lambda(&self, pieces: usize) -> f64 {
        let share = ((pieces as f64 - ENDGAME) / (MIDDLEGAME - ENDGAME)).clamp(0.0, 1.0);
        self.endgame + (self.middlegame - self.endgame) * share
    }
}

fn points(score: i16) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

fn score_of(points: f64) -> i16 {
    let score = SCALE * (points / (1.0 - points)).ln();
    score.clamp(-MOST, MOST).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::{Board, Color, Outcome};

    /// A game of knight moves from the usual position.
    fn game(scores: Vec<i16>, outcome: Outcome) -> Game {
        let mut board = Board::start();
        let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(scores.len()).map(|san| {
            let mv = board.parse_san(san).expect("a legal move");
            board = board.play(mv);
            mv
        });
        Game { number: 1, start: Board::start(), moves: moves.collect(), scores, outcome, visits: Vec::new() }
    }

    #[test]
    fn without_lambda_scores_stay_what_they_are() {
        let game = game(vec![17, -250, 900, 3000], Outcome::Stalemate);
        assert_eq!(Returns { middlegame: 0.0, endgame: 0.0 }.scores(&game), game.scores);
    }

    #[test]
    fn with_lambda_one_only_the_result_counts() {
        let all = Returns { middlegame: 1.0, endgame: 1.0 };
        assert_eq!(all.scores(&game(vec![500, 500], Outcome::Stalemate)), [0, 0]);
        let won = Outcome::Resignation { winner: Color::White };
        assert_eq!(all.scores(&game(vec![0, -500], won)), [3000, 3000]);
    }

    #[test]
    fn later_scores_count_less_the_later_they_are() {
        let half = Returns { middlegame: 0.5, endgame: 1.0 };
        // Expected points 0.5, 0.5, 0.5 and 0.731, and a draw.
        let returns = half.scores(&game(vec![0, 0, 0, 200], Outcome::Stalemate));
        assert_eq!(returns, [12, 23, 46, 94]);
    }

    #[test]
    fn lambda_goes_from_endgame_to_middlegame_in_a_straight_line() {
        let returns = Returns { middlegame: 0.8, endgame: 0.98 };
        let lambdas = [3, 8, 14, 20, 32].map(|pieces| returns.lambda(pieces));
        for (found, expected) in lambdas.into_iter().zip([0.98, 0.98, 0.89, 0.8, 0.8]) {
            assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
        }
    }
}
