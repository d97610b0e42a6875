//! `spsa`: parameters of the search, by games.

use super::arguments::{Arguments, CommandError, Grammar};
use super::progress::say;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use vernier_chess::{ByColor, CastlingMode, Color};
use vernier_engine::Parameters;
use vernier_lab::openings::opening::{self, Opening, Order};
use vernier_lab::play::adjudication::{Adjudication, DrawRule, ResignRule};
use vernier_lab::play::engines::in_process;
use vernier_lab::play::latency::LatencyWatch;
use vernier_lab::play::referee::{Referee, Rules};
use vernier_lab::play::search_limit::SearchLimit;
use vernier_lab::store::whole_file;
use vernier_lab::study::spsa::{Spsa, Trial, TunedParameter};

pub const HELP: &str = "\
vernier-lab spsa --iterations N [NAME...] [options]
vernier-lab spsa openbench [NAME...]

Plays pairs of games between two searches whose parameters differ a little, and moves the parameters towards the
winners. NAMEs are parameters or techniques of the engine's table (all of a technique's numbers); without any, all
numbers. Interrupted and started again it goes on. What comes out is a proposal: a sequential test decides.
`openbench` prints the input lines of an OpenBench tuning session instead.

  --nodes N         nodes for each move (5000)
  --rate R          how much of its step a parameter moves for a won pair in the end (0.002, right for tens of
                    thousands of pairs; 0.02 for a few thousand)
  --reach F         how many of its steps a parameter is moved for a trial (1)
  --concurrency N   pairs at a time (1)
  --hash MB         (8)
  --openings FILE   (random openings of eight plies)     --seed N (1)
  --out FILE        the state of the run (results/spsa.json)
";

/// Runs `vernier-lab spsa`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &[], lists: &[] })?;
    let iterations: Option<u32> = arguments.value("iterations")?;
    let seed = arguments.value("seed")?.unwrap_or(1);
    let concurrency = arguments.concurrency("concurrency", 1)?;
    let file = arguments.text("openings");
    let table = Table {
        nodes: arguments.value("nodes")?.unwrap_or(5000),
        hash: arguments.value("hash")?.unwrap_or(8),
        openings: match file {
            Some(file) => opening::load(Path::new(&file), 16, Order::Random(seed))?,
            None => opening::random(1000, seed, CastlingMode::Standard),
        },
        latency: LatencyWatch::watch(),
    };
    let out = PathBuf::from(arguments.text("out").unwrap_or_else(|| "results/spsa.json".to_owned()));
    let rate = positive(&mut arguments, "rate")?;
    let reach = positive(&mut arguments, "reach")?.unwrap_or(1.0);
    let names = arguments.finish()?;
    if names.first().is_some_and(|word| word == "openbench") {
        parameters(&names[1..])?.iter().for_each(|parameter| say(&format!("{}\n", parameter.openbench())));
        return Ok(0);
    }
    let iterations = iterations.ok_or_else(|| CommandError(format!("how many --iterations?\n\n{HELP}")))?;
    let mut parameters = parameters(&names)?;
    parameters.iter_mut().for_each(|parameter| parameter.reach *= reach);
    let mut fresh = Spsa::new(parameters, iterations, seed);
    fresh.rate = rate.unwrap_or(fresh.rate);
    tune(begin(&out, fresh)?, &table, concurrency, &out)
}

fn positive(arguments: &mut Arguments, name: &str) -> Result<Option<f64>, CommandError> {
    match arguments.value::<f64>(name)? {
        Some(value) if !(value > 0.0 && value.is_finite()) => {
            Err(CommandError(format!("--{name} {value} is not a positive number")))
        }
        value => Ok(value),
    }
}

fn parameters(names: &[String]) -> Result<Vec<TunedParameter>, CommandError> {
    let all = Parameters::TABLE;
    if let Some(name) = names.iter().find(|name| !all.iter().any(|entry| entry.name == *name)) {
        return Err(CommandError(format!("there is no parameter {name}")));
    }
    let wanted = |entry: &&vernier_engine::Parameter| {
        names.is_empty() || names.iter().any(|name| entry.name == name || entry.technique == name)
    };
    let parameters: Vec<TunedParameter> = all.iter().filter(wanted).filter_map(TunedParameter::of).collect();
    match parameters.is_empty() {
        true => Err(CommandError("none of these has a number to tune".into())),
        false => Ok(parameters),
    }
}

