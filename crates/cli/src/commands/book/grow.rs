//! `vernier book grow`: a book from the engine's own analysis.
//!
//! The likeliest positions are analysed first; what a book of any size holds is what matters most. Nothing is left to
//! chance: the same settings give the same book, whatever the number of threads, unless it is the time that ends it.

use super::analyst::Analysts;
use super::graph::{Candidate, Graph, Line, Taste};
use super::notes::{Method, Notes};
use super::{BookFile, cannot_write};
use crate::failure::{Failure, Outcome};
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vernier_chess::Board;
use vernier_chess::polyglot::{Book, Entry};

/// Positions analysed before anything is made of them. It decides the order, so it does not depend on the threads.
const BATCH: usize = 16;
/// How often the book is written while it grows.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// What is wanted.
struct Recipe {
    out: PathBuf,
    positions: usize,
    time: Option<Duration>,
    method: Method,
    taste: Taste,
    threads: usize,
}

/// Grow a book by analysis, the likeliest positions first
#[derive(Args)]
pub struct Grow {
    /// Where to write the book
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
    /// How many positions to analyse
    #[arg(long, value_name = "N", default_value_t = 5000)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    positions: u32,
    /// Stop after this time
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    minutes: Option<u32>,
    /// Nodes for each search
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Moves considered in a position, later half of that
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=200))]
    moves: u32,
    /// What a move may lose at the start
    #[arg(long, value_name = "CP", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1000))]
    margin: u32,
    /// How uneven a line may be
    #[arg(long, value_name = "CP", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1000))]
    bound: u32,
    /// How many half-moves to grow
    #[arg(long, value_name = "N", default_value_t = 24)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=200))]
    max_ply: u32,
    /// Positions searched at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Where to keep the analysis; BOOK.notes if it is left out
    #[arg(long, value_name = "FILE")]
    notes: Option<PathBuf>,
}

impl Grow {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let recipe = Recipe::read(&self);
        let notes_path = self.notes.unwrap_or_else(|| with_suffix(&recipe.out, ".notes"));
        let mut notes = Notes::open(&notes_path, recipe.method).map_err(Failure::Input)?;
        let mut analysts = Analysts::new(recipe.threads);
        let mut graph = Graph::new(Board::start(), recipe.taste);
        let (started, mut saved) = (Instant::now(), Instant::now());
        while graph.len() < recipe.positions && recipe.time.is_none_or(|time| started.elapsed() < time) {
            let count = graph.waiting().len().min(BATCH).min(recipe.positions - graph.len());
            if count == 0 {
                break;
            }
            let batch = graph.waiting()[..count].to_vec();
            let found = recipe.find_out(&batch, &mut analysts, &mut notes);
            let found = found.map_err(|error| cannot_write(&notes_path, &error))?;
            graph.learn(batch.into_iter().zip(found));
            if saved.elapsed() >= SAVE_EVERY {
                saved = Instant::now();
                save(&graph, &recipe.out)?;
            }
            tell(&graph, started);
        }
        let entries = save(&graph, &recipe.out)?;
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        writeln!(out, "{entries} entries from {} analysed positions", graph.len())?;
        Ok(Outcome::Done)
    }
}

impl Recipe {
    fn read(arguments: &Grow) -> Self {
        Self {
            out: arguments.out.clone(),
            positions: arguments.positions as usize,
            time: arguments.minutes.map(|minutes| Duration::from_secs(u64::from(minutes) * 60)),
            method: Method { nodes: arguments.nodes.into(), moves: arguments.moves as usize },
            taste: Taste {
                margin: arguments.margin as i32,
                bound: arguments.bound as i32,
                max_ply: arguments.max_ply as u16,
            },
            threads: arguments.threads as usize,
        }
    }

    /// Analyses positions, unless that was done before.
    fn find_out(
        &self,
        batch: &[Candidate],
        analysts: &mut Analysts,
        notes: &mut Notes,
    ) -> io::Result<Vec<Vec<Line>>> {
        let new = batch.iter().filter(|candidate| notes.get(&candidate.board).is_none());
        let new: Vec<(Board, usize)> =
            new.map(|candidate| (candidate.board, self.method.moves_at(candidate.ply))).collect();
        let found = analysts.analyse(&new, self.method.nodes);
        for ((board, _), lines) in new.iter().zip(found) {
            notes.add(board, lines)?;
        }
        notes.flush()?;
        Ok(batch.iter().map(|candidate| notes.get(&candidate.board).cloned().unwrap_or_default()).collect())
    }
}

/// Writes the book as far as it has grown, and says how many entries it has.
fn save(graph: &Graph, path: &Path) -> Result<u64, Failure> {
    let builder = graph.book();
    if builder.is_empty() {
        return Err(Failure::Input("no move is left for the book".to_owned()));
    }
    let book = Book::new(builder.finish()).map_err(|error| Failure::Input(error.to_string()))?;
    let mut file = BookFile::create(path)?;
    let entries: Vec<Entry> = book.entries().collect();
    file.write(entries)?;
    file.finish()
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn tell(graph: &Graph, started: Instant) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r{} positions, {} s", graph.len(), started.elapsed().as_secs());
    }
}
