//! `spsa`: parameters of the search, by games.

use super::arguments::{Arguments, Grammar, Trouble};
use super::progress::say;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use vernier_chess::{ByColor, CastlingMode, Color};
use vernier_engine::Parameters;
use vernier_lab::adjudication::{Adjudication, DrawRule, ResignRule};
use vernier_lab::engines::in_process;
use vernier_lab::opening::{self, Opening, Order};
use vernier_lab::pace::Pace;
use vernier_lab::referee::{Referee, Rules};
use vernier_lab::spsa::{Dial, Spsa, Trial};
use vernier_lab::wakefulness::Wakefulness;
use vernier_lab::whole_file;

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
pub fn run(words: &[String]) -> Result<u8, Trouble> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &[], lists: &[] })?;
    let iterations: Option<u32> = arguments.value("iterations")?;
    let seed = arguments.value("seed")?.unwrap_or(1);
    let concurrency = arguments.crowd("concurrency", 1)?;
    let file = arguments.text("openings");
    let table = Table {
        nodes: arguments.value("nodes")?.unwrap_or(5000),
        hash: arguments.value("hash")?.unwrap_or(8),
        openings: match file {
            Some(file) => opening::load(Path::new(&file), 16, Order::Random(seed))?,
            None => opening::random(1000, seed, CastlingMode::Standard),
        },
        wakefulness: Wakefulness::watch(),
    };
    let out = PathBuf::from(arguments.text("out").unwrap_or_else(|| "results/spsa.json".to_owned()));
    let rate = positive(&mut arguments, "rate")?;
    let reach = positive(&mut arguments, "reach")?.unwrap_or(1.0);
    let names = arguments.finish()?;
    if names.first().is_some_and(|word| word == "openbench") {
        dials(&names[1..])?.iter().for_each(|dial| say(&format!("{}\n", dial.openbench())));
        return Ok(0);
    }
    let iterations = iterations.ok_or_else(|| Trouble(format!("how many --iterations?\n\n{HELP}")))?;
    let mut dials = dials(&names)?;
    dials.iter_mut().for_each(|dial| dial.reach *= reach);
    let mut fresh = Spsa::new(dials, iterations, seed);
    fresh.rate = rate.unwrap_or(fresh.rate);
    tune(begin(&out, fresh)?, &table, concurrency, &out)
}

fn positive(arguments: &mut Arguments, name: &str) -> Result<Option<f64>, Trouble> {
    match arguments.value::<f64>(name)? {
        Some(value) if !(value > 0.0 && value.is_finite()) => {
            Err(Trouble(format!("--{name} {value} is not a positive number")))
        }
        value => Ok(value),
    }
}

fn dials(names: &[String]) -> Result<Vec<Dial>, Trouble> {
    let all = Parameters::TABLE;
    if let Some(name) = names.iter().find(|name| !all.iter().any(|entry| entry.name == *name)) {
        return Err(Trouble(format!("there is no parameter {name}")));
    }
    let wanted = |entry: &&vernier_engine::Parameter| {
        names.is_empty() || names.iter().any(|name| entry.name == name || entry.technique == name)
    };
    let dials: Vec<Dial> = all.iter().filter(wanted).filter_map(Dial::of).collect();
    match dials.is_empty() {
        true => Err(Trouble("none of these has a number to tune".into())),
        false => Ok(dials),
    }
}

/// The state in the file, if it is one of the same run.
fn begin(path: &Path, fresh: Spsa) -> Result<Spsa, Trouble> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(fresh) };
    let mut old: Spsa = serde_json::from_str(&text).map_err(Trouble::at(path))?;
    let identity = |spsa: &Spsa| {
        let dials =
            spsa.dials.iter().map(|dial| (dial.name.clone(), dial.origin, dial.min, dial.max, dial.reach));
        (dials.collect::<Vec<_>>(), spsa.iterations, spsa.rate)
    };
    if identity(&old) != identity(&fresh) {
        return Err(Trouble(format!("{} belongs to another run; choose another --out", path.display())));
    }
    old.resume();
    say(&format!("{} of {} iterations are in {} already\n", old.done, old.iterations, path.display()));
    Ok(old)
}

fn tune(spsa: Spsa, table: &Table, concurrency: usize, out: &Path) -> Result<u8, Trouble> {
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).map_err(Trouble::at(folder))?;
    }
    let names: Vec<String> = spsa.dials.iter().map(|dial| dial.name.clone()).collect();
    let state = Mutex::new(spsa);
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || -> Result<(), Trouble> {
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
        ended.try_for_each(|result| result.unwrap_or_else(|_| Err(Trouble("a worker panicked".into()))))
    })?;
    let spsa = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    say("\na proposal, to be confirmed by a test:\n");
    for dial in &spsa.dials {
        say(&format!("  {:<34} {:>7} -> {:>7}\n", dial.name, dial.origin, dial.whole()));
    }
    let changed = spsa.dials.iter().filter(|dial| dial.whole() != dial.origin);
    let words: Vec<String> = changed.map(|dial| format!("option.{}={}", dial.name, dial.whole())).collect();
    say(&format!(
        "\nvernier-lab sprt --engine name=new cmd=self {} --engine name=base cmd=self --each tc=2+0.02\n",
        words.join(" ")
    ));
    Ok(0)
}

fn save(path: &Path, spsa: &Spsa) -> Result<(), Trouble> {
    whole_file::write(path, &serde_json::to_vec_pretty(spsa)?).map_err(Trouble::at(path))
}

/// Where trials are played.
struct Table {
    nodes: u64,
    hash: usize,
    openings: Vec<Opening>,
    wakefulness: Wakefulness,
}

impl Table {
    /// Two games with colors reversed: 1 if the first search won both, -1 if it lost both.
    fn pair(&self, names: &[String], trial: &Trial) -> Result<f64, Trouble> {
        let opening = &self.openings[trial.number as usize % self.openings.len()];
        let pace = Pace { nodes: Some(self.nodes), ..Pace::default() };
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
        let referee = Referee { rules: &rules, stop: &stop, wakefulness: &self.wakefulness, tables: None };
        let search = |values: &[i32]| {
            let mut options: Vec<(String, String)> =
                names.iter().cloned().zip(values.iter().map(i32::to_string)).collect();
            options.push(("Hash".into(), self.hash.to_string()));
            in_process(&options, false).map_err(|fault| Trouble(fault.to_string()))
        };
        let (mut white, mut black) = (search(&trial.plus)?, search(&trial.minus)?);
        let mut half_points = 0;
        for color in Color::ALL {
            let played = referee.play(ByColor([white.as_mut(), black.as_mut()]), ByColor([pace; 2]), opening);
            half_points += played.map_or(1, |played| played.ending.result().half_points(color));
            std::mem::swap(&mut white, &mut black);
        }
        Ok(half_points as f64 / 2.0 - 1.0)
    }
}
