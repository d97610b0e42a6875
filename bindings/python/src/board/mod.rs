//! The board: a game with its past, under the names of python-chess. Each file holds the methods of one theme.

mod ending;
mod moves;
mod picture;
mod position;

use crate::convert::value_error;
use crate::moves::{PyMove, own_method};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use vernier_chess::{Board, CastlingMode, Epd, Game, Move, Perft};

/// Perft beyond this depth would outlast the machine.
const MAX_PERFT: u32 = 20;

/// How to rebuild a board: the function, and start position, Chess960 and moves.
type Pickled<'py> = (Bound<'py, PyAny>, (String, bool, Vec<String>));

/// A position with the moves that led to it.
///
/// Unlike in python-chess a board is always legal: positions that are not, and moves that are not, raise `ValueError`
/// and change nothing.
#[pyclass(module = "vernier", name = "Board", skip_from_py_object)]
#[derive(Clone)]
pub struct PyBoard {
    pub game: Game,
    pub chess960: bool,
}

impl PyBoard {
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    pub fn mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    fn py_move(&self, mv: Move) -> PyMove {
        PyMove::of(self.board(), mv, self.mode())
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (fen = None, *, chess960 = false))]
    fn new(fen: Option<&str>, chess960: bool) -> PyResult<Self> {
        let board = fen.map_or(Ok(Board::start()), str::parse).map_err(value_error)?;
        Ok(Self { game: Game::from_board(board), chess960 })
    }

    /// One of the 960 start positions; 518 is the usual one.
    #[staticmethod]
    fn from_chess960_pos(number: i64) -> PyResult<Self> {
        let board = u16::try_from(number).ok().and_then(Board::chess960);
        let board = board.ok_or_else(|| value_error("start positions are numbered 0 to 959"))?;
        Ok(Self { game: Game::from_board(board), chess960: true })
    }

    /// Rebuilds a board that was pickled.
    #[staticmethod]
    fn _rebuild(fen: &str, chess960: bool, moves: Vec<String>) -> PyResult<Self> {
        let mut board = Self::new(Some(fen), chess960)?;
        moves.iter().try_for_each(|text| board.push_uci(text).map(drop))?;
        Ok(board)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let moves = self.game.moves().iter().map(Move::to_string).collect();
        Ok((own_method::<Self>(py, "_rebuild")?, (self.game.start().to_string(), self.chess960, moves)))
    }

    /// Whether castling is written as king takes own rook.
    #[getter]
    fn chess960(&self) -> bool {
        self.chess960
    }

    #[setter]
    fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    #[pyo3(signature = (*, shredder = false))]
    fn fen(&self, shredder: bool) -> String {
        self.board().fen(if shredder { CastlingMode::Chess960 } else { CastlingMode::Standard })
    }

    /// The first four fields of the FEN, without the clocks.
    #[pyo3(signature = (*, shredder = false))]
    fn epd(&self, shredder: bool) -> String {
        let mut epd = Epd::new(self.board().setup());
        epd.style.castling = if shredder { CastlingMode::Chess960 } else { CastlingMode::Standard };
        epd.to_string()
    }

    /// Sets the position up anew; the moves are forgotten.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        self.game = Game::from_board(fen.parse::<Board>().map_err(value_error)?);
        Ok(())
    }

    fn reset(&mut self) {
        self.game = Game::new();
    }

    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Self {
        let game = if stack { self.game.clone() } else { Game::from_board(*self.board()) };
        Self { game, chess960: self.chess960 }
    }

    /// The position seen from the other side: colors exchanged, ranks turned over. It has no past.
    fn mirror(&self) -> Self {
        Self { game: Game::from_board(self.board().mirrored()), chess960: self.chess960 }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The key under which Polyglot books file the position.
    fn polyglot_key(&self) -> u64 {
        self.board().polyglot_key().0
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().board() == self.board())
    }

    fn __hash__(&self) -> u64 {
        self.board().key().0
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.board())
    }

    /// Counts the leaves of the tree of legal moves; other Python threads run meanwhile.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        if depth > MAX_PERFT {
            return Err(PyValueError::new_err(format!("perft goes to depth {MAX_PERFT}")));
        }
        let board = *self.board();
        Ok(py.detach(|| Perft::new(depth).threads(threads.clamp(1, 256)).run(&board)))
    }

    /// The leaves below each legal move.
    fn perft_divide(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(PyMove, u64)>> {
        if !(1..=MAX_PERFT).contains(&depth) {
            return Err(PyValueError::new_err(format!("perft goes from depth 1 to {MAX_PERFT}")));
        }
        let board = *self.board();
        let counts = py.detach(|| Perft::new(depth).divide(&board));
        Ok(counts.into_iter().map(|(mv, count)| (self.py_move(mv), count)).collect())
    }
}
