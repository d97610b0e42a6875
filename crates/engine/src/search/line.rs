//! Principal variations, as they grow from the leaves.

use crate::{MAX_PLY, Ply};
use vernier_chess::{Move, MoveKind, Square};

/// The best line from a node on.
#[derive(Clone)]
struct Line {
    len: usize,
    moves: [Move; MAX_PLY + 1],
}

impl Line {
    /// No moves.
    const fn new() -> Self {
        const FILLER: Move = Move::new(Square::A1, Square::A1, MoveKind::Quiet);
        Self { len: 0, moves: [FILLER; MAX_PLY + 1] }
    }

    /// This move, then the line that follows it.
    fn set(&mut self, mv: Move, rest: &Self) {
        let len = rest.len.min(MAX_PLY);
        self.moves[0] = mv;
        self.moves[1..=len].copy_from_slice(&rest.moves[..len]);
        self.len = len + 1;
    }
}

/// The principal variation from each ply on.
pub(super) struct Lines {
    lines: Vec<Line>,
    /// The deepest ply whose exact score mattered.
    pub(super) selective_depth: Ply,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { lines: vec![Line::new(); MAX_PLY + 2], selective_depth: 0 }
    }

    /// Forgets everything but keeps the room.
    pub(super) fn clear(&mut self) {
        self.lines.iter_mut().for_each(|line| line.len = 0);
        self.selective_depth = 0;
    }

    /// A node whose line is kept begins without one.
    #[inline]
    pub(super) fn enter(&mut self, ply: Ply) {
        self.lines[ply].len = 0;
        self.selective_depth = self.selective_depth.max(ply);
    }

    /// The best line from a ply is this move and the line of the ply below.
    pub(super) fn keep(&mut self, mv: Move, ply: Ply) {
        if let [line, rest] = &mut self.lines[ply..=ply + 1] {
            line.set(mv, rest);
        }
    }

    /// The best line from a ply on.
    pub(super) fn from(&self, ply: Ply) -> &[Move] {
        let line = &self.lines[ply];
        &line.moves[..line.len]
    }
}
