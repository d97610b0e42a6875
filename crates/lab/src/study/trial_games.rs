//! Plays the pairs of games that a study learns from, several at a time, and keeps its state.

use crate::openings::opening::{self, Opening};
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::engines::in_process;
use crate::play::latency::LatencyWatch;
use crate::play::referee::{Referee, Rules};
use crate::play::search_limit::SearchLimit;
use crate::store::{fingerprint, whole_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use vernier_chess::{ByColor, CastlingMode, Color};
use vernier_protocol::client::PlayerError;

/// Parameters of a search by name.
pub type Settings = Vec<(String, i32)>;

/// A study that learns from pairs of games.
pub trait Trials: Serialize + Send {
    /// One pair.
    type Trial;

    /// Begins the next pair; none if all have begun.
    fn begin(&mut self) -> Option<Self::Trial>;

    /// The number of a pair, from zero, which chooses its opening, and how its two searches are set.
    fn searches(&self, trial: &Self::Trial) -> (u32, [Settings; 2]);

    /// Learns how a pair went: from -1 (the second search won both games) to 1 (the first did).
    fn learn(&mut self, trial: &Self::Trial, result: f64);

    /// Pairs whose result is in.
    fn done(&self) -> u32;

    /// Pairs there shall be.
    fn total(&self) -> u32;
}

/// Where trials are played.
pub struct TrialGames {
    /// Nodes for each move.
    pub nodes: u64,
    /// Options of the engine on both sides, `Hash` among them.
    pub options: Vec<(String, String)>,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// How late the machine runs.
    pub latency: LatencyWatch,
}

/// What decides how games go beside the searches that meet; results under different conditions must not be mixed.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// Nodes for each move.
    pub nodes: u64,
    /// Options of the engine on both sides.
    pub options: Vec<(String, String)>,
    /// What identifies the openings, in their order.
    pub openings: String,
}

impl Conditions {
    /// What differs; none if nothing does.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let nodes = || format!("--nodes was {}, is {}", self.nodes, other.nodes);
        let mut differences: Vec<String> = (self.nodes != other.nodes).then(nodes).into_iter().collect();
        differences.extend(self.option_differences(other));
        differences.extend((self.openings != other.openings).then(|| "--openings differ".to_owned()));
        (!differences.is_empty()).then(|| differences.join("; "))
    }

    /// Options that have another value, are new or are gone. Where one is set twice, the last value counts.
    fn option_differences(&self, other: &Self) -> Vec<String> {
        let by_name = |of: &Self| of.options.iter().cloned().collect::<BTreeMap<String, String>>();
        let (old, new) = (by_name(self), by_name(other));
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let difference = |name: &String| match (old.get(name), new.get(name)) {
            (old, new) if old == new => None,
            (Some(old), Some(new)) => Some(format!("{name} was {old}, is {new}")),
            (Some(old), None) => Some(format!("{name} was {old}, is not set")),
            (None, new) => new.map(|new| format!("{name} was not set, is {new}")),
        };
        names.into_iter().filter_map(difference).collect()
    }
}

const RULES: Rules = Rules {
    mode: CastlingMode::Standard,
    adjudication: Adjudication {
        draw: Some(DrawRule { from_move: 40, moves: 6, score: 8 }),
        resign: Some(ResignRule { moves: 3, score: 700 }),
        max_moves: Some(200),
    },
    margin: Duration::ZERO,
    patience: Duration::from_secs(60),
};

/// The state is saved after this many trials.
const SAVE_EVERY: u32 = 10;

impl TrialGames {
    /// What results are kept with.
    pub fn conditions(&self) -> Conditions {
        let openings = opening::fingerprint(&self.openings);
        // Another file may have come under the same name.
        let with_file = |(name, value): &(String, String)| match fingerprint::of_file(Path::new(value)) {
            Ok(bytes) => (name.clone(), format!("{value} ({bytes})")),
            Err(_) => (name.clone(), value.clone()),
        };
        let options = self.options.iter().map(with_file).collect();
        Conditions { nodes: self.nodes, options, openings }
    }

