//! What was tried and what broke.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Further findings are counted but not kept.
const MAX_FINDINGS: usize = 20;

/// What was tried and what broke.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Texts, files, lines, kills, games ...
    pub inputs: u64,
    /// Inputs that were accepted, not refused.
    pub accepted: u64,
    /// Programs that ended or parsers that panicked.
    pub deaths: u64,
    /// Answers that did not come.
    pub hangs: u64,
    /// Answers that were wrong, or data that was lost.
    pub wrong: u64,
    /// Games lost on time.
    pub time_losses: u64,
    /// Inputs by kind.
    pub kinds: BTreeMap<String, u64>,
    /// How often each figure was measured, by its name and then by its value.
    pub figures: BTreeMap<String, BTreeMap<u64, u64>>,
    /// The first things that broke, in words.
    pub findings: Vec<String>,
}

/// What broke.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A program ended or a parser panicked.
    Death,
    /// An answer did not come.
    Hang,
    /// An answer was wrong, or data was lost.
    Wrong,
}

impl Tally {
    /// Counts inputs of a kind.
    pub fn count(&mut self, kind: &str, inputs: u64) {
        self.inputs += inputs;
        *self.kinds.entry(kind.to_owned()).or_default() += inputs;
    }

    /// Notes something that broke.
    pub fn fault(&mut self, fault: Fault, what: String) {
        match fault {
            Fault::Death => self.deaths += 1,
            Fault::Hang => self.hangs += 1,
            Fault::Wrong => self.wrong += 1,
        }
        self.find(format!("{fault:?}: {what}"));
    }

    /// Records a remark.
    pub fn find(&mut self, what: String) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(what);
        }
    }

    /// Records a measured value.
    pub fn measure(&mut self, figure: &str, value: u64) {
        *self.figures.entry(figure.to_owned()).or_default().entry(value).or_default() += 1;
    }

    /// Adds another tally to this one.
    pub fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.deaths += other.deaths;
        self.hangs += other.hangs;
        self.wrong += other.wrong;
        self.time_losses += other.time_losses;
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (figure, values) in other.figures {
            let own = self.figures.entry(figure).or_default();
            for (value, count) in values {
                *own.entry(value).or_default() += count;
            }
        }
        for finding in other.findings {
            self.find(finding);
        }
    }

    /// True if nothing broke.
    pub const fn is_clean(&self) -> bool {
        self.deaths + self.hangs + self.wrong == 0
    }
}

/// The given percentile of the measurements.
pub fn percentile(values: &BTreeMap<u64, u64>, percent: u64) -> u64 {
    let total: u64 = values.values().sum();
    let mut seen = 0;
    for (value, count) in values {
        seen += count;
        if seen * 100 >= total * percent {
            return *value;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_add_up() {
        let mut sum = Tally::default();
        for value in 1..=100 {
            let mut one = Tally::default();
            one.count("line", 2);
            one.measure("ms", value);
            sum.add(one);
        }
        assert_eq!((sum.inputs, sum.kinds["line"], sum.is_clean()), (200, 200, true));
        let values = &sum.figures["ms"];
        assert_eq!([0, 50, 99, 100].map(|percent| percentile(values, percent)), [1, 50, 99, 100]);
        let mut one = Tally::default();
        one.fault(Fault::Hang, "late".to_owned());
        sum.add(one);
        assert_eq!(
            (sum.hangs, sum.is_clean(), &sum.findings[..]),
            (1, false, &["Hang: late".to_owned()][..])
        );
    }
}
