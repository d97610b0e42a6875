//! Plays the trials of a tuning run, several at a time, and keeps its state.

use crate::openings::opening::Opening;
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::engine_spec::EngineSpec;
use crate::play::engines::in_process;
use crate::play::latency::LatencyWatch;
use crate::play::referee::{Referee, Rules};
use crate::play::search_limit::SearchLimit;
use crate::store::whole_file;
use crate::study::spsa::{Spsa, Trial};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use vernier_chess::{ByColor, CastlingMode, Color};
use vernier_protocol::client::PlayerError;

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
    /// Plays trials until all are done or `interrupt` is set. `saved` sees the state whenever it is on the disk.
    pub fn run(
        &self,
        spsa: Spsa,
        concurrency: usize,
        out: &Path,
        interrupt: &AtomicBool,
        saved: impl Fn(&Spsa) + Sync,
    ) -> Result<Spsa, String> {
        if let Some(folder) = out.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let names: Vec<String> = spsa.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let state = Mutex::new(spsa);
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || -> Result<(), String> {
            while !interrupt.load(Ordering::Relaxed) {
                // A statement of its own, so that the lock is not held while games are played.
                let trial = lock().begin();
                let Some(trial) = trial else { return Ok(()) };
                let result = self.pair(&names, &trial, interrupt).map_err(|error| error.to_string())?;
                let Some(result) = result else { return Ok(()) };
                let mut state = lock();
                state.learn(&trial, result);
                if state.done.is_multiple_of(SAVE_EVERY) || state.done == state.iterations {
                    save(out, &state)?;
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
        let spsa = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        save(out, &spsa)?;
        Ok(spsa)
    }

    /// Two games with colors reversed: 1 if the first search won both, -1 if it lost both; none if interrupted.
    fn pair(
        &self,
        names: &[String],
        trial: &Trial,
        interrupt: &AtomicBool,
    ) -> Result<Option<f64>, PlayerError> {
        let opening = &self.openings[trial.number as usize % self.openings.len()];
        let limit = SearchLimit { nodes: Some(self.nodes), ..SearchLimit::default() };
        let referee = Referee {
            rules: &RULES,
            stop: interrupt,
            latency: &self.latency,
            tables: None,
            on_move: &|_, _| (),
        };
        let search = |values: &[i32]| {
            let values = names.iter().cloned().zip(values.iter().map(i32::to_string));
            in_process(&self.options.iter().cloned().chain(values).collect::<Vec<_>>(), false)
        };
        let (mut white, mut black) = (search(&trial.plus)?, search(&trial.minus)?);
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

fn save(path: &Path, spsa: &Spsa) -> Result<(), String> {
    let text = serde_json::to_vec_pretty(spsa).map_err(|error| error.to_string())?;
    whole_file::write(path, &text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The two engines that decide about a proposal: with the new values, and as it is. Both have the same other options.
pub fn proposal(spsa: &Spsa, limit: SearchLimit, options: &[(String, String)]) -> Vec<EngineSpec> {
    let changed = spsa.parameters.iter().filter(|parameter| parameter.whole() != parameter.origin);
    let values = changed.map(|parameter| (parameter.name.clone(), parameter.whole().to_string()));
    let engine = |name: &str, values: Vec<(String, String)>| EngineSpec {
        name: name.to_owned(),
        command: "self".to_owned(),
        options: options.iter().cloned().chain(values).collect(),
        limit,
        ..EngineSpec::default()
    };
    vec![engine("new", values.collect()), engine("base", Vec::new())]
}

/// The source of the parameter table with the proposed values in place of the defaults. Only the lines of the tuned
/// parameters change: `name = DEFAULT, ...`.
pub fn apply(source: &str, spsa: &Spsa) -> Result<String, String> {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    for parameter in &spsa.parameters {
        let head = format!("{} = {},", parameter.name, parameter.origin);
        let found: Vec<usize> =
            (0..lines.len()).filter(|index| lines[*index].trim_start().starts_with(&head)).collect();
        let [index] = found[..] else {
            return Err(format!("\"{head}\" is not in the table once; was it changed since the run began?"));
        };
        lines[index] =
            lines[index].replacen(&head, &format!("{} = {},", parameter.name, parameter.whole()), 1);
    }
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::spsa::TunedParameter;

    #[test]
    fn accepted_values_go_into_the_table() {
        let parameter = |name: &str, origin: i32, value: f64| TunedParameter {
            name: name.into(),
            value,
            origin,
            min: 0,
            max: 500,
            reach: 1.0,
        };
        let source = "    a = true, \"x\" {\n        a_depth = 4, 1..=8, 1, \"d\";\n        a_base = 231, 50..=600;\n    }\n";
        let spsa = Spsa::new(vec![parameter("a_depth", 4, 4.4), parameter("a_base", 231, 240.2)], 1, 1);
        let applied = apply(source, &spsa).unwrap();
        assert_eq!(applied, source.replace("231", "240"));
        assert!(apply(&applied, &spsa).unwrap_err().contains("a_base = 231"), "it is not applied twice");
    }

    #[test]
    fn the_table_in_the_source_can_be_changed() {
        let source = include_str!("../../../engine/src/parameters.rs");
        let parameters: Vec<TunedParameter> =
            vernier_engine::Parameters::TABLE.iter().filter_map(TunedParameter::of).collect();
        assert!(parameters.len() > 20);
        assert_eq!(
            apply(source, &Spsa::new(parameters, 1, 1)).unwrap(),
            source,
            "nothing moved, nothing changes"
        );
    }
}
