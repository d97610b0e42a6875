//! How the game stands: check, mate, draws and claims.

use super::PyBoard;
use crate::convert::is_white;
use pyo3::prelude::*;
use vernier_chess::{Color, Game};

/// Half-moves without capture or pawn move after which a draw may be claimed.
const FIFTY_MOVES: u16 = 100;
/// Half-moves without capture or pawn move after which the game is drawn.
const SEVENTY_FIVE_MOVES: u16 = 150;

impl PyBoard {
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

    /// How the game has ended; none if it has not. `claim_draw` counts draws that a player may claim.
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
}
