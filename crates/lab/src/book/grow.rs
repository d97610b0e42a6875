//! A book from the engine's own analysis.
//!
//! The likeliest positions are analysed first, so a book of any size holds what matters most. Growth is deterministic: the same
//! settings give the same book, whatever the number of threads, unless a time limit ends it.

use super::analyst::Analysts;
use super::graph::{Candidate, Graph, Line, Taste};
use super::notes::{Method, Notes};
use super::{BookError, write};
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vernier_chess::Board;
use vernier_chess::polyglot::Book;

/// Positions analysed in one batch. It affects the order, so it does not depend on the number of threads.
const BATCH: usize = 16;
/// How often the book is written while it grows.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// How a book is to grow.
#[derive(Clone, Debug)]
pub struct GrowPlan {
    /// The book.
    pub out: PathBuf,
    /// The analysed positions, so that nothing is searched twice.
    pub notes: PathBuf,
    /// How many positions to analyse.
    pub positions: usize,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// How positions are searched.
    pub method: Method,
    /// Which moves are good enough.
    pub taste: Taste,
    /// Positions searched at a time.
    pub threads: usize,
}

/// The result of growing a book.
pub struct Grown {
    /// Its entries.
    pub entries: usize,
    /// The positions that were analysed.
    pub positions: usize,
}

impl GrowPlan {
    /// Grows the book. `visit` sees the number of positions after each batch.
    pub fn run(&self, mut visit: impl FnMut(usize)) -> Result<Grown, BookError> {
        let mut notes = Notes::open(&self.notes, self.method).map_err(BookError::Notes)?;
        let mut analysts = Analysts::new(self.threads);
        let mut graph = Graph::new(Board::start(), self.taste);
        let (started, mut saved) = (Instant::now(), Instant::now());
        while graph.len() < self.positions && self.time.is_none_or(|time| started.elapsed() < time) {
            let count = graph.waiting().len().min(BATCH).min(self.positions - graph.len());
            if count == 0 {
                break;
            }
            let batch = graph.waiting()[..count].to_vec();
            let found = self.find_out(&batch, &mut analysts, &mut notes);
            let found = found.map_err(|error| BookError::Write(self.notes.clone(), error))?;
            graph.learn(batch.into_iter().zip(found));
            if saved.elapsed() >= SAVE_EVERY {
                saved = Instant::now();
                self.save(&graph)?;
            }
            visit(graph.len());
        }
        Ok(Grown { entries: self.save(&graph)?, positions: graph.len() })
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

    /// Writes the book as far as it has grown.
    fn save(&self, graph: &Graph) -> Result<usize, BookError> {
        let builder = graph.book();
        if builder.is_empty() {
            return Err(BookError::Empty);
        }
        let book = Book::new(builder.finish()).map_err(|_| BookError::Empty)?;
        write(&self.out, book.entries().collect())
    }
}
