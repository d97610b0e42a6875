//! `book`: opening books by analysis.

use super::arguments::{CommandError, at_a_time, print};
use super::progress::bar;
use clap::{Args, Subcommand, value_parser};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use vernier_engine::OpeningBook;
use vernier_lab::book::exits::ExitTrial;
use vernier_lab::book::grow::GrowPlan;
use vernier_lab::book::{BookError, Method, Taste};

/// Grow an opening book by analysis, and check where games leave a book
#[derive(Args)]
pub struct Book {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Grow(Grow),
    Exits(Exits),
}

impl Book {
    pub fn run(self) -> Result<u8, CommandError> {
        match self.action {
            Action::Grow(arguments) => arguments.run(),
            Action::Exits(arguments) => arguments.run(),
        }
    }
}

/// Grow a book by analysis, the likeliest positions first
#[derive(Args)]
struct Grow {
    /// Where to write the book
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
    /// How many positions to analyse
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = value_parser!(u32).range(2..=10_000_000))]
    positions: u32,
    /// Stop after this time
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000))]
    minutes: Option<u32>,
    /// Nodes for each search
    #[arg(long, value_name = "N", default_value_t = 150_000, value_parser = value_parser!(u32).range(1..))]
    nodes: u32,
    /// Moves considered in a position; half as many later in the game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u8).range(1..=200))]
    moves: u8,
    /// What a move may lose at the start
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = value_parser!(i32).range(0..=1000))]
    margin: i32,
    /// How unbalanced a line may be
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = value_parser!(i32).range(0..=1000))]
    bound: i32,
    /// How many half-moves to grow
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = value_parser!(u16).range(1..=200))]
    max_ply: u16,
    /// Positions searched at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_a_time)]
    threads: usize,
    /// Where to keep the analysis [default: BOOK.notes]
    #[arg(long, value_name = "FILE")]
    notes: Option<PathBuf>,
}

impl Grow {
    fn run(self) -> Result<u8, CommandError> {
        let plan = GrowPlan {
            notes: self.notes.unwrap_or_else(|| with_suffix(&self.out, ".notes")),
            out: self.out,
            positions: self.positions as usize,
            time: self.minutes.map(|minutes| Duration::from_secs(u64::from(minutes) * 60)),
            method: Method { nodes: self.nodes.into(), moves: self.moves.into() },
            taste: Taste { margin: self.margin, bound: self.bound, max_ply: self.max_ply },
            threads: self.threads,
        };
        let bar = bar(self.positions.into());
        let grown = plan.run(|positions| bar.set_position(positions as u64)).map_err(status)?;
        bar.finish_and_clear();
        print(&format!("{} entries from {} analysed positions\n", grown.entries, grown.positions));
        Ok(0)
    }
}

/// Play games from a book and check where they leave it
///
/// Exit status 1 if a game leaves the book further from even than --bound.
#[derive(Args)]
struct Exits {
    /// The book file; 'embedded' is the book inside the program
    book: PathBuf,
    /// Games to play out of the book
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Nodes for each search
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u32).range(1..))]
    nodes: u32,
    /// How unbalanced a line may be
    #[arg(long, value_name = "CP", default_value_t = 60, value_parser = value_parser!(u16).range(1..=1000))]
    bound: u16,
    /// The seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Continue the games with this many nodes for each move
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u64).range(1..))]
    play: Option<u64>,
    /// Positions searched at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_a_time)]
    threads: usize,
    /// Write the book without the moves that led too far
    #[arg(long, value_name = "BOOK")]
    out: Option<PathBuf>,
}

impl Exits {
    fn run(self) -> Result<u8, CommandError> {
        let book = match self.book.as_os_str() == "embedded" {
            true => OpeningBook::embedded(),
            false => Arc::new(OpeningBook::load(&self.book)?),
        };
        let trial = ExitTrial {
            games: self.games as usize,
            nodes: self.nodes.into(),
            bound: self.bound.into(),
            seed: self.seed,
            play: self.play,
            threads: self.threads,
            out: self.out,
        };
        let exits = trial.run(book).map_err(status)?;
        print(&exits.text);
        if let Some(entries) = exits.written {
            print(&format!("{entries} entries written\n"));
        }
        Ok(u8::from(!exits.balanced))
    }
}

fn status(error: BookError) -> CommandError {
    match error {
        BookError::Write(..) => CommandError::run(error),
        BookError::Empty | BookError::Notes(_) => CommandError::input(error),
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
