//! What the techniques of the search were worth when they were last measured, for the reference page.
//!
//! The figures lie in `measurements.tsv`, which `vernier-lab report --measurements` writes from stored games. How they
//! were measured is described in `docs/log/ablation.md` and `docs/log/experiments.md`.

use core::fmt;

/// One match between two searches that differ by a technique, or by several at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// The technique's name in the table of parameters; several are joined by `+`.
    pub technique: &'static str,
    /// The experiment: a folder of `docs/log/ablation/`, or the day of an earlier entry of the log.
    pub experiment: &'static str,
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
    Chain,
    /// The whole search, and the same without it.
    LeaveOneOut,
}

impl Measurement {
    /// The techniques that one search had and the other did not.
    pub fn techniques(&self) -> impl Iterator<Item = &'static str> {
        self.technique.split('+')
    }
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.comparison {
            Comparison::Chain => "added in the chain",
            Comparison::LeaveOneOut => "against the search without it",
        };
        write!(f, "{:+.0}", self.elo)?;
        if let Some(error) = self.error {
            write!(f, " ± {error:.0}")?;
        }
        write!(f, " Elo {how}")?;
        if self.techniques().count() > 1 {
            write!(f, " as {}", self.technique)?;
        }
        write!(f, ", {} ({}, {} games)", self.regime, self.experiment, self.games)
    }
}

/// Every measurement.
pub fn all() -> impl Iterator<Item = Measurement> {
    const FILE: &str = include_str!("../measurements.tsv");
    FILE.lines().skip(1).filter_map(read)
}

/// What was measured of a technique.
pub fn of(technique: &str) -> impl Iterator<Item = Measurement> {
    all().filter(move |measurement| measurement.techniques().any(|name| name == technique))
}

/// A line of the file: technique, experiment, comparison, regime, games, Elo, half of the interval or `-`.
fn read(line: &'static str) -> Option<Measurement> {
    let mut cells = line.split('\t');
    let mut next = || cells.next();
    Some(Measurement {
        technique: next()?,
        experiment: next()?,
        comparison: match next()? {
            "chain" => Comparison::Chain,
            "leave-one-out" => Comparison::LeaveOneOut,
            _ => return None,
        },
        regime: next()?,
        games: next()?.parse().ok()?,
        elo: next()?.parse().ok()?,
        error: next()?.parse().ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    #[test]
    fn every_measurement_names_a_technique() {
        let lines = include_str!("../measurements.tsv").lines().count() - 1;
        assert!(lines > 30);
        assert_eq!(all().count(), lines);
        for measurement in all() {
            for name in measurement.techniques() {
                assert!(Parameters::techniques().any(|known| known == name), "{name}");
            }
        }
    }
}
