//! `suite`: positions with known answers.

use super::arguments::{Arguments, CommandError, Grammar};
use super::progress::say;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use vernier_engine::Parameters;
use vernier_lab::play::search_limit::SearchLimit;
use vernier_lab::study::suite::{self, Attempt, Entry, Report, Setup, Task};

pub const HELP: &str = "\
vernier-lab suite FILE.epd... [--movetime SECONDS | --depth N | --nodes N] [options]
vernier-lab suite history [NAME...]

Lets the engine think about positions with known answers: best and avoided moves (bm, am), mates (dm), graded moves
(points in c8, moves in c9) and evaluations (ce; 100 points less the difference in expected score), and tells what it
found by theme. Without a limit it has one second each. Each run is added to a log, which `history` draws.

  --threads N       threads for one position (1)      --hash MB  table (64)
  --concurrency N   positions at a time (1)
  --option NAME=VALUE...   switches and numbers of the search
  --no-bench        do not take the engine's bench for the log
  --first N         only the first positions of each file
  --failures N      how many failures to list (20)
  --log FILE        where results are added (results/suites.jsonl)
";

const LOG: &str = "results/suites.jsonl";

/// Runs `vernier-lab suite`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &["no-bench"], lists: &["option"] })?;
    let log = PathBuf::from(arguments.text("log").unwrap_or_else(|| LOG.to_owned()));
    let mut limit = SearchLimit::default();
    for key in ["movetime", "depth", "nodes"] {
        if let Some(value) = arguments.text(key) {
            limit.set(key, &value)?;
        }
    }
    if limit.is_empty() {
        limit.move_time = Some(1000);
    }
    let setup = Setup {
        limit,
        threads: arguments.concurrency("threads", 1)?,
        hash: arguments.value("hash")?.unwrap_or(64),
        concurrency: arguments.concurrency("concurrency", 1)?,
        parameters: Parameters::DEFAULT,
    };
    let options = arguments.all("option").concat();
    let setup = Setup { parameters: parameters(&options)?, ..setup };
    let wants_bench = !arguments.flag("no-bench");
    let first = arguments.value("first")?.unwrap_or(usize::MAX);
    let failures = arguments.value("failures")?.unwrap_or(20);
    let files = arguments.finish()?;
    match &files[..] {
        [] => Err(CommandError(format!("give a suite\n\n{HELP}"))),
        [word, names @ ..] if word == "history" => history(&log, names),
        files => {
            // All files are read before anything takes time.
            let suites: Vec<(&Path, Vec<Task>)> =
                files.iter().map(|file| read(Path::new(file), first)).collect::<Result<_, _>>()?;
            let bench =
                wants_bench.then(|| vernier_engine::bench::run(vernier_engine::bench::DEPTH, |_| ()).nodes);
            for (path, tasks) in &suites {
                let entry = solve(path, tasks, &setup, failures)?;
                let entry = Entry { bench, options: options.clone(), ..entry };
                suite::append(&log, &entry).map_err(CommandError::at(&log))?;
            }
            Ok(0)
        }
    }
}

/// The engine's parameters with some changes.
fn parameters(options: &[String]) -> Result<Parameters, CommandError> {
    let mut parameters = Parameters::DEFAULT;
    for word in options {
        let pair = word.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
        let (name, value) =
            pair.ok_or_else(|| CommandError(format!("--option {word} is not NAME=NUMBER")))?;
        parameters.set(name, value)?;
    }
    Ok(parameters)
}

/// The first positions of a file.
fn read(path: &Path, first: usize) -> Result<(&Path, Vec<Task>), CommandError> {
    let mut tasks = suite::load(path)?;
    tasks.truncate(first);
    Ok((path, tasks))
}

/// Lets the engine think about the positions of a file and tells what it found.
fn solve(path: &Path, tasks: &[Task], setup: &Setup, failures: usize) -> Result<Entry, CommandError> {
    say(&format!("{}: {} positions, {}\n", path.display(), tasks.len(), setup.limit));
    let (done, solved) = (AtomicUsize::new(0), AtomicU32::new(0));
    let terminal = std::io::stdout().is_terminal();
    let heard = |index: usize, attempt: &Attempt| {
        let solved_now = u32::from(attempt.is_solved(&tasks[index].goal));
        let solved = solved.fetch_add(solved_now, Ordering::Relaxed) + solved_now;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if terminal {
            say(&format!("\r\x1b[K{solved} of {done} solved, {} positions", tasks.len()));
        }
    };
    let attempts = suite::solve_all(tasks, setup, &heard).map_err(CommandError)?;
    let report = Report { tasks, attempts: &attempts };
    say(&format!("{}{report}", if terminal { "\r\x1b[K" } else { "" }));
    let missed = report.failures();
    for line in missed.iter().take(failures) {
        say(&format!("  {line}\n"));
    }
    if missed.len() > failures {
        say(&format!("  ... and {} more\n", missed.len() - failures));
    }
    let (points, most) = report.points();
    Ok(Entry {
        when: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        suite: path.file_stem().map_or(String::new(), |name| name.to_string_lossy().into_owned()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: commit(),
        bench: None,
        options: Vec::new(),
        limit: setup.limit.to_string(),
        threads: setup.threads,
        hash: setup.hash,
        concurrency: setup.concurrency,
        machine: machine(),
        positions: tasks.len() as u32,
        solved: report.solved(),
        points,
        most,
        solution_time: report.time_to_solutions().as_millis() as u64,
    })
}

/// The commit of the folder we are in, with a mark if files have changed since.
fn commit() -> Option<String> {
    let output = Command::new("git").args(["describe", "--always", "--dirty"]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// The processor, as far as the system tells.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} x {}", cores, model.unwrap_or(std::env::consts::ARCH))
}

fn history(log: &Path, names: &[String]) -> Result<u8, CommandError> {
    let entries = suite::read(log).map_err(CommandError::at(log))?;
    let wanted = |entry: &&Entry| names.is_empty() || names.contains(&entry.suite);
    for entry in entries.iter().filter(wanted) {
        let share = entry.share();
        let bar = "#".repeat((30.0 * share).round() as usize);
        say(&format!(
            "{} {:<22} {:<14} {:<16} {:>5}/{:<5} {:>5.1}% {bar}\n",
            vernier_lab::store::pgn::date(entry.when),
            entry.suite,
            entry.commit.as_deref().unwrap_or(&entry.version),
            entry.limit,
            entry.solved,
            entry.positions,
            100.0 * share,
        ));
    }
    Ok(0)
}
