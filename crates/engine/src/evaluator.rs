//! The one interface between search and evaluation.

use crate::{Parameters, Score};
use vernier_chess::{Board, Observer, Piece, Square};

/// Judges positions. Search holds one of these and does not know which: hand-written terms, a network, or plain
/// material.
pub trait Evaluator: Send {
    /// A search with these parameters is about to begin. Most evaluators have none of their own.
    fn prepare(&mut self, _parameters: &Parameters) {}

    /// Forgets what came before and looks at this position.
    fn reset(&mut self, board: &Board);

    /// A move or a null move has been made; `changes` says what it did to the squares.
    fn push(&mut self, changes: &Changes);

    /// The last move has been taken back.
    fn pop(&mut self);

    /// How often pawns were looked up since the last call; zero unless the evaluator has a pawn table.
    fn take_pawn_lookups(&mut self) -> PawnLookups {
        PawnLookups::default()
    }

    /// The worth of the position to the side to move, within [`Score::MAX_EVALUATION`]. The board is the one reached
    /// by the pushes and pops since the last reset; the side to move is not in check.
    fn evaluate(&mut self, board: &Board) -> Score;
}

/// How often an evaluator looked pawns up in what it remembers of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PawnLookups {
    /// How often in all.
    pub all: u64,
    /// How often it knew them.
    pub known: u64,
}

/// What one move does to the squares: at most two pieces leave and two arrive.
#[derive(Clone, Copy, Default, Debug)]
pub struct Changes {
    removed: [Option<(Piece, Square)>; 2],
    placed: [Option<(Piece, Square)>; 2],
}

impl Changes {
    /// The pieces that left their squares.
    pub fn removed(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.removed.into_iter().flatten()
    }

    /// The pieces that came to their squares.
    pub fn placed(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.placed.into_iter().flatten()
    }
}

impl Observer for Changes {
    #[inline(always)]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.placed[usize::from(self.placed[0].is_some())] = Some((piece, square));
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.removed[usize::from(self.removed[0].is_some())] = Some((piece, square));
    }
}
