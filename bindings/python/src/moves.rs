//! Moves as Python sees them: two squares and a promotion, without the board that gives them a meaning.

use crate::convert::{role, role_number, square, value_error};
use pyo3::prelude::*;
use pyo3::types::PyType;
use vernier_chess::{Board, CastlingMode, Move, Role, Square};

/// A move from a square to a square, perhaps with a promotion. Castling is written as the king's step, or as king takes
/// own rook where Chess960 needs it.
#[pyclass(module = "vernier", name = "Move", frozen, eq, hash, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PyMove {
    pub from: Square,
    pub to: Square,
    pub promotion: Option<Role>,
    /// The null move, written 0000.
    pub null: bool,
}

impl PyMove {
    /// A legal move of a board, in the board's way of writing castling.
    pub fn of(board: &Board, mv: Move, mode: CastlingMode) -> Self {
        let mut to = mv.to();
        if mv.is_castle() {
            // The library knows which form says which rook is meant.
            let text = board.uci(mv, mode);
            to = text.get(2..4).and_then(|name| name.parse().ok()).unwrap_or(to);
        }
        Self { from: mv.from(), to, promotion: mv.promotion(), null: false }
    }

    /// The legal move of that board that is meant.
    pub fn on(self, board: &Board) -> PyResult<Move> {
        board.parse_uci(&self.uci()).map_err(|error| value_error(format!("{}: {error}", self.uci())))
    }
}

// Python's names: `from_square` is not a constructor here.
#[allow(clippy::wrong_self_convention)]
#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn new(from_square: i64, to_square: i64, promotion: Option<i64>) -> PyResult<Self> {
        let (from, to) = (square(from_square)?, square(to_square)?);
        Ok(Self { from, to, promotion: promotion.map(role).transpose()?, null: false })
    }

    /// Reads a move such as `e2e4` or `e7e8q`; whether it is legal, only a board knows.
    #[staticmethod]
    pub fn from_uci(text: &str) -> PyResult<Self> {
        let malformed = || value_error(format!("'{text}' is not a move: write it like e2e4 or e7e8q"));
        if text == "0000" {
            return Ok(Self::null());
        }
        let part =
            |range| text.get(range).and_then(|name: &str| name.parse::<Square>().ok()).ok_or_else(malformed);
        let (from, to) = (part(0..2)?, part(2..4)?);
        let promotion = match text.get(4..).unwrap_or_default() {
            "" => None,
            "q" => Some(Role::Queen),
            "r" => Some(Role::Rook),
            "b" => Some(Role::Bishop),
            "n" => Some(Role::Knight),
            _ => return Err(malformed()),
        };
        Ok(Self { from, to, promotion, null: false })
    }

    /// The null move.
    #[staticmethod]
    fn null() -> Self {
        Self { from: Square::A1, to: Square::A1, promotion: None, null: true }
    }

    #[getter]
    fn from_square(&self) -> u8 {
        self.from as u8
    }

    #[getter]
    fn to_square(&self) -> u8 {
        self.to as u8
    }

    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.promotion.map(role_number)
    }

    /// The move as UCI writes it.
    pub fn uci(&self) -> String {
        if self.null {
            return "0000".to_owned();
        }
        let promotion = self.promotion.map(|role| role.to_char().to_string()).unwrap_or_default();
        format!("{}{}{promotion}", self.from, self.to)
    }

    fn __bool__(&self) -> bool {
        !self.null
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_uci")?, (self.uci(),)))
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("from_square", "to_square", "promotion")
    }
}

/// Moves of a position, in no special order.
#[pyclass(module = "vernier", frozen, sequence, subclass)]
pub struct Moves {
    pub board: Board,
    pub moves: Vec<PyMove>,
}

/// The legal moves of a position.
#[pyclass(module = "vernier", frozen, extends = Moves)]
pub struct LegalMoves;

/// The legal moves of a position and those after which the own king could be taken.
#[pyclass(module = "vernier", frozen, extends = Moves)]
pub struct PseudoLegalMoves;

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    /// How many there are.
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }

    fn __contains__(&self, mv: PyMove) -> bool {
        // Castling counts in both forms; only one of them is listed.
        self.moves.contains(&mv) || mv.on(&self.board).is_ok()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyMove> {
        let length = self.moves.len() as isize;
        let index = if index < 0 { index + length } else { index };
        let found = usize::try_from(index).ok().and_then(|index| self.moves.get(index)).copied();
        found.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("there are fewer moves"))
    }

    fn __iter__(&self) -> MoveIterator {
        MoveIterator(self.moves.clone().into_iter())
    }

    /// The moves in SAN, or as UCI writes them where they are not legal.
    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let Self { board, moves } = this.get();
        let name = |mv: &PyMove| mv.on(board).map_or_else(|_| mv.uci(), |legal| board.san(legal).to_string());
        let names: Vec<String> = moves.iter().map(name).collect();
        Ok(format!("<{} ({})>", this.get_type().name()?, names.join(", ")))
    }
}

/// Goes through moves.
#[pyclass(module = "vernier")]
pub struct MoveIterator(std::vec::IntoIter<PyMove>);

#[pymethods]
impl MoveIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<PyMove> {
        self.0.next()
    }

    fn __length_hint__(&self) -> usize {
        self.0.len()
    }
}

/// A class's own static method, for `__reduce__`.
pub fn own_method<'py, T: pyo3::type_object::PyTypeInfo>(
    py: Python<'py>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let class: Bound<'py, PyType> = py.get_type::<T>();
    class.getattr(name)
}
