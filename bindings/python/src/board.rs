//! The board: a game with its past, under the names of python-chess.

use crate::convert::{color, is_white, role, role_number, square, value_error};
use crate::moves::{LegalMoves, PyMove, own_method};
use crate::squares::SquareSet;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use vernier_chess::picture::{Shade, Svg};
use vernier_chess::{Board, CastlingMode, Color, Game, Move, Perft, Piece, Square, Wing, attacks};

/// Half-moves without capture or pawn move after which a draw may be claimed.
const FIFTY_MOVES: u16 = 100;
/// Half-moves without capture or pawn move after which the game is drawn.
const SEVENTY_FIVE_MOVES: u16 = 150;
/// Perft beyond this depth would outlast the machine.
const MAX_PERFT: u32 = 20;

/// The chess symbols of White's and Black's pieces, pawn to king.
const SYMBOLS: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];

/// A piece as Python's own class.
fn py_piece(py: Python<'_>, piece: Piece) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "vernier.types", "Piece")?.call1((role_number(piece.role()), is_white(piece.color())))
}

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

    /// The game after some move of those that neither take nor move a pawn, wherever a rule holds then.
    fn some_quiet_move_leads_to(&self, holds: impl Fn(&Game) -> bool) -> bool {
        let mut game = self.game.clone();
        self.board().legal_moves().iter().any(|mv| {
            let led = game.play(*mv).is_ok() && holds(&game);
            game.undo();
            led
        })
    }

    /// The name of the rule that ends the game, and who has won.
    fn ending(&self, claim_draw: bool) -> Option<(&'static str, Option<Color>)> {
        let board = self.board();
        if board.is_checkmate() {
            return Some(("CHECKMATE", Some(!board.turn())));
        }
        let draw = if board.has_insufficient_material() {
            "INSUFFICIENT_MATERIAL"
        } else if !board.has_legal_moves() {
            "STALEMATE"
        } else if self.is_seventyfive_moves() {
            "SEVENTYFIVE_MOVES"
        } else if self.is_fivefold_repetition() {
            "FIVEFOLD_REPETITION"
        } else if claim_draw && self.can_claim_fifty_moves() {
            "FIFTY_MOVES"
        } else if claim_draw && self.can_claim_threefold_repetition() {
            "THREEFOLD_REPETITION"
        } else {
            return None;
        };
        Some((draw, None))
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
    fn from_chess960_pos(number: u16) -> PyResult<Self> {
        let board =
            Board::chess960(number).ok_or_else(|| value_error("start positions are numbered 0 to 959"))?;
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

    // What a position is.

    #[getter]
    fn turn(&self) -> bool {
        is_white(self.board().turn())
    }

    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.board().fullmove_number()
    }

    #[getter]
    fn halfmove_clock(&self) -> u16 {
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

    // Moves.

    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        let moves = self.board().legal_moves().iter().map(|mv| self.py_move(*mv)).collect();
        LegalMoves { board: *self.board(), moves }
    }

    fn is_legal(&self, mv: PyMove) -> bool {
        mv.on(self.board()).is_ok()
    }

    /// Plays a legal move.
    fn push(&mut self, mv: PyMove) -> PyResult<()> {
        let mv = mv.on(self.board())?;
        self.game.play(mv).map_err(value_error)
    }

    fn push_uci(&mut self, uci: &str) -> PyResult<PyMove> {
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

    // How the game stands.

    fn is_check(&self) -> bool {
        self.board().in_check()
    }

    fn is_checkmate(&self) -> bool {
        self.board().is_checkmate()
    }

    fn is_stalemate(&self) -> bool {
        self.board().is_stalemate()
    }

    fn is_insufficient_material(&self) -> bool {
        self.board().has_insufficient_material()
    }

    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.game.occurrences() >= count
    }

    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    fn is_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && self.board().has_legal_moves()
    }

    fn is_seventyfive_moves(&self) -> bool {
        self.halfmove_clock() >= SEVENTY_FIVE_MOVES && self.board().has_legal_moves()
    }

    /// Whether the player to move may claim a draw by the fifty-move rule, now or with the move to be played.
    fn can_claim_fifty_moves(&self) -> bool {
        let next =
            |game: &Game| game.board().halfmove_clock() >= FIFTY_MOVES && game.board().has_legal_moves();
        self.is_fifty_moves()
            || (self.halfmove_clock() + 1 >= FIFTY_MOVES && self.some_quiet_move_leads_to(next))
    }

    /// Whether the player to move may claim a draw by repetition, now or with the move to be played.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.is_repetition(3) || self.some_quiet_move_leads_to(|game| game.occurrences() >= 3)
    }

    fn can_claim_draw(&self) -> bool {
        self.can_claim_fifty_moves() || self.can_claim_threefold_repetition()
    }

    /// How the game has ended; none if it goes on. `claim_draw` counts draws that a player may claim.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome<'py>(&self, py: Python<'py>, claim_draw: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((rule, winner)) = self.ending(claim_draw) else { return Ok(None) };
        let types = py.import("vernier.types")?;
        let termination = types.getattr("Termination")?.getattr(rule)?;
        types.getattr("Outcome")?.call1((termination, winner.map(is_white))).map(Some)
    }

    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.ending(claim_draw).is_some()
    }

    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        match self.ending(claim_draw) {
            Some((_, Some(Color::White))) => "1-0",
            Some((_, Some(Color::Black))) => "0-1",
            Some((_, None)) => "1/2-1/2",
            None => "*",
        }
    }

    // Text, pictures, copies.

    #[pyo3(signature = (*, shredder = false))]
    fn fen(&self, shredder: bool) -> String {
        self.board().fen(if shredder { CastlingMode::Chess960 } else { CastlingMode::Standard })
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

    fn __str__(&self) -> String {
        let letter = |square: usize| self.board().piece_at(Square::ALL[square]).map_or('.', Piece::to_char);
        let row = |rank: usize| {
            (0..8).map(|file| letter(8 * rank + file).to_string()).collect::<Vec<_>>().join(" ")
        };
        (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// The board in chess symbols, White below.
    fn unicode(&self) -> String {
        let letter = |square: usize| {
            let piece = self.board().piece_at(Square::ALL[square]);
            piece.map_or('·', |piece| SYMBOLS[usize::from(!is_white(piece.color()))][piece.role() as usize])
        };
        let row = |rank: usize| {
            (0..8).map(|file| letter(8 * rank + file).to_string()).collect::<Vec<_>>().join(" ")
        };
        (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// The board as an SVG drawing. Arrows are pairs of squares, or triples with one of the colors `green`, `red`, `blue`, `yellow`.
    #[pyo3(signature = (*, size = 400, orientation = true, lastmove = None, arrows = Vec::new(), squares = None, coordinates = true))]
    fn svg(
        &self,
        size: u32,
        orientation: bool,
        lastmove: Option<PyMove>,
        arrows: Vec<Arrow>,
        squares: Option<SquareSet>,
        coordinates: bool,
    ) -> PyResult<String> {
        let mut svg = Svg::of(self.board()).size(size).below(color(orientation)).coordinates(coordinates);
        if let Some(squares) = squares {
            svg = svg.highlight(squares.0, Shade::Green);
        }
        if let Some(mv) = lastmove {
            svg = svg.highlight(mv.from.bitboard() | mv.to, Shade::Yellow);
        } else if let Some(mv) = self.game.moves().last() {
            svg = svg.last_move(*mv);
        }
        for arrow in arrows {
            let (from, to, shade) = arrow.parts()?;
            svg = svg.arrow(from, to, shade);
        }
        Ok(svg.to_string())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(400, true, None, Vec::new(), None, true)
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

/// An arrow of a drawing, with a color or without.
#[derive(FromPyObject)]
pub enum Arrow {
    /// From, to and color.
    Colored(i64, i64, String),
    /// From and to.
    Plain(i64, i64),
}

impl Arrow {
    fn parts(self) -> PyResult<(Square, Square, Shade)> {
        let (from, to, name) = match self {
            Self::Colored(from, to, name) => (from, to, name),
            Self::Plain(from, to) => (from, to, "green".to_owned()),
        };
        let shade = match name.as_str() {
            "green" => Shade::Green,
            "red" => Shade::Red,
            "blue" => Shade::Blue,
            "yellow" => Shade::Yellow,
            other => return Err(value_error(format!("'{other}' is not green, red, blue or yellow"))),
        };
        Ok((square(from)?, square(to)?, shade))
    }
}
