//! Many positions at once, for programs that learn: no Python object a position, no lock while the work is done.

use crate::board::PyBoard;
use crate::convert::value_error;
use crate::moves::PyMove;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use vernier_chess::pgn::{Reader, Visitor};
use vernier_chess::{Board, CastlingMode, Color, Game, Move, Role, perft};
use vernier_engine::NnueEval;
use vernier_nnue::Network;
use vernier_nnue::feature::View;

/// Planes of one position: own pieces by role, then the opponent's.
const PLANES: usize = 12;
/// The most pieces a board can have, and so the most features of a view.
const MAX_FEATURES: usize = 32;

/// A list of positions that is worked on as a whole. Numbers come as bytes; `vernier.Positions` makes NumPy arrays of them.
#[pyclass(module = "vernier", name = "Positions", frozen, sequence)]
pub struct Positions(Vec<Board>);

/// How many threads to use: as many as asked for, or as many as there are cores.
fn threads(asked: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.unwrap_or_else(cores).clamp(1, 256)
}

impl Positions {
    /// Fills `width` numbers a position, on several threads, with other Python threads running.
    fn fill<T: Copy + Default + Send>(
        &self,
        py: Python<'_>,
        width: usize,
        asked: Option<usize>,
        job: impl Fn(&Board, &mut [T]) + Sync,
    ) -> Vec<T> {
        py.detach(|| {
            let mut out = vec![T::default(); self.0.len() * width];
            let part = self.0.len().div_ceil(threads(asked)).max(1);
            std::thread::scope(|scope| {
                for (boards, out) in self.0.chunks(part).zip(out.chunks_mut(part * width)) {
                    let job = &job;
                    scope.spawn(move || {
                        for (board, out) in boards.iter().zip(out.chunks_mut(width)) {
                            job(board, out);
                        }
                    });
                }
            });
            out
        })
    }
}

/// Numbers as little-endian bytes that Python may write to.
macro_rules! bytes {
    ($py:expr, $numbers:expr) => {{
        let bytes: Vec<u8> = $numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        PyByteArray::new($py, &bytes)
    }};
}

#[pymethods]
impl Positions {
    /// Reads positions; an error names the first that is not one.
    #[new]
    #[pyo3(signature = (fens, *, threads = None))]
    fn new(py: Python<'_>, fens: Vec<String>, threads: Option<usize>) -> PyResult<Self> {
        let part = fens.len().div_ceil(self::threads(threads)).max(1);
        let read = |(index, fen): (usize, &String)| {
            fen.parse::<Board>().map_err(|error| value_error(format!("position {index}, '{fen}': {error}")))
        };
        let boards = py.detach(|| {
            std::thread::scope(|scope| {
                let workers: Vec<_> = fens
                    .chunks(part)
                    .enumerate()
                    .map(|(number, fens)| {
                        let start = number * part;
                        let numbered = fens.iter().enumerate().map(move |(index, fen)| (start + index, fen));
                        scope.spawn(move || numbered.map(read).collect::<PyResult<Vec<Board>>>())
                    })
                    .collect();
                let mut boards = Vec::with_capacity(fens.len());
                for worker in workers {
                    let failed = |_| PyValueError::new_err("reading the positions failed");
                    boards.append(&mut worker.join().map_err(failed)??);
                }
                Ok::<_, PyErr>(boards)
            })
        })?;
        Ok(Self(boards))
    }

    /// The positions of boards; their moves are left behind.
    #[staticmethod]
    fn from_boards(boards: Vec<PyRef<'_, PyBoard>>) -> Self {
        Self(boards.iter().map(|board| *board.board()).collect())
    }

