//! `openings`: suites of positions to start games from.

use super::arguments::{CommandError, at_a_time, cores, print};
use super::progress::bar;
use clap::{Args, value_parser};
use indicatif::ProgressBar;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use vernier_chess::CastlingMode;
use vernier_lab::openings::start_suite::Recipe;
use vernier_protocol::counted;

/// Make positions to start games from
///
/// Plays random moves and keeps positions that a search finds even enough. The same seed gives the same file, whatever
/// the number of threads; no position comes twice. Each line ends with the score (ce).
#[derive(Args)]
pub struct Openings {
    /// The file
    #[arg(long, value_name = "FILE.epd")]
    out: PathBuf,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    count: u32,
    /// Random moves from the start
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(0..=100))]
    plies: u32,
    /// The smallest score, in hundredths of a pawn
    #[arg(long, value_name = "CP", default_value_t = 0)]
    min: i32,
    /// The largest score
    #[arg(long, value_name = "CP", default_value_t = 60)]
    max: i32,
    /// Nodes to evaluate a position
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// The seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// From the start positions of Chess960
    #[arg(long)]
    chess960: bool,
    /// Positions searched at a time [default: all cores]
    #[arg(long, value_parser = at_a_time)]
    threads: Option<usize>,
    /// Only the final line
    #[arg(long)]
    quiet: bool,
}

impl Openings {
    pub fn run(self) -> Result<u8, CommandError> {
        let recipe = Recipe {
            seed: self.seed,
            plies: self.plies,
            nodes: self.nodes,
            imbalance: self.min..=self.max,
            chess960: self.chess960,
        };
        if recipe.imbalance.is_empty() {
            return Err(CommandError::Input("--min is above --max".into()));
        }
        let mode = if recipe.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let threads = NonZeroUsize::new(self.threads.unwrap_or_else(cores)).unwrap_or(NonZeroUsize::MIN);
        let mut file = BufWriter::new(std::fs::File::create(&self.out).map_err(CommandError::at(&self.out))?);
        let bar = if self.quiet { ProgressBar::hidden() } else { bar(self.count.into()) };
        let (mut made, mut written) = (0, Ok(()));
        recipe.make(threads, |start| {
            written = writeln!(file, "{}", start.epd(mode));
            made += 1;
            bar.inc(1);
            made < self.count && written.is_ok()
        })?;
        bar.finish_and_clear();
        written.and_then(|()| file.flush()).map_err(CommandError::at(&self.out))?;
        print(&format!("{} in {}\n", counted(self.count.into(), "position"), self.out.display()));
        Ok(0)
    }
}
