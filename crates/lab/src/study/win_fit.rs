//! How often scores win, fitted to played games.
//!
//! Every score of a player is two observations: whether that score won, and whether the score turned over did, for the
//! opponent. A logistic curve for each tenth of the material is fitted to them by Newton's method.

use crate::store::record::GameRecord;
use vernier_chess::Board;
use vernier_engine::{Verdict, WinCurve};

/// Scores beyond this add nothing to the curve.
const MOST: i32 = 1_500;
/// With fewer observations there is no curve.
const LEAST: usize = 400;

/// The scores of games with their results, by material.
#[derive(Clone, Default, Debug)]
pub struct WinFit {
    groups: [Vec<(f64, bool)>; WinCurve::GROUPS],
    games: u64,
}

/// The curve of one tenth of the material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FittedCurve {
    /// The score that wins half of the games.
    pub midpoint: f64,
    /// How slowly the curve rises there.
    pub width: f64,
    /// How many scores it was fitted to.
    pub scores: usize,
}

impl WinFit {
    /// Takes the scores of a game. Moves of the opening have none, and mates and tablebase results need no curve.
    pub fn add(&mut self, game: &GameRecord) {
        let Ok(mut board) = game.opening.parse::<Board>() else { return };
        self.games += 1;
        for ply in &game.moves {
            if let Some(Verdict::Centipawns(score)) = ply.verdict
                && score.abs() <= MOST
            {
                let points = game.result.half_points(board.turn());
                let group = &mut self.groups[WinCurve::group(&board)];
                group.push((f64::from(score), points == 2));
                group.push((f64::from(-score), points == 0));
            }
            let Ok(mv) = board.parse_uci(&ply.mv) else { return };
            board = board.play(mv);
        }
    }

    /// How many games were taken.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The curve of each group of material, from the least to the most; none where there are too few scores.
    pub fn curves(&self) -> [Option<FittedCurve>; WinCurve::GROUPS] {
        self.groups.each_ref().map(|group| (group.len() >= LEAST).then(|| fit(group)).flatten())
    }
}

/// The logistic curve of greatest likelihood.
fn fit(observations: &[(f64, bool)]) -> Option<FittedCurve> {
    // In pawns, so that slope and offset are of the same size.
    let (mut slope, mut offset) = (1.0_f64, -1.0_f64);
    for _ in 0..50 {
        let (mut gradient, mut curvature) = ([0.0; 2], [0.0; 3]);
        for (score, won) in observations {
            let score = score / 100.0;
            let chance = 1.0 / (1.0 + (-slope * score - offset).exp());
            let (miss, weight) = (f64::from(u8::from(*won)) - chance, chance * (1.0 - chance));
            gradient = [gradient[0] + miss * score, gradient[1] + miss];
            curvature =
                [curvature[0] + weight * score * score, curvature[1] + weight * score, curvature[2] + weight];
        }
        let determinant = curvature[0] * curvature[2] - curvature[1] * curvature[1];
        if determinant <= 1e-9 {
            return None;
        }
        slope += (gradient[0] * curvature[2] - gradient[1] * curvature[1]) / determinant;
        offset += (gradient[1] * curvature[0] - gradient[0] * curvature[1]) / determinant;
    }
    let fitted = FittedCurve {
        midpoint: -100.0 * offset / slope,
        width: 100.0 / slope,
        scores: observations.len() / 2,
    };
    (slope > 0.0 && fitted.midpoint.is_finite()).then_some(fitted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_engine::Rng;

    #[test]
    fn a_known_curve_is_found_again() {
        let mut rng = Rng::new(5);
        let observations: Vec<(f64, bool)> = (0..200_000)
            .map(|_| {
                let score = 600.0 * rng.unit() - 300.0;
                (score, rng.unit() < 1.0 / (1.0 + ((80.0 - score) / 55.0).exp()))
            })
            .collect();
        let fitted = fit(&observations).expect("a curve");
        assert!((fitted.midpoint - 80.0).abs() < 2.0 && (fitted.width - 55.0).abs() < 2.0, "{fitted:?}");
    }

    #[test]
    fn games_that_all_end_alike_have_no_curve() {
        assert_eq!(fit(&vec![(10.0, false); 1_000]), None);
    }
}
