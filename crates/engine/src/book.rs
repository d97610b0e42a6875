//! Opening books, from files and the one inside the program, and which of their moves is played.
//!
//! A book is used only on request. Its moves are legal, never repeat a position of the game, and are announced as book moves.

use crate::job::Job;
use crate::plain_file::{self, FileError};
use crate::results::Outcome;
use crate::{Evaluator, Score, embedded};
use core::fmt;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use vernier_chess::polyglot::{Book, BookError, Weighted};
use vernier_chess::{Board, Key, Move};

/// An opening book in the Polyglot format, held in memory.
pub struct OpeningBook {
    book: Book<Cow<'static, [u8]>>,
}

/// Why a file cannot be used as a book.
#[derive(Debug)]
pub enum BookFileError {
    /// The file could not be read.
    File(FileError),
    /// It is not a book.
    Invalid(PathBuf, BookError),
}

/// How a book is used.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// Moves are played from the book.
    pub own_book: bool,
    /// The engine is used for analysis: no book moves, even if `own_book` is set.
    pub analysis: bool,
    /// The book; without one the book inside the program is used.
    pub file: Option<Arc<OpeningBook>>,
    /// The last move number that may come from the book.
    pub depth: u32,
    /// How much to vary, in percent: 0 plays the move with the highest weight, 100 plays moves in proportion to their weights.
    pub variety: u32,
}

/// A move that the book gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BookMove {
    pub(crate) mv: Move,
    /// The book's own reply.
    reply: Option<Move>,
    weight: u16,
    /// The weights of all moves that could have been played.
    total: u64,
}

impl OpeningBook {
    /// Larger files are refused.
    pub const MAX_SIZE: u64 = 2 << 30;

    /// Reads a book from a regular file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, BookFileError> {
        let path = path.as_ref().to_path_buf();
        let bytes = plain_file::read(&path, Self::MAX_SIZE).map_err(BookFileError::File)?;
        Self::new(bytes).map_err(|error| BookFileError::Invalid(path, error))
    }

    /// Reads a book from bytes.
    pub fn new(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, BookError> {
        Ok(Self { book: Book::new(bytes.into())? })
    }

    /// The embedded book, of our own making (docs/books.md).
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<OpeningBook>> = LazyLock::new(|| {
            let bytes = embedded::book().expect("a test unpacks the embedded book");
            Arc::new(OpeningBook::new(bytes).expect("a test reads the embedded book"))
        });
        Arc::clone(&EMBEDDED)
    }

    /// The Polyglot entries.
    pub fn book(&self) -> &Book<Cow<'static, [u8]>> {
        &self.book
    }

    /// The moves worth playing: those with a weight that do not repeat an earlier position.
    pub fn moves(&self, board: &Board, history: &[Key]) -> Vec<Weighted> {
        let mut moves = self.book.moves(board).moves;
        moves.retain(|found| found.weight > 0 && !history.contains(&board.play(found.mv).key()));
        moves
    }

    /// Picks one of some moves. `chance` lies between zero and one; evenly spread chances pick moves by weight.
    /// Below a `variety` of 100 per cent heavier moves gain on lighter ones; at 0 the heaviest is chosen.
    pub fn choose(moves: &[Weighted], variety: u32, chance: f64) -> Option<Weighted> {
        let heaviest = moves.iter().rev().max_by_key(|found| found.weight).copied();
        let shares: Vec<f64> = moves.iter().map(|found| share(found.weight, variety)).collect();
        let mut point = chance * shares.iter().sum::<f64>();
        let chosen = moves.iter().zip(&shares).find(|(_, share)| {
            point -= **share;
            point < 0.0
        });
        chosen.map(|(found, _)| *found).filter(|_| variety > 0).or(heaviest)
    }
}

/// The effective weight of a move. Below 100 per cent heavier moves gain on lighter ones.
fn share(weight: u16, variety: u32) -> f64 {
    (f64::from(weight) / f64::from(u16::MAX)).powf(100.0 / f64::from(variety.clamp(1, 100)))
}

impl BookOptions {
    /// The book in use: the one given, or the embedded one if moves are to be played from a book.
    pub fn in_use(&self) -> Option<Arc<OpeningBook>> {
        self.file.clone().or_else(|| self.own_book.then(OpeningBook::embedded))
    }

    /// The move to play from the book, if there is one; from `wanted`, unless that is empty.
    pub(crate) fn pick(
        &self,
        board: &Board,
        history: &[Key],
        wanted: &[Move],
        chance: f64,
    ) -> Option<BookMove> {
        if !self.own_book || self.analysis || board.fullmove_number() > self.depth {
            return None;
        }
        let book = self.in_use()?;
        let mut moves = book.moves(board, history);
        moves.retain(|found| wanted.is_empty() || wanted.contains(&found.mv));
        let chosen = OpeningBook::choose(&moves, self.variety, chance)?;
        let replies = book.moves(&board.play(chosen.mv), history);
        let reply = OpeningBook::choose(&replies, 0, 0.0).map(|found| found.mv);
        let total = moves.iter().map(|found| u64::from(found.weight)).sum();
        Some(BookMove { mv: chosen.mv, reply, weight: chosen.weight, total })
    }
}

impl Default for BookOptions {
    fn default() -> Self {
        Self { own_book: false, analysis: false, file: None, depth: 255, variety: 100 }
    }
}

impl BookMove {
    /// The line to show.
    pub(crate) fn line(&self) -> Vec<Move> {
        std::iter::once(self.mv).chain(self.reply).collect()
    }

    /// Reports the book move. The score is the static evaluation.
    pub(crate) fn announce(&self, job: &Job, evaluator: &mut dyn Evaluator) -> Score {
        let board = &job.request.board;
        let score = if board.in_check() {
            Score::DRAW
        } else {
            evaluator.reset(board);
            evaluator.evaluate(board).clamp_evaluation()
        };
        let name = board.san(self.mv);
        job.note(format!("book move {name}, weight {} of {}", self.weight, self.total));
        job.report(0, Outcome { depth: 1, selective_depth: 1, score, pv: self.line() });
        score
    }
}

impl fmt::Debug for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpeningBook({} entries)", self.book.len())
    }
}

impl fmt::Display for BookFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(trouble) => trouble.fmt(f),
            Self::Invalid(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl core::error::Error for BookFileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::File(trouble) => Some(trouble),
            Self::Invalid(_, error) => Some(error),
        }
    }
}
