//! The moves of the root, with what is known about each.

use crate::{Ply, Score};
use vernier_chess::{Board, Move};

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its score in this iteration; the worst of all until it has proved better than those before it.
    pub(super) score: Score,
    /// Its score in the last iteration.
    pub(super) previous: Score,
    pub(super) selective_depth: Ply,
    /// It and what follows.
    pub(super) pv: Vec<Move>,
}

impl RootMove {
    /// The legal moves, or those of them that are asked for.
    pub(super) fn list(board: &Board, wanted: &[Move]) -> Vec<Self> {
        let legal = board.legal_moves();
        let filtered = legal.iter().any(|mv| wanted.contains(mv));
        let moves = legal.iter().filter(|mv| !filtered || wanted.contains(mv));
        moves.map(|mv| Self::new(*mv)).collect()
    }

    fn new(mv: Move) -> Self {
        let worst = -Score::INFINITE;
        Self { mv, score: worst, previous: worst, selective_depth: 0, pv: vec![mv] }
    }
}
