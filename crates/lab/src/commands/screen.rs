//! `screen`: many changes of the search with the same games.

use super::arguments::{CommandError, at_a_time, print};
use super::interrupt;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use vernier_chess::CastlingMode;
use vernier_lab::openings::opening::{self, Order};
use vernier_lab::play::latency::LatencyWatch;
use vernier_lab::study::screen::{Screen, read_changes};
use vernier_lab::study::trial_games::{self, TrialGames, Trials};

/// Measure many changes of the search with the same games
///
/// Plays pairs of games between a search with a random half of the changes and one with the other half; a fit tells the
/// worth of each. Interrupted, the same command resumes; with more --pairs it goes on.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct ScreenRun {
    /// The changes (TOML)
    changes: PathBuf,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pairs: u32,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,
    /// Pairs at a time
    #[arg(long, default_value = "1", value_parser = at_a_time)]
    concurrency: usize,
    /// Mebibytes of transposition table
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,
    /// FEN, EPD or PGN [default: random openings of eight plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The seed of the halves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The state of the run
    #[arg(long, value_name = "FILE", default_value = "results/screen.json")]
    out: PathBuf,
}

const EXAMPLE: &str = "\
A file of changes, each with the parameters that it sets:

  'no killers' = { killer_moves = 0 }
  'steeper reductions' = { reduction_base = 500, reduction_slope = 250 }
";

impl ScreenRun {
    pub fn run(self) -> Result<u8, CommandError> {
        let text = std::fs::read_to_string(&self.changes).map_err(CommandError::reading(&self.changes))?;
        let changes = read_changes(&text)
            .map_err(|error| CommandError::Input(format!("{}: {error}", self.changes.display())))?;
        let openings = match &self.openings {
            Some(file) => opening::load(file, 16, Order::Random(self.seed))?,
            None => opening::random(1000, self.seed, CastlingMode::Standard),
        };
        let games = TrialGames {
            nodes: self.nodes,
            options: vec![("Hash".to_owned(), self.hash.to_string())],
            openings,
            latency: LatencyWatch::watch(),
        };
        let fresh = Screen::new(changes, self.pairs, self.seed, games.conditions());
        let state = begin(&self.out, fresh)?;
        let flag = interrupt::flag();
        let saved = |screen: &Screen| print(&format!("{} of {}\n", screen.done(), screen.total()));
        let screen = games.run(state, self.concurrency, &self.out, flag, saved).map_err(CommandError::Run)?;
        print(&format!("\n{}", screen.markdown()));
        if flag.load(Ordering::Relaxed) {
            print(&format!("\ninterrupted; the same command resumes from {}\n", self.out.display()));
            return Ok(interrupt::STATUS);
        }
        Ok(0)
    }
}

/// The state in the file, if it is one of the same screening.
fn begin(path: &Path, fresh: Screen) -> Result<Screen, CommandError> {
    let Some(mut old) = trial_games::load::<Screen>(path).map_err(CommandError::Input)? else {
        return Ok(fresh);
    };
    if let Some(what) = old.difference(&fresh) {
        let text = format!("{} belongs to another screening ({what}); choose another --out", path.display());
        return Err(CommandError::Input(text));
    }
    old.pairs = fresh.pairs;
    print(&format!("{} of {} pairs are in {} already\n", old.done(), old.pairs, path.display()));
    Ok(old)
}
