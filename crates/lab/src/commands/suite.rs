//! `suite`: positions with known answers.

use super::arguments::{CommandError, at_a_time, print, print_json};
use super::progress::bar;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};
use vernier_engine::Parameters;
use vernier_lab::play::search_limit::SearchLimit;
use vernier_lab::study::suite::{self, Attempt, Entry, Report, Setup, Task};

/// Run test positions with known answers
///
/// Understands best and avoided moves (bm, am), mates (dm), graded moves (points in c8, moves in c9) and evaluations
/// (ce; 100 points less the difference in expected score). Each run is added to a log, which `history` shows.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Suite {
    #[command(subcommand)]
    action: Option<SuiteAction>,
    /// EPD files
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Seconds for each position [default: 1, without another limit]
    #[arg(long, value_name = "SECONDS")]
    movetime: Option<String>,
    /// Depth for each position
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Threads for one position
    #[arg(long, default_value = "1", value_parser = at_a_time)]
    threads: usize,
    /// Mebibytes of transposition table
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: usize,
    /// Positions at a time
    #[arg(long, default_value = "1", value_parser = at_a_time)]
    concurrency: usize,
    /// Switches and numbers of the search
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    option: Vec<String>,
    /// Leave the engine's bench out of the log
    #[arg(long)]
    no_bench: bool,
    /// Only the first positions of each file
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    first: usize,
    /// How many failures to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    failures: usize,
    #[command(flatten)]
    log: LogArgument,
    /// Print the results as JSON, as the log has them
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct LogArgument {
    /// Where results are added
    #[arg(long, value_name = "FILE", default_value = "results/suites.jsonl")]
    log: PathBuf,
}

#[derive(Subcommand)]
enum SuiteAction {
    /// Show the results of earlier runs
    History {
        /// Only these suites
        names: Vec<String>,
        #[command(flatten)]
        log: LogArgument,
    },
}

impl Suite {
    pub fn run(self) -> Result<u8, CommandError> {
        if let Some(SuiteAction::History { names, log }) = &self.action {
            return history(&log.log, names);
        }
        if self.files.is_empty() {
            return Err(CommandError::Input("give a suite: an EPD file".into()));
        }
        let setup = self.setup()?;
        // All files are read before anything takes time.
        let suites: Vec<(&Path, Vec<Task>)> =
            self.files.iter().map(|file| self.read(file)).collect::<Result<_, _>>()?;
        let bench = || vernier_engine::bench::run(vernier_engine::bench::DEPTH, |_| ()).nodes;
        let bench = (!self.no_bench).then(bench);
        let mut entries = Vec::new();
        for (path, tasks) in &suites {
            let entry = Entry { bench, options: self.option.clone(), ..self.solve(path, tasks, &setup)? };
            suite::append(&self.log.log, &entry).map_err(CommandError::at(&self.log.log))?;
            entries.push(entry);
        }
        if self.json {
            print_json(&entries)?;
        }
        Ok(0)
    }

    fn setup(&self) -> Result<Setup, CommandError> {
        let mut limit = SearchLimit::default();
        for (key, value) in [("movetime", &self.movetime), ("depth", &self.depth), ("nodes", &self.nodes)] {
            if let Some(value) = value {
                limit.set(key, value)?;
            }
        }
        if limit.is_empty() {
            limit.move_time = Some(1000);
        }
        Ok(Setup {
            limit,
            threads: self.threads,
            hash: self.hash,
            concurrency: self.concurrency,
            parameters: parameters(&self.option)?,
        })
    }

    /// The first positions of a file.
    fn read<'a>(&self, path: &'a Path) -> Result<(&'a Path, Vec<Task>), CommandError> {
        let mut tasks = suite::load(path)?;
        tasks.truncate(self.first);
        Ok((path, tasks))
    }

    /// Searches the positions of a file and shows the results.
    fn solve(&self, path: &Path, tasks: &[Task], setup: &Setup) -> Result<Entry, CommandError> {
        let show = |text: &str| {
            if !self.json {
                print(text);
            }
        };
        show(&format!("{}: {} positions, {}\n", path.display(), tasks.len(), setup.limit));
        let (solved, bar) = (AtomicU32::new(0), bar(tasks.len() as u64));
        let visit = |index: usize, attempt: &Attempt| {
            let solved_now = u32::from(attempt.is_solved(&tasks[index].goal));
            let solved = solved.fetch_add(solved_now, Ordering::Relaxed) + solved_now;
            bar.set_message(format!("{solved} solved"));
            bar.inc(1);
        };
        let attempts = suite::solve_all(tasks, setup, &visit).map_err(CommandError::Run)?;
        bar.finish_and_clear();
        let report = Report { tasks, attempts: &attempts };
        show(&report.to_string());
        let missed = report.failures();
        missed.iter().take(self.failures).for_each(|line| show(&format!("  {line}\n")));
        if missed.len() > self.failures {
            show(&format!("  ... and {} more\n", missed.len() - self.failures));
        }
        let (points, most) = report.points();
        Ok(Entry {
            when: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            suite: path.file_stem().map_or(String::new(), |name| name.to_string_lossy().into_owned()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: Some(env!("VERNIER_COMMIT").to_owned()).filter(|commit| commit != "unknown"),
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
}

/// The engine's parameters with some changes.
fn parameters(options: &[String]) -> Result<Parameters, CommandError> {
    let mut parameters = Parameters::DEFAULT;
    for word in options {
        let pair = word.split_once('=').and_then(|(name, value)| Some((name, number(value)?)));
        let (name, value) =
            pair.ok_or_else(|| CommandError::Input(format!("--option {word} is not NAME=NUMBER")))?;
        parameters.set(name, value)?;
    }
    Ok(parameters)
}

/// A number, or the word for a switch.
fn number(text: &str) -> Option<i32> {
    match text {
        "true" | "on" => Some(1),
        "false" | "off" => Some(0),
        _ => text.parse().ok(),
    }
}

/// The processor, as far as the system says.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} x {}", cores, model.unwrap_or(std::env::consts::ARCH))
}

fn history(log: &Path, names: &[String]) -> Result<u8, CommandError> {
    let entries = suite::read(log).map_err(CommandError::reading(log))?;
    let wanted = |entry: &&Entry| names.is_empty() || names.contains(&entry.suite);
    for entry in entries.iter().filter(wanted) {
        let share = entry.share();
        let bar = "#".repeat((30.0 * share).round() as usize);
        print(&format!(
            "{} {:<22} {:<14} {:<16} {:>5}/{:<5} {:>5.1}% {bar}\n",
            vernier_chess::pgn::date(Duration::from_secs(entry.when)),
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
