//! Many changes measured with the same games.
//!
//! Every pair of games is played between a search with a random half of the changes and one with the other half. So each
//! pair says a little about every change, and a fit by least squares tells them apart: all changes are known as exactly as
//! one would be that had been played alone for all the games. The fit is additive; what two changes do together counts as noise.

use crate::stats::{Fitted, fit};
use crate::study::trial_games::{Conditions, Settings, Trials};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use vernier_engine::{Parameters, Rng};

/// A change: parameters of the search with other values than usual.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// What it is called.
    pub name: String,
    /// The parameters it sets.
    pub values: BTreeMap<String, i32>,
}

/// A screening and all its results: what is needed to resume it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Screen {
    /// The changes.
    pub changes: Vec<Change>,
    /// Pairs there shall be.
    pub pairs: u32,
    /// The seed of the halves.
    pub seed: u64,
    /// How the games are played.
    pub conditions: Conditions,
    /// How the pairs went, by number.
    results: BTreeMap<u32, f64>,
    /// The next pair that nobody plays.
    #[serde(skip)]
    next: u32,
}

/// What a change is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The change.
    pub name: String,
    /// The gain in Elo.
    pub elo: f64,
    /// Half of the interval in which it lies with a probability of 95 %.
    pub error: f64,
}

/// What a result of 1, which is two games won of two, is in Elo for small differences: the slope of the logistic curve.
const ELO: f64 = 800.0 / std::f64::consts::LN_10;
/// Standard errors in half of an interval of 95 %.
const INTERVAL: f64 = 1.96;

/// The changes of a file: tables of parameters by the name of the change.
///
/// ```
/// use vernier_lab::study::screen::read_changes;
/// let changes = read_changes("steeper = { reduction_slope = 250 }\n'no killers' = { killer_moves = 0 }")?;
/// assert_eq!(changes.len(), 2);
/// assert!(read_changes("steeper = { reduction_slop = 250 }").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn read_changes(text: &str) -> Result<Vec<Change>, String> {
    let tables: BTreeMap<String, BTreeMap<String, i32>> =
        toml::from_str(text).map_err(|error| error.to_string())?;
    let mut seen = BTreeSet::new();
    for (name, values) in &tables {
        if values.is_empty() {
            return Err(format!("{name} changes nothing"));
        }
        for (parameter, value) in values {
            Parameters::DEFAULT.clone().set(parameter, *value).map_err(|error| format!("{name}: {error}"))?;
            if !seen.insert(parameter) {
                return Err(format!("{name}: {parameter} is set by another change, too"));
            }
        }
    }
    if tables.is_empty() {
        return Err("there are no changes".into());
    }
    Ok(tables.into_iter().map(|(name, values)| Change { name, values }).collect())
}

impl Screen {
    /// A screening from the beginning.
    pub const fn new(changes: Vec<Change>, pairs: u32, seed: u64, conditions: Conditions) -> Self {
        Self { changes, pairs, seed, conditions, results: BTreeMap::new(), next: 0 }
    }

    /// Why results of the other cannot be added to these: what differs, by the name of its option. None if it is the same
    /// screening, however far it is.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.changes != other.changes {
            return Some("the changes differ".to_owned());
        }
        if self.seed != other.seed {
            return Some(format!("--seed was {}, is {}", self.seed, other.seed));
        }
        self.conditions.difference(&other.conditions)
    }

    /// For every change whether the first search of a pair has it; the second has the others.
    fn half(&self, number: u32) -> Vec<bool> {
        let mut random = Rng::new(self.seed ^ Rng::new(u64::from(number)).bits());
        self.changes.iter().map(|_| random.below(2) == 0).collect()
    }

    /// What each change is worth, best first; none as long as there are too few pairs to tell them apart.
    pub fn worths(&self) -> Option<Vec<Worth>> {
        let sign = |has: bool| if has { 1.0 } else { -1.0 };
        let signs = |number: u32| self.half(number).into_iter().map(sign).collect();
        let rows: Vec<(Vec<f64>, f64)> =
            self.results.iter().map(|(number, result)| (signs(*number), *result)).collect();
        let worth = |(change, fitted): (&Change, Fitted)| Worth {
            name: change.name.clone(),
            elo: ELO * fitted.value,
            error: INTERVAL * ELO * fitted.error,
        };
        let mut worths: Vec<Worth> = self.changes.iter().zip(fit(&rows)?).map(worth).collect();
        worths.sort_by(|left, right| right.elo.total_cmp(&left.elo));
        Some(worths)
    }

    /// The worths as a table in Markdown.
    pub fn markdown(&self) -> String {
        let Some(worths) = self.worths() else {
            return format!("{} pairs are too few to tell the changes apart.\n", self.results.len());
        };
        let row = |worth: &Worth| format!("| {} | {:+.1} ± {:.1} |\n", worth.name, worth.elo, worth.error);
        let rows: String = worths.iter().map(row).collect();
        format!("| change | Elo after {} games |\n|---|--:|\n{rows}", 2 * self.results.len())
    }
}