    /// Every position of the main lines of a PGN file, up to a number; games that cannot be read are left out.
    #[staticmethod]
    #[pyo3(signature = (path, *, limit = None))]
    fn from_pgn(py: Python<'_>, path: PathBuf, limit: Option<usize>) -> PyResult<Self> {
        struct Collect(Vec<Board>);
        impl Visitor for Collect {
            fn played(&mut self, before: &Board, mv: Option<Move>) {
                if let Some(mv) = mv {
                    self.0.push(before.play(mv));
                }
            }
        }
        let limit = limit.unwrap_or(usize::MAX);
        py.detach(|| {
            let mut reader = Reader::new(crate::pgn::open(&path)?);
            let mut positions = Collect(Vec::new());
            while positions.0.len() < limit {
                let before = positions.0.len();
                match reader.read(&mut positions) {
                    Some(Ok(())) => {}
                    Some(Err(_)) => positions.0.truncate(before),
                    None => break,
                }
            }
            positions.0.truncate(limit);
            Ok(Self(positions.0))
        })
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyBoard> {
        let index = if index < 0 { index + self.0.len() as isize } else { index };
        let board = usize::try_from(index).ok().and_then(|index| self.0.get(index)).copied();
        let board = board.ok_or_else(|| PyIndexError::new_err("there are fewer positions"))?;
        Ok(PyBoard { game: Game::from_board(board), chess960: false })
    }

    fn fens(&self) -> Vec<String> {
        self.0.iter().map(Board::to_string).collect()
    }

    /// The legal moves of every position.
    fn legal_moves(&self) -> Vec<Vec<PyMove>> {
        let moves = |board: &Board| {
            board.legal_moves().iter().map(|mv| PyMove::of(board, *mv, CastlingMode::Standard)).collect()
        };
        self.0.iter().map(moves).collect()
    }

    #[pyo3(signature = (threads = None))]
    fn _move_counts<'py>(&self, py: Python<'py>, threads: Option<usize>) -> Bound<'py, PyByteArray> {
        bytes!(py, self.fill(py, 1, threads, |board, out: &mut [u16]| out[0] = board.count_moves() as u16))
    }

    #[pyo3(signature = (depth, threads = None))]
    fn _perft<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        if depth > 12 {
            return Err(PyValueError::new_err("perft of many positions goes to depth 12"));
        }
        Ok(bytes!(py, self.fill(py, 1, threads, |board, out: &mut [u64]| out[0] = perft(board, depth))))
    }

    #[pyo3(signature = (threads = None))]
    fn _keys<'py>(&self, py: Python<'py>, threads: Option<usize>) -> Bound<'py, PyByteArray> {
        bytes!(py, self.fill(py, 1, threads, |board, out: &mut [u64]| out[0] = board.polyglot_key().0))
    }

    #[pyo3(signature = (threads = None))]
    fn _planes<'py>(&self, py: Python<'py>, threads: Option<usize>) -> Bound<'py, PyByteArray> {
        let planes = self.fill(py, PLANES * 64, threads, |board, out: &mut [u8]| {
            for (owner, color) in [board.turn(), !board.turn()].into_iter().enumerate() {
                for role in Role::ALL {
                    let plane = &mut out[64 * (6 * owner + role as usize)..][..64];
                    let turned = if board.turn() == Color::White { 0 } else { 56 };
                    board
                        .pieces(color, role)
                        .into_iter()
                        .for_each(|square| plane[square as usize ^ turned] = 1);
                }
            }
        });
        PyByteArray::new(py, &planes)
    }

    #[pyo3(signature = (threads = None))]
    fn _features<'py>(&self, py: Python<'py>, threads: Option<usize>) -> Bound<'py, PyByteArray> {
        let features = self.fill(py, 2 * MAX_FEATURES, threads, |board, out: &mut [i16]| {
            out.fill(-1);
            for (color, out) in [board.turn(), !board.turn()].into_iter().zip(out.chunks_mut(MAX_FEATURES)) {
                let found = View::of(board, color).features(board);
                out.iter_mut().zip(found).for_each(|(out, feature)| *out = feature as i16);
            }
        });
        bytes!(py, features)
    }

    #[pyo3(signature = (threads = None))]
    fn _evaluate<'py>(&self, py: Python<'py>, threads: Option<usize>) -> PyResult<Bound<'py, PyByteArray>> {
        let network: Arc<Network> =
            NnueEval::embedded().ok_or_else(|| value_error("this build has no network inside"))?;
        Ok(bytes!(py, self.fill(py, 1, threads, |board, out: &mut [i32]| out[0] = network.evaluate(board))))
    }
}
