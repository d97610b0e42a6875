//! The sequential probability ratio test: play until the answer is known, and no longer.
//!
//! Two hypotheses are weighed against each other: the difference is `elo0`, or it is `elo1`. The test statistic is
//! the generalized log-likelihood ratio: how much better the results fit the likeliest distribution with a
//! difference of `elo1` than the likeliest one with `elo0`. After Wald (1945) for the stopping rule, and
//! M. Van den Bergh's notes on the generalized test for the rest.

use super::elo::NORMALIZED_UNIT;
use super::{Elo, Tally};
use std::fmt;

/// The scale on which the bounds of a test are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo in units of the noise of one game.
    #[default]
    Normalized,
    /// Elo by the expected score.
    Logistic,
}

/// What a test decides between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The difference of the hypothesis "no better".
    pub elo0: f64,
    /// The difference of the hypothesis "better".
    pub elo1: f64,
    /// The scale of both.
    pub model: Model,
}

/// A sequential test with its bounds and the errors it may make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    bounds: Bounds,
    alpha: f64,
    beta: f64,
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Better: `elo1` fits.
    Accepted,
    /// Not better: `elo0` fits.
    Rejected,
    /// More games are needed.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Undecided => "undecided",
        })
    }
}

/// Why a test cannot be set up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SprtError {
    /// `elo0` must be less than `elo1`.
    Bounds(f64, f64),
    /// An error probability outside of 0 to ½.
    Probability(f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bounds(elo0, elo1) => write!(f, "elo0 ({elo0}) must be less than elo1 ({elo1})"),
            Self::Probability(value) => write!(f, "an error probability of {value} is not between 0 and 0.5"),
        }
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// A test that calls a change of `elo0` better with probability `alpha`, and one of `elo1` not better with
    /// probability `beta`.
    pub fn new(bounds: Bounds, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        // Written so that a NaN is refused too.
        let ordered = bounds.elo0 < bounds.elo1 && bounds.elo0.is_finite() && bounds.elo1.is_finite();
        if !ordered {
            return Err(SprtError::Bounds(bounds.elo0, bounds.elo1));
        }
        for value in [alpha, beta] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Probability(value));
            }
        }
        Ok(Self { bounds, alpha, beta })
    }

    /// A test that is wrong one time in twenty to either side, between bounds that are known to be in order.
    pub const fn usual(bounds: Bounds) -> Self {
        Self { bounds, alpha: 0.05, beta: 0.05 }
    }

    /// What the test decides between.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How often it may be wrong: `alpha`, `beta`.
    pub const fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// At or below this log-likelihood ratio the change is rejected.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// At or above this log-likelihood ratio the change is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of "better" against "no better"; zero of nothing.
    pub fn log_likelihood_ratio<const N: usize>(&self, tally: &Tally<N>) -> f64 {
        if tally.total() == 0 {
            return 0.0;
        }
        let observed = Frequencies::of(tally);
        let likeliest = |elo: f64| match self.bounds.model {
            Model::Logistic => observed.likeliest_with_mean(Elo(elo).expected_score()),
            Model::Normalized => {
                let deviations_per_game = elo / NORMALIZED_UNIT;
                observed
                    .likeliest_with_lead(deviations_per_game * (Tally::<N>::games_per_result() as f64).sqrt())
            }
        };
        let (at0, at1) = (likeliest(self.bounds.elo0), likeliest(self.bounds.elo1));
        let gain = |index: usize| observed.share[index] * (at1.share[index] / at0.share[index]).ln();
        observed.total * (0..N).map(gain).sum::<f64>()
    }

    /// How the test stands, in a line.
    pub fn sentence<const N: usize>(&self, tally: &Tally<N>) -> String {
        let Bounds { elo0, elo1, model } = self.bounds;
        let (ratio, verdict) = (self.log_likelihood_ratio(tally), self.verdict(tally));
        let (lower, upper) = (self.lower(), self.upper());
        format!("SPRT [{elo0}, {elo1}] {model:?}: LLR {ratio:+.2} ({lower:+.2}, {upper:+.2}): {verdict}")
    }

    /// What these results decide.
    pub fn verdict<const N: usize>(&self, tally: &Tally<N>) -> Verdict {
        let ratio = self.log_likelihood_ratio(tally);
        if ratio >= self.upper() {
            Verdict::Accepted
        } else if ratio <= self.lower() {
            Verdict::Rejected
        } else {
            Verdict::Undecided
        }
    }
}

/// The shares of each result, none of them zero.
#[derive(Clone, Copy)]
struct Frequencies<const N: usize> {
    share: [f64; N],
    total: f64,
}

