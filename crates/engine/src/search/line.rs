//! A principal variation, as it grows from the leaves.

use crate::MAX_PLY;
use vernier_chess::{Move, MoveKind, Square};

/// The best line from a node on.
#[derive(Clone)]
pub(super) struct Line {
    len: usize,
    moves: [Move; MAX_PLY + 1],
}

impl Line {
    /// No moves.
    pub(super) const fn new() -> Self {
        const FILLER: Move = Move::new(Square::A1, Square::A1, MoveKind::Quiet);
        Self { len: 0, moves: [FILLER; MAX_PLY + 1] }
    }

    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// This move, then the line that follows it.
    pub(super) fn set(&mut self, mv: Move, rest: &Self) {
        let len = rest.len.min(MAX_PLY);
        self.moves[0] = mv;
        self.moves[1..=len].copy_from_slice(&rest.moves[..len]);
        self.len = len + 1;
    }

    pub(super) fn moves(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}
