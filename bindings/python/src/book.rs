//! Polyglot books.

use crate::board::PyBoard;
use crate::convert::{file_error, value_error};
use crate::moves::PyMove;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;
use vernier_chess::polyglot;

/// Larger files are not books.
const MAX_SIZE: u64 = 1 << 31;

/// A Polyglot book in memory.
#[pyclass(module = "vernier", frozen)]
pub struct Book(polyglot::Book<Vec<u8>>);

#[pymethods]
impl Book {
    /// Reads a book from a file.
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| {
            let shown = path.display();
            let size = std::fs::metadata(&path).map_err(|error| file_error(&path, &error))?;
            if !size.is_file() || size.len() > MAX_SIZE {
                return Err(PyOSError::new_err(format!("{shown} is not a file of at most 2 GB")));
            }
            let bytes = std::fs::read(&path).map_err(|error| file_error(&path, &error))?;
            polyglot::Book::new(bytes).map(Self).map_err(|error| value_error(format!("{shown}: {error}")))
        })
    }

    /// A book from its bytes.
    #[staticmethod]
    fn from_bytes(bytes: Vec<u8>) -> PyResult<Self> {
        polyglot::Book::new(bytes).map(Self).map_err(value_error)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The legal moves of a position with weight and learning value, in the order of the book.
    fn moves(&self, board: &PyBoard) -> Vec<(PyMove, u16, u32)> {
        let found = self.0.moves(board.board());
        let convert = |entry: &polyglot::Weighted| PyMove::of(board.board(), entry.mv, board.mode());
        found.moves.iter().map(|entry| (convert(entry), entry.weight, entry.learn)).collect()
    }
}