impl<const N: usize> Frequencies<N> {
    /// A result that never came counts as if it had come a thousandth of once, so that logarithms exist.
    fn of(tally: &Tally<N>) -> Self {
        let counts = tally.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total = counts.iter().sum();
        Self { share: counts.map(|count| count / total), total }
    }

    fn mean(&self) -> f64 {
        (0..N).map(|index| self.share[index] * Tally::<N>::score_of(index)).sum()
    }

    fn variance(&self, mean: f64) -> f64 {
        (0..N).map(|index| self.share[index] * (Tally::<N>::score_of(index) - mean).powi(2)).sum()
    }

    /// The distribution with that mean under which the observed results are likeliest.
    fn likeliest_with_mean(&self, mean: f64) -> Self {
        self.tilted(std::array::from_fn(|index| Tally::<N>::score_of(index) - mean)).unwrap_or(*self)
    }

    /// The likeliest distribution whose mean is that many standard deviations above one half. The deviation is its
    /// own, so the condition is made linear about the last answer, until the answer stays the same.
    fn likeliest_with_lead(&self, lead: f64) -> Self {
        let mut answer = Self { share: [1.0 / N as f64; N], total: self.total };
        for _ in 0..20 {
            let mean = answer.mean();
            let deviation = answer.variance(mean).sqrt();
            let slope = std::array::from_fn(|index| {
                let score = Tally::<N>::score_of(index);
                score - 0.5 - lead * deviation / 2.0 * (1.0 + ((score - mean) / deviation).powi(2))
            });
            let Some(next) = self.tilted(slope) else { break };
            let change =
                (0..N).map(|index| (next.share[index] - answer.share[index]).abs()).fold(0.0, f64::max);
            answer = next;
            if change < 1e-10 {
                break;
            }
        }
        answer
    }

