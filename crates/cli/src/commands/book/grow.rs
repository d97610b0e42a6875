//! `vernier book grow`: a book from the engine's own analysis.
//!
//! The likeliest positions are analysed first; what a book of any size holds is what matters most. Nothing is left to
//! chance: the same settings give the same book, whatever the number of threads, unless it is the time that ends it.

use super::analyst::Analysts;
use super::graph::{Candidate, Graph, Line, Taste};
use super::notes::{Method, Notes};
use super::{BookFile, cannot_write, out_path, usage};
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
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

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let recipe = Recipe::read(arguments)?;
    let notes_path =
        arguments.value("--notes").map_or_else(|| with_suffix(&recipe.out, ".notes"), PathBuf::from);
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

impl Recipe {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let number = |name, range, default: u32| -> Result<u32, Failure> {
            Ok(arguments.number(name, range).map_err(usage)?.unwrap_or(default))
        };
        let minutes = arguments.number("--minutes", 1..=100_000u32).map_err(usage)?;
        Ok(Self {
            out: out_path(arguments)?,
            positions: number("--positions", 2..=10_000_000, 5000)? as usize,
            time: minutes.map(|minutes| Duration::from_secs(u64::from(minutes) * 60)),
            method: Method {
                nodes: number("--nodes", 1..=u32::MAX, 150_000)?.into(),
                moves: number("--moves", 1..=200, 8)? as usize,
            },
            taste: Taste {
                margin: number("--margin", 0..=1000, 50)? as i32,
                bound: number("--bound", 0..=1000, 50)? as i32,
                max_ply: number("--max-ply", 1..=200, 24)? as u16,
            },
            threads: number("--threads", 1..=1024, 1)? as usize,
        })
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