impl Trials for Screen {
    type Trial = u32;

    fn begin(&mut self) -> Option<u32> {
        while self.results.contains_key(&self.next) {
            self.next += 1;
        }
        let number = self.next;
        self.next += 1;
        (number < self.pairs).then_some(number)
    }

    fn searches(&self, number: &u32) -> (u32, [Settings; 2]) {
        let half = self.half(*number);
        let with = |wanted: bool| {
            let changes = self.changes.iter().zip(&half).filter(move |(_, has)| **has == wanted);
            changes.flat_map(|(change, _)| change.values.clone()).collect()
        };
        (*number, [with(true), with(false)])
    }

    fn learn(&mut self, number: &u32, result: f64) {
        self.results.insert(*number, result);
    }

    fn done(&self) -> u32 {
        self.results.len() as u32
    }

    fn total(&self) -> u32 {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(count: usize, pairs: u32) -> Screen {
        let change = |index: usize| Change {
            name: format!("change {index}"),
            values: BTreeMap::from([(format!("p{index}"), 1)]),
        };
        Screen::new((0..count).map(change).collect(), pairs, 3, Conditions::default())
    }

    /// Noisy pairs between searches that each change makes stronger or weaker.
    #[test]
    fn every_change_is_found_within_its_error() {
        let truth = [40.0, -30.0, 0.0, 10.0, -5.0, 0.0, 25.0];
        let mut screen = screen(truth.len(), 4_000);
        let mut random = Rng::new(9);
        while let Some(number) = screen.begin() {
            let sides = screen.half(number).into_iter().zip(truth);
            let lead: f64 = sides.map(|(has, elo)| if has { elo } else { -elo }).sum();
            let score = 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
            let game = |random: &mut Rng| if random.unit() < score { 1.0 } else { -1.0 };
            let result = (game(&mut random) + game(&mut random)) / 2.0;
            screen.learn(&number, result);
        }
        let worths = screen.worths().expect("4,000 pairs are enough");
        assert_eq!(worths[0].name, "change 0");
        for worth in worths {
            let index: usize = worth.name[7..].parse().expect("a number");
            assert!((5.0..12.0).contains(&worth.error), "{worth:?}");
            // Seven of them at once: a little more than the interval of one.
            assert!((worth.elo - truth[index]).abs() < 1.5 * worth.error, "{worth:?} is {}", truth[index]);
        }
    }

    #[test]
    fn the_two_searches_share_all_changes() {
        let screen = screen(9, 10);
        for number in 0..10 {
            let (same, [first, second]) = screen.searches(&number);
            assert_eq!((same, first.len() + second.len()), (number, 9));
            assert!(first.iter().all(|setting| !second.contains(setting)));
        }
    }

    #[test]
    fn what_was_not_finished_is_played_again() {
        let mut first = screen(2, 4);
        let begun: Vec<u32> = std::iter::from_fn(|| first.begin()).collect();
        assert_eq!(begun, [0, 1, 2, 3]);
        first.learn(&0, 1.0);
        first.learn(&2, -0.5);
        assert!(first.worths().is_none(), "as many pairs as changes leave no error to tell");
        let text = serde_json::to_string(&first).expect("a state");
        let mut restored: Screen = serde_json::from_str(&text).expect("the same");
        assert_eq!(restored.difference(&first), None);
        assert_eq!(std::iter::from_fn(|| restored.begin()).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn wrong_files_are_refused() {
        for (text, word) in [
            ("", "no changes"),
            ("a = {}", "changes nothing"),
            ("a = { killer_moves = 7 }", "killer_moves"),
            ("a = { killer_moves = 0 }\nb = { killer_moves = 0 }", "another change"),
            ("a = 5", "5"),
        ] {
            let error = read_changes(text).expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
