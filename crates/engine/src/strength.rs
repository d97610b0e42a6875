//! Playing below full strength: smaller searches, and moves that are good rather than best.
//!
//! A weaker player looks at fewer positions and evaluates them less exactly. So the search is limited in nodes, and
//! the move is chosen among the best few lines after a random error has been added to each score. Blunders then come as
//! people make them: small errors often, large ones rarely, and a mate in plain sight is still played.

use crate::{Limits, Report, Rng};

/// How strong to play, from 0 (beginner) to 20 (everything the engine has), in any steps.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Strength(f64);

/// Ratings and the levels that played about evenly with Stockfish 15.1 at that rating; docs/levels.md says how they
/// were measured.
const SCALE: [(f64, f64); 10] = [
    (1150.0, 0.0),
    (1400.0, 2.7),
    (1500.0, 4.0),
    (1700.0, 6.5),
    (1800.0, 8.2),
    (1900.0, 11.6),
    (2000.0, 13.1),
    (2200.0, 15.1),
    (2400.0, 16.1),
    (2600.0, 18.0),
];

/// The lines among which a weaker player chooses.
const LINES: usize = 4;

impl Strength {
    /// Full strength.
    pub const FULL: Self = Self(20.0);
    /// The ratings that can be set.
    pub const RATINGS: std::ops::RangeInclusive<u32> = SCALE[0].0 as u32..=SCALE[SCALE.len() - 1].0 as u32;

    /// The strength of a level; levels outside 0 to 20 become the nearest.
    ///
    /// ```
    /// use vernier_engine::Strength;
    /// assert_eq!(Strength::level(20.0), Strength::FULL);
    /// assert!(Strength::level(3.0) < Strength::rating(2000));
    /// ```
    pub fn level(level: f64) -> Self {
        Self(level.clamp(0.0, Self::FULL.0))
    }

    /// The strength that goes with a rating; the highest rating is just below full strength.
    pub fn rating(rating: u32) -> Self {
        let rating = f64::from(rating.clamp(*Self::RATINGS.start(), *Self::RATINGS.end()));
        let upper = SCALE.partition_point(|(known, _)| *known < rating).clamp(1, SCALE.len() - 1);
        let ((below, low), (above, high)) = (SCALE[upper - 1], SCALE[upper]);
        Self::level(low + (rating - below) / (above - below) * (high - low))
    }

    /// True if nothing is held back.
    pub fn is_full(self) -> bool {
        self.0 >= Self::FULL.0
    }

    /// Positions searched for a move: a few dozen for a beginner, doubling every level and a half.
    fn nodes(self) -> u64 {
        (40.0 * (self.0 / 1.5).exp2()) as u64
    }

    /// The usual error of judgement, in centipawns: it shrinks slowly at low levels and then fast. From level 16 on, players
    /// err only in what they do not see.
    fn error(self) -> f64 {
        (155.0 - 7.5 * self.0).min(12.0 * (16.0 - self.0)).max(0.0)
    }

    /// The limits within which such a player thinks. Analysis without end is not cut short.
    pub(crate) fn limit(self, limits: Limits) -> Limits {
        if self.is_full() || limits.is_endless() {
            return limits;
        }
        let nodes = limits.nodes.map_or(self.nodes(), |nodes| nodes.min(self.nodes()));
        Limits { nodes: Some(nodes), ..limits }
    }

    /// How many lines the search must give.
    pub(crate) fn lines(self, wanted: usize) -> usize {
        if self.errs() { wanted.max(LINES) } else { wanted }
    }

    /// True if such a player misjudges lines, so that it may prefer a lesser one.
    pub(crate) fn errs(self) -> bool {
        self.error() > 0.0
    }

    /// The line that looks best after the random errors.
    pub(crate) fn pick(self, lines: &[Report], seed: u64) -> Option<&Report> {
        let mut rng = Rng::new(seed);
        let mut judged = |report: &Report| {
            // The sum of a few uniform numbers is close enough to a bell curve.
            let sum: f64 = (0..4).map(|_| rng.unit()).sum();
            let error = if report.score.is_mate() { 0.0 } else { (sum - 2.0) * self.error() * 1.7 };
            f64::from(report.score.0) + error
        };
        let judged: Vec<(f64, &Report)> = lines.iter().map(|report| (judged(report), report)).collect();
        judged.into_iter().max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, report)| report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Score};
    use std::time::Duration;
    use vernier_chess::Board;

    fn lines(scores: &[i32]) -> Vec<Report> {
        let moves = Board::start().legal_moves();
        let report = |(index, score): (usize, &i32)| Report {
            depth: 3,
            selective_depth: 3,
            line: index + 1,
            score: Score(*score),
            bound: Bound::Exact,
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            pv: vec![moves[index]],
        };
        scores.iter().enumerate().map(report).collect()
    }

    #[test]
    fn weaker_levels_choose_worse_moves_more_often() {
        let lines = lines(&[50, 20, -10, -200]);
        let lesser = |level: f64| {
            let strength = Strength::level(level);
            (0..2_000).filter(|seed| strength.pick(&lines, *seed * 7_919).unwrap().line > 1).count()
        };
        let counts = [0.0, 6.0, 12.0, 19.0].map(lesser);
        assert!(counts.windows(2).all(|pair| pair[0] > pair[1]), "{counts:?}");
        assert!(counts[0] > 600 && counts[3] < 200, "{counts:?}");
    }

    #[test]
    fn ratings_lie_on_the_measured_scale() {
        for (rating, level) in SCALE {
            assert!((Strength::rating(rating as u32).0 - level).abs() < 1e-9, "{rating}");
        }
        let levels: Vec<f64> = (1000..2800).step_by(10).map(|rating| Strength::rating(rating).0).collect();
        assert!(levels.is_sorted() && levels[0] == 0.0 && !Strength::rating(9999).is_full());
    }

    #[test]
    fn a_visible_mate_is_played() {
        let lines = lines(&[Score::mate_in(3).0, 900, 800, 700]);
        assert!((0..500).all(|seed| Strength::level(0.0).pick(&lines, seed).unwrap().line == 1));
    }

    #[test]
    fn levels_limit_play_but_not_analysis() {
        let beginner = Strength::level(0.0);
        assert_eq!(beginner.limit(Limits::depth(30)).nodes, Some(40));
        assert_eq!(beginner.limit(Limits::nodes(7)).nodes, Some(7));
        assert_eq!(beginner.limit(Limits::infinite()).nodes, None);
        assert_eq!(Strength::FULL.limit(Limits::depth(3)).nodes, None);
        assert!(Strength::level(19.0).nodes() > 100_000);
    }
}
