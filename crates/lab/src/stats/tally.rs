//! Results, counted.

use std::fmt;

/// How often each result came, worst first, in even steps from a score of 0 to a score of 1.
///
/// With three entries these are single games: losses, draws, wins. With five they are pairs of games: 0, ½, 1, 1½
/// and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally<const N: usize>(pub [u64; N]);

/// Single games: losses, draws, wins.
pub type Games = Tally<3>;

/// Pairs of games by their points: 0, ½, 1, 1½, 2.
pub type Pairs = Tally<5>;

impl<const N: usize> Tally<N> {
    /// Nothing played yet.
    pub const NONE: Self = Self([0; N]);

    /// How many results there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many games one result stands for.
    pub const fn games_per_result() -> u64 {
        (N as u64 - 1) / 2
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.total() * Self::games_per_result()
    }

    /// Counts one more result of that many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The score that a result stands for, from 0 to 1.
    pub(super) fn score_of(index: usize) -> f64 {
        index as f64 / (N as f64 - 1.0)
    }

    /// The mean score per game, from 0 to 1; one half of nothing.
    pub fn mean(&self) -> f64 {
        match self.total() {
            0 => 0.5,
            total => self.moment(|score| score) / total as f64,
        }
    }

    /// The variance of one result about the mean.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        match self.total() {
            0 => 0.0,
            total => self.moment(|score| (score - mean).powi(2)) / total as f64,
        }
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        match self.total() {
            0 => 0.0,
            total => (self.variance() / total as f64).sqrt(),
        }
    }

    /// The standard deviation of a single game: what the spread of the results would be if games were independent.
    pub(super) fn deviation_per_game(&self) -> f64 {
        (self.variance() * Self::games_per_result() as f64).sqrt()
    }

    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().enumerate().map(|(index, count)| *count as f64 * of(Self::score_of(index))).sum()
    }
}

impl Games {
    /// The share of draws.
    pub fn draw_rate(&self) -> f64 {
        self.0[1] as f64 / self.total().max(1) as f64
    }

    /// The same games seen by the other side.
    pub const fn flip(self) -> Self {
        let Self([losses, draws, wins]) = self;
        Self([wins, draws, losses])
    }
}

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const N: usize> fmt::Display for Tally<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.0.iter().map(u64::to_string).collect();
        write!(f, "[{}]", counts.join(", "))
    }
}
