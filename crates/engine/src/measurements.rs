//! What the techniques of the search were worth when they were last measured, for the reference page.
//!
//! The figures are those of `docs/log/ablation.md` and `docs/log/experiments.md`, which tell how they were come by.

use core::fmt;

/// One match between two searches that differ by a technique.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The technique's name in the table of parameters.
    pub technique: &'static str,
    /// What it was added to or taken from.
    pub comparison: Comparison,
    /// The limit on each move.
    pub regime: &'static str,
    /// Games played.
    pub games: u32,
    /// The lead of the search that has it.
    pub elo: f32,
    /// Half of the 95 % interval; none if one side won everything or no pair was decided.
    pub error: Option<f32>,
}

/// Which two searches met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// A search with only the techniques before it in the chain, and the same with it.
    Added,
    /// The whole search, and the same without it.
    Missed,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.comparison {
            Comparison::Added => "added in the chain",
            Comparison::Missed => "against the search without it",
        };
        write!(f, "{:+.0}", self.elo)?;
        if let Some(error) = self.error {
            write!(f, " ± {error:.0}")?;
        }
        write!(f, " Elo {how}, {} ({} games)", self.regime, self.games)
    }
}

/// What was measured of a technique.
pub fn of(technique: &str) -> impl Iterator<Item = &'static Worth> {
    MEASURED.iter().filter(move |worth| worth.technique == technique)
}

/// The figures, by technique as they were measured.
#[rustfmt::skip]
const MEASURED: &[Worth] = &[
    Worth { technique: "quiescence", comparison: Comparison::Added, regime: "20 ms a move", games: 200, elo: 699.7, error: Some(157.9) },
    Worth { technique: "quiescence", comparison: Comparison::Added, regime: "depth 5", games: 200, elo: 919.5, error: None },
    Worth { technique: "quiescence", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: 381.7, error: Some(95.2) },
    Worth { technique: "scout_windows", comparison: Comparison::Added, regime: "20 ms a move", games: 200, elo: 33.1, error: Some(40.8) },
    Worth { technique: "scout_windows", comparison: Comparison::Added, regime: "depth 5", games: 98, elo: 0.0, error: None },
    Worth { technique: "scout_windows", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: 330.2, error: Some(87.8) },
    Worth { technique: "scout_windows", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: -172.8, error: Some(55.2) },
    Worth { technique: "tt_cutoffs", comparison: Comparison::Added, regime: "20 ms a move", games: 200, elo: 36.6, error: Some(40.1) },
    Worth { technique: "tt_cutoffs", comparison: Comparison::Added, regime: "depth 5", games: 200, elo: 12.2, error: Some(18.8) },
    Worth { technique: "tt_cutoffs", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: 63.2, error: Some(55.7) },
    Worth { technique: "tt_cutoffs", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: 20.9, error: Some(55.7) },
    Worth { technique: "null_move", comparison: Comparison::Added, regime: "20 ms a move", games: 200, elo: 117.2, error: Some(39.9) },
    Worth { technique: "null_move", comparison: Comparison::Added, regime: "depth 5", games: 200, elo: -3.5, error: Some(27.3) },
    Worth { technique: "null_move", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: -13.9, error: Some(46.4) },
    Worth { technique: "null_move", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: -27.9, error: Some(47.1) },
    Worth { technique: "late_move_reduction", comparison: Comparison::Added, regime: "20 ms a move", games: 200, elo: 115.2, error: Some(47.6) },
    Worth { technique: "late_move_reduction", comparison: Comparison::Added, regime: "depth 5", games: 200, elo: -68.6, error: Some(43.0) },
    Worth { technique: "late_move_reduction", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: 63.2, error: Some(47.8) },
    Worth { technique: "late_move_reduction", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: -246.3, error: Some(61.3) },
    Worth { technique: "aspiration", comparison: Comparison::Added, regime: "20 ms a move", games: 200, elo: 43.7, error: Some(40.0) },
    Worth { technique: "aspiration", comparison: Comparison::Added, regime: "depth 5", games: 200, elo: -56.1, error: Some(38.4) },
    Worth { technique: "aspiration", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: 70.4, error: Some(49.5) },
    Worth { technique: "aspiration", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: 10.4, error: Some(54.5) },
    Worth { technique: "quiescence_futility", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: -59.6, error: Some(53.5) },
    Worth { technique: "quiescence_futility", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: 0.0, error: Some(56.7) },
    Worth { technique: "correction", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: 31.4, error: Some(53.3) },
    Worth { technique: "reverse_futility", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: 59.6, error: Some(60.7) },
    Worth { technique: "singular_extension", comparison: Comparison::Missed, regime: "10 ms a move", games: 100, elo: 70.4, error: Some(50.6) },
    Worth { technique: "tt_estimates", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: -13.9, error: Some(55.8) },
    Worth { technique: "mate_distance", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: 0.0, error: Some(9.6) },
    Worth { technique: "upcoming_repetition", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: 0.0, error: Some(44.4) },
    Worth { technique: "quiescence_evasions", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: -31.4, error: Some(45.5) },
    Worth { technique: "quiescence_trades", comparison: Comparison::Missed, regime: "depth 8", games: 100, elo: 13.9, error: Some(16.3) },
    Worth { technique: "mate_threat_guard", comparison: Comparison::Missed, regime: "8,000 nodes a move", games: 735, elo: 10.4, error: Some(18.6) },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    #[test]
    fn only_techniques_of_the_table_have_a_worth() {
        for worth in MEASURED {
            assert!(Parameters::techniques().any(|name| name == worth.technique), "{}", worth.technique);
        }
    }
}