/// The state in the file, if it is one of the same run.
fn begin(path: &Path, fresh: Spsa) -> Result<Spsa, CommandError> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(fresh) };
    let mut old: Spsa = serde_json::from_str(&text).map_err(CommandError::at(path))?;
    let identity = |spsa: &Spsa| {
        let parameters = spsa.parameters.iter().map(|parameter| {
            (parameter.name.clone(), parameter.origin, parameter.min, parameter.max, parameter.reach)
        });
        (parameters.collect::<Vec<_>>(), spsa.iterations, spsa.rate)
    };
    if identity(&old) != identity(&fresh) {
        return Err(CommandError(format!("{} belongs to another run; choose another --out", path.display())));
    }
    old.resume();
    say(&format!("{} of {} iterations are in {} already\n", old.done, old.iterations, path.display()));
    Ok(old)
}

fn tune(spsa: Spsa, table: &Table, concurrency: usize, out: &Path) -> Result<u8, CommandError> {
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).map_err(CommandError::at(folder))?;
    }
    let names: Vec<String> = spsa.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let state = Mutex::new(spsa);
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || -> Result<(), CommandError> {
        loop {
            // A statement of its own, so that the lock is not held while games are played.
            let trial = lock().begin();
            let Some(trial) = trial else { return Ok(()) };
            let result = table.pair(&names, &trial)?;
            let mut state = lock();
            state.learn(&trial, result);
            if state.done.is_multiple_of(10) || state.done == state.iterations {
                save(out, &state)?;
                say(&format!("{} of {}\n", state.done, state.iterations));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..concurrency).map(|_| scope.spawn(work)).collect();
        let mut ended = workers.into_iter().map(|worker| worker.join());
        ended.try_for_each(|result| result.unwrap_or_else(|_| Err(CommandError("a worker panicked".into()))))
    })?;
    let spsa = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    say("\na proposal, to be confirmed by a test:\n");
    for parameter in &spsa.parameters {
        say(&format!("  {:<34} {:>7} -> {:>7}\n", parameter.name, parameter.origin, parameter.whole()));
    }
    let changed = spsa.parameters.iter().filter(|parameter| parameter.whole() != parameter.origin);
    let words: Vec<String> =
        changed.map(|parameter| format!("option.{}={}", parameter.name, parameter.whole())).collect();
    say(&format!(
        "\nvernier-lab sprt --engine name=new cmd=self {} --engine name=base cmd=self --each tc=2+0.02\n",
        words.join(" ")
    ));
    Ok(0)
}

fn save(path: &Path, spsa: &Spsa) -> Result<(), CommandError> {
    whole_file::write(path, &serde_json::to_vec_pretty(spsa)?).map_err(CommandError::at(path))
}

/// Where trials are played.
struct Table {
    nodes: u64,
    hash: usize,
    openings: Vec<Opening>,
    latency: LatencyWatch,
}

impl Table {
    /// Two games with colors reversed: 1 if the first search won both, -1 if it lost both.
    fn pair(&self, names: &[String], trial: &Trial) -> Result<f64, CommandError> {
        let opening = &self.openings[trial.number as usize % self.openings.len()];
        let limit = SearchLimit { nodes: Some(self.nodes), ..SearchLimit::default() };
        let rules = Rules {
            mode: CastlingMode::Standard,
            adjudication: Adjudication {
                draw: Some(DrawRule { from_move: 40, moves: 6, score: 8 }),
                resign: Some(ResignRule { moves: 3, score: 700 }),
                max_moves: Some(200),
            },
            margin: Duration::ZERO,
            patience: Duration::from_secs(60),
        };
        let stop = AtomicBool::new(false);
        let referee = Referee { rules: &rules, stop: &stop, latency: &self.latency, tables: None };
        let search = |values: &[i32]| {
            let mut options: Vec<(String, String)> =
                names.iter().cloned().zip(values.iter().map(i32::to_string)).collect();
            options.push(("Hash".into(), self.hash.to_string()));
            in_process(&options, false).map_err(|fault| CommandError(fault.to_string()))
        };
        let (mut white, mut black) = (search(&trial.plus)?, search(&trial.minus)?);
        let mut half_points = 0;
        for color in Color::ALL {
            let played =
                referee.play(ByColor([white.as_mut(), black.as_mut()]), ByColor([limit; 2]), opening);
            half_points += played.map_or(1, |played| played.finish.outcome.result().half_points(color));
            std::mem::swap(&mut white, &mut black);
        }
        Ok(f64::from(half_points) / 2.0 - 1.0)
    }
}
