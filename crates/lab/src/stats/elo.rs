//! Differences in strength with their errors.

use super::normal::{TWO_SIDED_95, cumulative};
use super::{Games, Pairs, Tally};
use std::f64::consts::LN_10;
use std::fmt;

/// A difference on the logistic Elo scale, from the score of a match.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Elo(pub f64);

/// A difference in units of the noise of one game. It does not depend on how many games are drawn, so tests with
/// the same bounds take equally long with balanced and unbalanced openings.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct NormalizedElo(pub f64);

/// Normalized Elo for each standard deviation of a game. The factor makes both scales agree for an even match
/// without draws.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

impl Elo {
    /// The expected score per game, from 0 to 1.
    pub fn expected_score(self) -> f64 {
        1.0 / (1.0 + 10f64.powf(-self.0 / 400.0))
    }

    /// The difference at which that score is expected. Whole points give infinities.
    pub fn from_score(score: f64) -> Self {
        let score = score.clamp(0.0, 1.0);
        Self(400.0 * (score / (1.0 - score)).log10())
    }
}

/// A measured difference and how far off it may be.
///
/// ```
/// use vernier_lab::stats::{Estimate, Tally};
/// let pairs = Tally([192, 242, 1548, 817, 2201]);
/// let estimate = Estimate::of(&pairs);
/// assert_eq!(format!("{:.4}", estimate.score), "0.7297");
/// assert_eq!(format!("{:+.1}", estimate.elo.0), "+172.5");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean score per game.
    pub score: f64,
    /// The difference in strength.
    pub elo: Elo,
    /// Half the width of its 95 % interval.
    pub elo_error: f64,
    /// The difference in units of noise.
    pub normalized: NormalizedElo,
    /// Half the width of its 95 % interval.
    pub normalized_error: f64,
    /// The probability that the first engine is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    /// What these results say.
    pub fn of<const N: usize>(tally: &Tally<N>) -> Self {
        let (score, margin) = (tally.mean(), TWO_SIDED_95 * tally.standard_error());
        let deviation = tally.deviation_per_game();
        let (lower, upper) = (Elo::from_score(score - margin), Elo::from_score(score + margin));
        let lead = (score - 0.5) / tally.standard_error();
        Self {
            score,
            elo: Elo::from_score(score),
            elo_error: (upper.0 - lower.0) / 2.0,
            normalized: NormalizedElo((score - 0.5) / deviation * NORMALIZED_UNIT),
            normalized_error: margin / deviation * NORMALIZED_UNIT,
            superiority: if lead.is_nan() { 0.5 } else { cumulative(lead) },
        }
    }

    /// The difference with its error, in words.
    pub fn elo_text(&self) -> String {
        format!("{} ± {}", Signed(self.elo.0), Unsigned(self.elo_error))
    }

    /// The difference in units of noise with its error, in words.
    pub fn normalized_text(&self) -> String {
        format!("{} ± {}", Signed(self.normalized.0), Unsigned(self.normalized_error))
    }

    /// From pairs where there are some, else from single games.
    pub fn of_match(pairs: &Pairs, games: &Games) -> Self {
        if pairs.total() > 0 { Self::of(pairs) } else { Self::of(games) }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, normalized) = (self.elo_text(), self.normalized_text());
        write!(f, "Elo {elo}, nElo {normalized}, LOS {:.1} %", 100.0 * self.superiority)
    }
}

/// A number with its sign, or a word where there is no number: matches of equal results have no spread.
struct Signed(f64);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() { write!(f, "?") } else { write!(f, "{:+.1}", self.0) }
    }
}

struct Unsigned(f64);

impl fmt::Display for Unsigned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_finite() { write!(f, "{:.1}", self.0) } else { write!(f, "?") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, published: f64) {
        assert!((found - published).abs() <= 0.005 + 1e-9, "{found}, published {published}");
    }

    /// Values that another match runner prints for the same counts, to two digits.
    #[test]
    fn agrees_with_published_estimates() {
        let games = |wins, losses, draws| Estimate::of(&Tally([losses, draws, wins]));
        let level = games(76, 89, 123);
        near(level.normalized.0, -20.76);
        near(level.normalized_error, 40.13);
        near(level.superiority, 0.1553);
        let better = games(136, 96, 111);
        near(better.normalized.0, 49.77);
        near(better.normalized_error, 36.77);
        near(better.elo.0, 40.70);
        near(better.elo_error, 30.43);
        near(better.superiority, 0.9960);
        near(games(34, 356, 0).normalized.0, -508.44);

        let pairs = |counts: [u64; 5]| Estimate::of(&Tally(counts));
        let better = pairs([34, 54, 63, 64, 75]);
        near(better.normalized.0, 57.94);
        near(better.normalized_error, 28.28);
        near(better.elo.0, 55.58);
        near(better.elo_error, 27.65);
        let worse = pairs([332, 433, 498, 333, 334]);
        near(worse.normalized.0, -9.17);
        near(worse.normalized_error, 10.96);
        near(worse.elo.0, -8.64);
        near(worse.elo_error, 10.33);
        near(worse.superiority, 0.0505);
    }

    #[test]
    fn extreme_scores_have_no_number() {
        let nothing = Estimate::of(&Pairs::NONE);
        assert_eq!(nothing.superiority, 0.5);
        assert_eq!(nothing.to_string(), "Elo +0.0 ± 0.0, nElo ? ± ?, LOS 50.0 %");
        let all_won = Estimate::of(&Tally([0, 0, 0, 0, 8]));
        assert_eq!(all_won.superiority, 1.0);
        assert!(all_won.to_string().starts_with("Elo +inf ± ?"), "{all_won}");
        let all_drawn = Estimate::of(&Tally([0, 0, 8, 0, 0]));
        assert_eq!(all_drawn.superiority, 0.5);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -3.5, 0.0, 20.0, 172.5] {
            assert!((Elo::from_score(Elo(elo).expected_score()).0 - elo).abs() < 1e-9);
        }
    }
}
