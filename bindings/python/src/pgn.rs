//! Games with their variations, read from PGN.

use crate::annotation;
use crate::board::PyBoard;
use crate::convert::{file_error, value_error};
use crate::moves::PyMove;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vernier_chess::pgn::{GameTree, NodeId, Reader};
use vernier_chess::{Board, CastlingMode, Game};

/// A game: tags, comments, moves and variations.
#[pyclass(module = "vernier", name = "PgnGame", frozen)]
pub struct PgnGame(Arc<GameTree>);

/// A move of a game, with what is said about it and what follows.
#[pyclass(module = "vernier", name = "PgnNode", frozen)]
pub struct PgnNode {
    tree: Arc<GameTree>,
    id: NodeId,
}

/// Whether a game starts where castling needs the Chess960 form.
fn is_chess960(tree: &GameTree) -> bool {
    tree.tags.get("Variant").is_some_and(|variant| variant.to_ascii_lowercase().contains("960"))
}

fn mode(tree: &GameTree) -> CastlingMode {
    if is_chess960(tree) { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

fn nodes(tree: &Arc<GameTree>, ids: &[NodeId]) -> Vec<PgnNode> {
    ids.iter().map(|id| PgnNode { tree: Arc::clone(tree), id: *id }).collect()
}

#[pymethods]
impl PgnGame {
    /// The game that led to a board, without tags of its own.
    #[staticmethod]
    fn from_board(board: &PyBoard) -> Self {
        Self(Arc::new(GameTree::from(&board.game)))
    }

    /// The tags, in the order of the file.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        self.0.tags.iter().try_for_each(|(name, value)| headers.set_item(name, value))?;
        Ok(headers)
    }

    /// What is said before the first move.
    #[getter]
    fn comment(&self) -> String {
        self.0.comments.join(" ")
    }

    #[getter]
    fn result(&self) -> &'static str {
        self.0.result.map_or("*", |result| result.as_str())
    }

    /// The position the game starts from.
    fn board(&self) -> PyBoard {
        PyBoard { game: Game::from_board(*self.0.start()), chess960: is_chess960(&self.0) }
    }

    /// The position at the end of the main line, with its moves. A null move ends it.
    fn end_board(&self) -> PyBoard {
        PyBoard { game: self.0.game(), chess960: is_chess960(&self.0) }
    }

    /// The moves of the main line. A null move ends it.
    fn mainline_moves(&self) -> Vec<PyMove> {
        let mut board = *self.0.start();
        let mut moves = Vec::new();
        for mv in self.0.mainline().map_while(|id| self.0[id].mv()) {
            moves.push(PyMove::of(&board, mv, mode(&self.0)));
            board = board.play(mv);
        }
        moves
    }

    /// The main line as nodes.
    fn mainline(&self) -> Vec<PgnNode> {
        nodes(&self.0, &self.0.mainline().collect::<Vec<_>>())
    }

    /// What follows: the main move first, then the variations.
    #[getter]
    fn variations(&self) -> Vec<PgnNode> {
        nodes(&self.0, self.0.next(None))
    }

    /// The first move of the main line.
    fn next(&self) -> Option<PgnNode> {
        self.variations().into_iter().next()
    }

    /// The clock in the comment before the first move, in seconds.
    fn clock(&self) -> Option<f64> {
        annotation::clock(&self.0.comments)
    }

    /// The evaluation in the comment before the first move, from the view of the side to move.
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        annotation::eval(py, &self.0.comments, || self.0.start().turn())
    }

    /// The game as PGN.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.0.tags.get(name).unwrap_or("?");
        format!("<PgnGame {} - {} {}>", tag("White"), tag("Black"), self.result())
    }
}

#[pymethods]
impl PgnNode {
    /// The move; none for a null move.
    #[getter]
    fn r#move(&self) -> Option<PyMove> {
        let mv = self.tree[self.id].mv()?;
        Some(PyMove::of(&self.before(), mv, mode(&self.tree)))
    }

    /// The move as SAN; `--` for a null move.
    fn san(&self) -> String {
        self.tree[self.id].mv().map_or_else(|| "--".to_owned(), |mv| self.before().san(mv).to_string())
    }

    /// What is said after the move.
    #[getter]
    fn comment(&self) -> String {
        self.tree[self.id].comments.join(" ")
    }

    /// What is said before the first move of a variation.
    #[getter]
    fn starting_comment(&self) -> String {
        self.tree[self.id].leads.join(" ")
    }

    #[getter]
    fn nags(&self) -> Vec<u16> {
        self.tree[self.id].nags.iter().map(|nag| u16::from(nag.0)).collect()
    }

    #[getter]
    fn parent(&self) -> Option<Self> {
        self.tree[self.id].parent().map(|id| Self { tree: Arc::clone(&self.tree), id })
    }

    #[getter]
    fn variations(&self) -> Vec<Self> {
        nodes(&self.tree, self.tree.next(Some(self.id)))
    }

    /// The move that follows in the same line.
    fn next(&self) -> Option<Self> {
        self.variations().into_iter().next()
    }

    /// The seconds left to the player who moved, as a comment `[%clk 0:05:01]` tells.
    fn clock(&self) -> Option<f64> {
        annotation::clock(&self.tree[self.id].comments)
    }

    /// The evaluation that a comment such as `[%eval -1.5]` tells, from the view of the side to move.
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        annotation::eval(py, &self.tree[self.id].comments, || self.tree.board(Some(self.id)).turn())
    }

    /// The position after the move.
    fn board(&self) -> PyBoard {
        let board = self.tree.board(Some(self.id));
        PyBoard { game: Game::from_board(board), chess960: is_chess960(&self.tree) }
    }

    fn __repr__(&self) -> String {
        format!("<PgnNode {}>", self.san())
    }
}

impl PgnNode {
    fn before(&self) -> Board {
        self.tree.board(self.tree[self.id].parent())
    }
}

/// A file to read games from; a folder, a pipe or a device is not one.
pub fn open(path: &Path) -> PyResult<BufReader<File>> {
    let failed = |error| file_error(path, &error);
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(PyOSError::new_err(format!("{} is not a file", path.display())));
    }
    Ok(BufReader::with_capacity(1 << 16, File::open(path).map_err(failed)?))
}

/// Reads games one by one. A game that cannot be read raises `ValueError`; the next call continues with the next game.
#[pyclass(module = "vernier", name = "PgnReader")]
pub struct PgnReader(Reader<Box<dyn BufRead + Send + Sync>>);

#[pymethods]
impl PgnReader {
    /// Reads a file.
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        Ok(Self(Reader::new(Box::new(open(&path)?))))
    }

    /// Reads text.
    #[staticmethod]
    fn from_text(text: String) -> Self {
        Self(Reader::new(Box::new(Cursor::new(text.into_bytes()))))
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        let reader = &mut self.0;
        match py.detach(|| reader.next()) {
            Some(Ok(tree)) => Ok(Some(PgnGame(Arc::new(tree)))),
            Some(Err(error)) => Err(value_error(error)),
            None => Ok(None),
        }
    }
}