    /// Plays trials until all are done or `interrupt` is set. `saved` sees the state whenever it is on the disk.
    pub fn run<T: Trials>(
        &self,
        trials: T,
        concurrency: usize,
        out: &Path,
        interrupt: &AtomicBool,
        saved: impl Fn(&T) + Sync,
    ) -> Result<T, String> {
        if let Some(folder) = out.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let state = Mutex::new(trials);
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = || {
            let mut state = lock();
            let trial = state.begin()?;
            let searches = state.searches(&trial);
            Some((trial, searches))
        };
        let work = || -> Result<(), String> {
            while !interrupt.load(Ordering::Relaxed) {
                let Some((trial, (number, searches))) = begin() else { return Ok(()) };
                let result = self.pair(number, &searches, interrupt).map_err(|error| error.to_string())?;
                let Some(result) = result else { return Ok(()) };
                let mut state = lock();
                state.learn(&trial, result);
                if state.done().is_multiple_of(SAVE_EVERY) || state.done() == state.total() {
                    save(out, &*state)?;
                    saved(&state);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..concurrency).map(|_| scope.spawn(work)).collect();
            let mut ended = workers.into_iter().map(|worker| worker.join());
            ended.try_for_each(|result| result.unwrap_or_else(|_| Err("a worker panicked".into())))
        })?;
        let trials = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        save(out, &trials)?;
        Ok(trials)
    }

    /// Two games with colors reversed: 1 if the first search won both, -1 if it lost both; none if interrupted.
    fn pair(
        &self,
        number: u32,
        [first, second]: &[Settings; 2],
        interrupt: &AtomicBool,
    ) -> Result<Option<f64>, PlayerError> {
        let opening = &self.openings[number as usize % self.openings.len()];
        let limit = SearchLimit { nodes: Some(self.nodes), ..SearchLimit::default() };
        let referee = Referee {
            rules: &RULES,
            stop: interrupt,
            latency: &self.latency,
            tables: None,
            on_move: &|_, _| (),
        };
        let search = |settings: &Settings| {
            let values = settings.iter().map(|(name, value)| (name.clone(), value.to_string()));
            in_process(&self.options.iter().cloned().chain(values).collect::<Vec<_>>(), false)
        };
        let (mut white, mut black) = (search(first)?, search(second)?);
        let mut half_points = 0;
        for color in Color::ALL {
            let played =
                referee.play(ByColor([white.as_mut(), black.as_mut()]), ByColor([limit; 2]), opening);
            let Some(played) = played else { return Ok(None) };
            half_points += played.finish.outcome.result().half_points(color);
            std::mem::swap(&mut white, &mut black);
        }
        Ok(Some(f64::from(half_points) / 2.0 - 1.0))
    }
}

/// The state of a study that was saved in a file; none if there is no file.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    serde_json::from_str(&text).map(Some).map_err(|error| {
        let path = path.display();
        format!(
            "{path} is damaged or of another version and cannot be resumed ({error}); choose another --out"
        )
    })
}

fn save(path: &Path, state: &impl Serialize) -> Result<(), String> {
    let text = serde_json::to_vec_pretty(state).map_err(|error| error.to_string())?;
    whole_file::write(path, &text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_between_conditions_is_named() {
        let under = |nodes, hash: &str, more: &[(&str, &str)], openings: &str| Conditions {
            nodes,
            options: [("Hash", hash)]
                .iter()
                .chain(more)
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            openings: openings.to_owned(),
        };
        let first = under(50, "8", &[], "a");
        let file = [("EvalFile", "one.nnue")];
        assert_eq!(first.difference(&first.clone()), None);
        for (other, what) in [
            (under(60, "8", &[], "a"), "--nodes was 50, is 60"),
            (under(50, "16", &[], "a"), "Hash was 8, is 16"),
            (under(50, "8", &file, "a"), "EvalFile was not set, is one.nnue"),
            (under(50, "8", &[], "b"), "--openings differ"),
            (
                under(60, "9", &file, "b"),
                "--nodes was 50, is 60; EvalFile was not set, is one.nnue; Hash was 8, is 9; --openings differ",
            ),
        ] {
            assert_eq!(first.difference(&other).as_deref(), Some(what));
        }
        let with_file = under(50, "8", &file, "a");
        assert_eq!(with_file.difference(&first).as_deref(), Some("EvalFile was one.nnue, is not set"));
        let twice = under(50, "4", &[("Hash", "8")], "a");
        assert_eq!(first.difference(&twice), None, "the last value counts");
    }
}
