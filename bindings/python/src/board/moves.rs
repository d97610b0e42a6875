//! Moves: which there are, how they are written, playing them and taking them back.

use super::PyBoard;
use crate::convert::value_error;
use crate::moves::{LegalMoves, Moves, PseudoLegalMoves, PyMove};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use vernier_chess::{CastlingMode, Color, Game, Role, San, SanAction};

#[pymethods]
impl PyBoard {
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, LegalMoves>> {
        let moves = self.board().legal_moves().iter().map(|mv| self.py_move(*mv)).collect();
        let base = PyClassInitializer::from(Moves { board: *self.board(), moves });
        Bound::new(py, base.add_subclass(LegalMoves))
    }

    /// The moves by the way the pieces go, also those that leave the king in check. Castling is among them only where it is
    /// legal, as in python-chess.
    #[getter]
    fn pseudo_legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PseudoLegalMoves>> {
        let board = self.board();
        let moves = board.pseudo_legal_moves();
        let moves = moves.iter().filter(|mv| !mv.is_castle() || board.is_legal(**mv));
        let moves = moves.map(|mv| self.py_move(*mv)).collect();
        let base = PyClassInitializer::from(Moves { board: *board, moves });
        Bound::new(py, base.add_subclass(PseudoLegalMoves))
    }

    fn is_legal(&self, mv: PyMove) -> bool {
        mv.on(self.board()).is_ok()
    }

    /// Plays a legal move.
    fn push(&mut self, mv: PyMove) -> PyResult<()> {
        let mv = mv.on(self.board())?;
        self.game.play(mv).map_err(value_error)
    }

    pub(super) fn push_uci(&mut self, uci: &str) -> PyResult<PyMove> {
        let mv = self.parse_uci(uci)?;
        self.push(mv)?;
        Ok(mv)
    }

    fn push_san(&mut self, san: &str) -> PyResult<PyMove> {
        let mv = self.parse_san(san)?;
        self.push(mv)?;
        Ok(mv)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<PyMove> {
        let mv = self.game.undo().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok(self.py_move(mv))
    }

    fn peek(&self) -> PyResult<PyMove> {
        self.move_stack().pop().ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        let mut board = *self.game.start();
        let mut stack = Vec::with_capacity(self.game.moves().len());
        for mv in self.game.moves() {
            stack.push(PyMove::of(&board, *mv, self.mode()));
            board = board.play(*mv);
        }
        stack
    }

    fn ply(&self) -> u32 {
        2 * (self.fullmove_number() - 1) + u32::from(!self.turn())
    }

    fn root(&self) -> Self {
        Self { game: Game::from_board(*self.game.start()), chess960: self.chess960 }
    }

    fn parse_uci(&self, uci: &str) -> PyResult<PyMove> {
        let mv = self.board().parse_uci(uci).map_err(|error| value_error(format!("'{uci}': {error}")))?;
        Ok(self.py_move(mv))
    }

    fn parse_san(&self, san: &str) -> PyResult<PyMove> {
        let mv = self.board().parse_san(san).map_err(|error| value_error(format!("'{san}': {error}")))?;
        Ok(self.py_move(mv))
    }

    fn san(&self, mv: PyMove) -> PyResult<String> {
        Ok(self.board().san(mv.on(self.board())?).to_string())
    }

    /// The move with the whole of its origin: `Ng1-f3`, `e4xd5`, `e7-e8=Q+`.
    fn lan(&self, mv: PyMove) -> PyResult<String> {
        let mv = mv.on(self.board())?;
        let san = self.board().san(mv);
        let SanAction::Go { role, takes, to, promotion, .. } = san.action else {
            return Ok(san.to_string());
        };
        let (file, rank) = (Some(mv.from().file()), Some(mv.from().rank()));
        let action = SanAction::Go { role, file, rank, takes, to, promotion };
        let mut text = San { action, mark: san.mark }.to_string();
        if !takes {
            // Behind the letter of the piece and its square.
            text.insert(usize::from(role != Role::Pawn) + 2, '-');
        }
        Ok(text)
    }

    #[pyo3(signature = (mv, *, chess960 = None))]
    fn uci(&self, mv: PyMove, chess960: Option<bool>) -> PyResult<String> {
        let mode = match chess960.unwrap_or(self.chess960) {
            true => CastlingMode::Chess960,
            false => CastlingMode::Standard,
        };
        Ok(self.board().uci(mv.on(self.board())?, mode))
    }

    /// Moves in a row as text with move numbers.
    fn variation_san(&self, variation: Vec<PyMove>) -> PyResult<String> {
        let mut board = *self.board();
        let mut words = Vec::with_capacity(variation.len());
        for mv in variation {
            let mv = mv.on(&board)?;
            let number = board.fullmove_number();
            words.push(match board.turn() {
                Color::White => format!("{number}. {}", board.san(mv)),
                Color::Black if words.is_empty() => format!("{number}...{}", board.san(mv)),
                Color::Black => board.san(mv).to_string(),
            });
            board = board.play(mv);
        }
        Ok(words.join(" "))
    }

    fn gives_check(&self, mv: PyMove) -> PyResult<bool> {
        Ok(self.board().gives_check(mv.on(self.board())?))
    }

    fn is_capture(&self, mv: PyMove) -> PyResult<bool> {
        Ok(mv.on(self.board())?.is_capture())
    }

    fn is_castling(&self, mv: PyMove) -> PyResult<bool> {
        Ok(mv.on(self.board())?.is_castle())
    }

    fn is_en_passant(&self, mv: PyMove) -> PyResult<bool> {
        Ok(mv.on(self.board())?.is_en_passant())
    }

    /// What the exchange that starts with this move wins or loses, in hundredths of a pawn.
    fn see(&self, mv: PyMove) -> PyResult<i32> {
        Ok(self.board().see(mv.on(self.board())?))
    }
}