    /// The likeliest distribution under which `slope` has mean zero: every share divided by `1 + x * slope`, with the
    /// one `x` that fits. None if `slope` has one sign only.
    fn tilted(&self, slope: [f64; N]) -> Option<Self> {
        let least = slope.iter().copied().fold(f64::INFINITY, f64::min);
        let most = slope.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        // The mean falls steadily between the two poles, so one root lies between them: Newton's step where it
        // stays inside, half the way where it does not.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut x = 0.0;
        for _ in 0..100 {
            let (mut value, mut derivative) = (0.0, 0.0);
            for (share, slope) in self.share.iter().zip(slope) {
                let part = slope / (1.0 + x * slope);
                value += share * part;
                derivative -= share * part * part;
            }
            if value > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let newton = x - value / derivative;
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            if (next - x).abs() <= 1e-13 * (1.0 + x.abs()) {
                break;
            }
            x = next;
        }
        let mut share = self.share;
        for (share, slope) in share.iter_mut().zip(slope) {
            *share /= 1.0 + x * slope;
        }
        Some(Self { share, total: self.total })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_engine::Rng;

    fn ratio<const N: usize>(elo0: f64, elo1: f64, model: Model, counts: [u64; N]) -> f64 {
        Sprt::new(Bounds { elo0, elo1, model }, 0.05, 0.05).unwrap().log_likelihood_ratio(&Tally(counts))
    }

    /// Values that another match runner gives for the same counts, to two digits.
    #[test]
    fn agrees_with_published_ratios() {
        use Model::*;
        let cases = [
            (ratio(0.0, 2.0, Normalized, [36027, 68692, 36433]), 0.92),
            (ratio(-1.75, 0.25, Normalized, [10650, 20431, 10871]), 2.30),
            (ratio(0.5, 2.5, Logistic, [21184, 40708, 21404]), -1.57),
            (ratio(0.0, 2.0, Logistic, [57030, 106_593, 57433]), -2.59),
            (ratio(0.0, 2.0, Normalized, [365, 16618, 36229, 16974, 390]), 2.25),
            (ratio(-1.75, 0.25, Normalized, [127, 4883, 10712, 5150, 104]), 3.01),
            (ratio(0.5, 2.5, Logistic, [223, 9863, 21279, 10037, 246]), -3.07),
            (ratio(0.0, 2.0, Logistic, [871, 26175, 55983, 26678, 821]), -4.98),
        ];
        for (found, published) in cases {
            assert!((found - published).abs() < 0.006, "{found:.4}, published {published}");
        }
    }

    #[test]
    fn maximum_likelihood_distributions_meet_their_constraints() {
        let observed = Frequencies::of(&Tally([30, 120, 400, 260, 90]));
        for elo in [-40.0, 0.0, 3.0, 150.0] {
            let mean = Elo(elo).expected_score();
            let found = observed.likeliest_with_mean(mean);
            assert!((found.mean() - mean).abs() < 1e-10);
            assert!((found.share.iter().sum::<f64>() - 1.0).abs() < 1e-10);
        }
        for lead in [-0.3, 0.0, 0.02, 0.4] {
            let found = observed.likeliest_with_lead(lead);
            let mean = found.mean();
            assert!(((mean - 0.5) / found.variance(mean).sqrt() - lead).abs() < 1e-7, "{lead}");
            assert!((found.share.iter().sum::<f64>() - 1.0).abs() < 1e-7);
        }
    }

    #[test]
    fn one_sided_results_decide() {
        let test = Sprt::new(Bounds { elo0: 0.0, elo1: 5.0, model: Model::Normalized }, 0.05, 0.05).unwrap();
        assert_eq!(test.verdict(&Tally::<5>::NONE), Verdict::Undecided);
        assert_eq!(test.verdict(&Tally([0, 0, 0, 0, 400])), Verdict::Accepted);
        assert_eq!(test.verdict(&Tally([400, 0, 0, 0, 0])), Verdict::Rejected);
        assert!((test.upper() - 2.944).abs() < 1e-3 && (test.lower() + 2.944).abs() < 1e-3);
    }

    #[test]
    fn invalid_tests_are_rejected() {
        let bounds = |elo0, elo1| Bounds { elo0, elo1, model: Model::Logistic };
        assert!(Sprt::new(bounds(2.0, 0.0), 0.05, 0.05).is_err());
        assert!(Sprt::new(bounds(f64::NAN, 0.0), 0.05, 0.05).is_err());
        assert!(Sprt::new(bounds(0.0, f64::INFINITY), 0.05, 0.05).is_err());
        assert!(Sprt::new(bounds(0.0, 2.0), 0.0, 0.05).is_err());
        assert!(Sprt::new(bounds(0.0, 2.0), 0.05, 0.5).is_err());
    }

    /// The share of simulated tests accepted when pairs really come with these shares.
    fn acceptance(test: &Sprt, truth: &Frequencies<5>, tests: u32, random: &mut Rng) -> f64 {
        let mut accepted = 0;
        for _ in 0..tests {
            let mut tally = Pairs::NONE;
            let verdict = loop {
                // Looking every other pair halves the cost; looking less often can only lower the errors.
                for _ in 0..2 {
                    tally.add(draw(truth, random));
                }
                match test.verdict(&tally) {
                    Verdict::Undecided => (),
                    verdict => break verdict,
                }
            };
            accepted += u32::from(verdict == Verdict::Accepted);
        }
        f64::from(accepted) / f64::from(tests)
    }

    fn draw(truth: &Frequencies<5>, random: &mut Rng) -> usize {
        let mut left = random.unit();
        truth
            .share
            .iter()
            .position(|share| {
                left -= share;
                left < 0.0
            })
            .unwrap_or(4)
    }

    use super::super::Pairs;

    /// Error rates stay within their bounds, with three standard errors of the simulation allowed.
    #[test]
    fn error_rates_stay_within_their_bounds() {
        const TESTS: u32 = 1500;
        let shape = Frequencies::of(&Tally([40, 210, 480, 230, 40]));
        let mut random = Rng::new(2026);
        let (alpha, beta) = (0.05, 0.1);
        let allowed = |rate: f64| rate + 3.0 * (rate * (1.0 - rate) / f64::from(TESTS)).sqrt();
        for model in [Model::Normalized, Model::Logistic] {
            let bounds = Bounds { elo0: 0.0, elo1: 40.0, model };
            let test = Sprt::new(bounds, alpha, beta).unwrap();
            let truth = |elo: f64| match model {
                Model::Logistic => shape.likeliest_with_mean(Elo(elo).expected_score()),
                Model::Normalized => shape.likeliest_with_lead(elo / NORMALIZED_UNIT * 2f64.sqrt()),
            };
            let false_alarms = acceptance(&test, &truth(bounds.elo0), TESTS, &mut random);
            let misses = 1.0 - acceptance(&test, &truth(bounds.elo1), TESTS, &mut random);
            assert!(false_alarms <= allowed(alpha), "{model:?}: {false_alarms} false alarms");
            assert!(misses <= allowed(beta), "{model:?}: {misses} misses");
            // And the test is not merely insensitive: it uses a good part of the allowed errors.
            assert!(false_alarms > alpha / 3.0 && misses > beta / 3.0, "{model:?}: {false_alarms}, {misses}");
        }
    }
}
