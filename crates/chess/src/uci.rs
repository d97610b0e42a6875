//! Provisional UCI moves, to be replaced.
use crate::{Board, CastlingMode, Move, Wing};
impl Board {
    /// The move a UCI text names.
    pub fn parse_uci(&self, text: &str) -> Result<Move, String> {
        self.legal_moves()
            .iter()
            .copied()
            .find(|mv| self.uci(*mv, CastlingMode::Standard) == text || mv.to_string() == text)
            .ok_or_else(|| format!("no legal move {text}"))
    }
    /// A move as UCI writes it.
    pub fn uci(&self, mv: Move, mode: CastlingMode) -> String {
        match mode {
            CastlingMode::Standard if mv.is_castle() => {
                format!("{}{}", mv.from(), Wing::of(mv.from(), mv.to()).king_target(self.turn()))
            }
            _ => mv.to_string(),
        }
    }
}
