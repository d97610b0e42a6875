//! What a position is: pieces, rights, attacks.

use super::PyBoard;
use crate::convert::{color, is_white, role, role_number, square};
use crate::squares::SquareSet;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use vernier_chess::{Piece, Wing, attacks};

/// A piece as Python's own class.
fn py_piece(py: Python<'_>, piece: Piece) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "vernier.types", "Piece")?.call1((role_number(piece.role()), is_white(piece.color())))
}

#[pymethods]
impl PyBoard {
    #[getter]
    pub(super) fn turn(&self) -> bool {
        is_white(self.board().turn())
    }

    #[getter]
    pub(super) fn fullmove_number(&self) -> u32 {
        self.board().fullmove_number()
    }

    #[getter]
    pub(super) fn halfmove_clock(&self) -> u16 {
        self.board().halfmove_clock()
    }

    /// The square to take on en passant, if that is a legal move now.
    #[getter]
    fn ep_square(&self) -> Option<u8> {
        self.board().en_passant().map(|square| square as u8)
    }

    /// The rooks that may still castle.
    #[getter]
    fn castling_rights(&self) -> SquareSet {
        SquareSet(self.board().castling().rooks())
    }

    fn has_kingside_castling_rights(&self, white: bool) -> bool {
        self.board().castling_rook(color(white), Wing::King).is_some()
    }

    fn has_queenside_castling_rights(&self, white: bool) -> bool {
        self.board().castling_rook(color(white), Wing::Queen).is_some()
    }

    fn has_castling_rights(&self, white: bool) -> bool {
        self.has_kingside_castling_rights(white) || self.has_queenside_castling_rights(white)
    }

    fn has_legal_en_passant(&self) -> bool {
        self.board().en_passant().is_some()
    }

    #[getter]
    fn occupied(&self) -> SquareSet {
        SquareSet(self.board().occupied())
    }

    fn occupied_co(&self, white: bool) -> SquareSet {
        SquareSet(self.board().color(color(white)))
    }

    fn pieces(&self, piece_type: i64, white: bool) -> PyResult<SquareSet> {
        Ok(SquareSet(self.board().pieces(color(white), role(piece_type)?)))
    }

    /// What stands on a square.
    fn piece_at<'py>(&self, py: Python<'py>, square_number: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.board().piece_at(square(square_number)?).map(|piece| py_piece(py, piece)).transpose()
    }

    /// The pieces by square.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.board().occupied() {
            if let Some(piece) = self.board().piece_at(square) {
                map.set_item(square as u8, py_piece(py, piece)?)?;
            }
        }
        Ok(map)
    }

    fn piece_type_at(&self, square_number: i64) -> PyResult<Option<u8>> {
        Ok(self.board().role_at(square(square_number)?).map(role_number))
    }

    fn color_at(&self, square_number: i64) -> PyResult<Option<bool>> {
        Ok(self.board().piece_at(square(square_number)?).map(|piece| is_white(piece.color())))
    }

    fn king(&self, white: bool) -> u8 {
        self.board().king(color(white)) as u8
    }

    fn attackers(&self, white: bool, square_number: i64) -> PyResult<SquareSet> {
        let board = self.board();
        Ok(SquareSet(board.attackers(square(square_number)?, board.occupied()) & board.color(color(white))))
    }

    fn is_attacked_by(&self, white: bool, square_number: i64) -> PyResult<bool> {
        Ok(self.board().is_attacked(square(square_number)?, color(white), self.board().occupied()))
    }

    /// What the piece on a square attacks; nothing if there is none.
    fn attacks(&self, square_number: i64) -> PyResult<SquareSet> {
        let square = square(square_number)?;
        let attacked = self
            .board()
            .piece_at(square)
            .map(|piece| attacks::of(piece.role(), piece.color(), square, self.board().occupied()));
        Ok(SquareSet(attacked.unwrap_or_default()))
    }

    fn checkers(&self) -> SquareSet {
        SquareSet(self.board().checkers())
    }

    fn is_pinned(&self, white: bool, square_number: i64) -> PyResult<bool> {
        Ok(self.board().pinned(color(white)).has(square(square_number)?))
    }
}
