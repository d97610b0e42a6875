//! Sets of squares.

use crate::convert::square;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use vernier_chess::{Bitboard, Square};

/// A set of squares in one 64-bit word, with the operators of Python's sets.
#[pyclass(module = "vernier", name = "SquareSet", eq, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SquareSet(pub Bitboard);

/// What may stand on the other side of an operator: a set, its number, or squares one by one.
#[derive(FromPyObject)]
pub enum Squares<'py> {
    /// Another set.
    Set(SquareSet),
    /// A set as a number.
    Mask(u64),
    /// Squares by number.
    List(Vec<i64>),
    /// Anything else.
    Other(Bound<'py, PyAny>),
}

impl Squares<'_> {
    fn bitboard(self) -> PyResult<Bitboard> {
        match self {
            Self::Set(set) => Ok(set.0),
            Self::Mask(mask) => Ok(Bitboard(mask)),
            Self::List(numbers) => numbers.into_iter().map(square).collect(),
            Self::Other(number) if number.is_instance_of::<PyInt>() => {
                Err(PyValueError::new_err(format!("{number} is not a set of squares: 0 to 2**64 - 1")))
            }
            Self::Other(other) => Err(PyTypeError::new_err(format!(
                "{other} is not a set of squares: a SquareSet, its number, or squares from 0 to 63"
            ))),
        }
    }
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares = None))]
    fn new(squares: Option<Squares>) -> PyResult<Self> {
        squares.map_or(Ok(Bitboard::EMPTY), Squares::bitboard).map(Self)
    }

    /// The set with one square.
    #[staticmethod]
    fn from_square(number: i64) -> PyResult<Self> {
        square(number).map(|square| Self(square.bitboard()))
    }

    fn __contains__(&self, number: i64) -> bool {
        square(number).is_ok_and(|square| self.0.has(square))
    }

    fn __iter__(&self) -> SquareIterator {
        SquareIterator(self.0)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        self.0.any()
    }

    fn __int__(&self) -> u64 {
        self.0.0
    }

    fn __index__(&self) -> u64 {
        self.0.0
    }

    fn __hash__(&self) -> u64 {
        self.0.0
    }

    fn __or__(&self, other: Squares) -> PyResult<Self> {
        Ok(Self(self.0 | other.bitboard()?))
    }

    fn __and__(&self, other: Squares) -> PyResult<Self> {
        Ok(Self(self.0 & other.bitboard()?))
    }

    fn __xor__(&self, other: Squares) -> PyResult<Self> {
        Ok(Self(self.0 ^ other.bitboard()?))
    }

    fn __sub__(&self, other: Squares) -> PyResult<Self> {
        Ok(Self(self.0 & !other.bitboard()?))
    }

    fn __invert__(&self) -> Self {
        Self(!self.0)
    }

    fn issubset(&self, other: Squares) -> PyResult<bool> {
        Ok(self.0.is_subset(other.bitboard()?))
    }

    fn issuperset(&self, other: Squares) -> PyResult<bool> {
        Ok(other.bitboard()?.is_subset(self.0))
    }

    fn isdisjoint(&self, other: Squares) -> PyResult<bool> {
        Ok((self.0 & other.bitboard()?).is_empty())
    }

    /// Adds a square.
    fn add(&mut self, number: i64) -> PyResult<()> {
        self.0 |= square(number)?;
        Ok(())
    }

    /// Removes a square if it is there.
    fn discard(&mut self, number: i64) -> PyResult<()> {
        self.0 &= !square(number)?.bitboard();
        Ok(())
    }

    /// Removes a square that is there.
    fn remove(&mut self, number: i64) -> PyResult<()> {
        let square = square(number)?;
        if !self.0.has(square) {
            return Err(PyKeyError::new_err(number));
        }
        self.0 &= !square.bitboard();
        Ok(())
    }

    /// Whether each of the 64 squares is in the set.
    fn tolist(&self) -> Vec<bool> {
        Square::ALL.map(|square| self.0.has(square)).to_vec()
    }

    /// The names of the squares.
    fn names(&self) -> Vec<String> {
        self.0.into_iter().map(|square| square.to_string()).collect()
    }

    fn __repr__(&self) -> String {
        format!("SquareSet({:#018x})", self.0.0)
    }

    /// The board with a 1 for each square of the set, White below.
    fn __str__(&self) -> String {
        let row = |rank: usize| {
            let letter = |file| if self.0.has(Square::ALL[8 * rank + file]) { "1" } else { "." };
            (0..8).map(letter).collect::<Vec<_>>().join(" ")
        };
        (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (u64,)) {
        (py.get_type::<Self>(), (self.0.0,))
    }
}

/// Goes through a set, lowest square first.
#[pyclass(module = "vernier")]
pub struct SquareIterator(Bitboard);

#[pymethods]
impl SquareIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<u8> {
        let square = self.0.into_iter().next()?;
        self.0 &= !square.bitboard();
        Some(square as u8)
    }
}
