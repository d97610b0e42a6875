//! The moves of the root, with what is known about each.

use super::Search;
use super::best::Best;
use crate::{Event, Ply, Score};
use std::time::Duration;
use vernier_chess::{Board, Move};

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its score in this iteration; the worst of all unless it has proved better than those before it.
    pub(super) score: Score,
    /// Its score when the last iteration ended.
    pub(super) previous: Score,
    /// Its place in the ranking of endgame tables: moves of one group are equally good.
    pub(super) group: usize,
    /// What endgame tables say about it.
    pub(super) proven: Option<Score>,
    pub(super) selective_depth: Ply,
    /// Positions visited below it.
    pub(super) nodes: u64,
    /// It and what follows.
    pub(super) pv: Vec<Move>,
}

/// Which move is being searched is worth telling only when iterations take their time.
const QUIET_TIME: Duration = Duration::from_secs(3);

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
        Self {
            mv,
            score: worst,
            previous: worst,
            group: 0,
            proven: None,
            selective_depth: 0,
            nodes: 0,
            pv: vec![mv],
        }
    }
}

impl Search<'_> {
    /// Notes what the search of a root move has come to. Of moves that did not beat the best nothing is known but that.
    pub(super) fn note_root(&mut self, mv: Move, score: Score, best: &Best, nodes: u64) {
        let (selective_depth, rest) = (self.selective_depth, self.lines[1].moves());
        let Some(root) = self.roots.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if best.number == 1 || score > best.alpha {
            root.score = score;
            root.selective_depth = selective_depth;
            root.pv.truncate(1);
            root.pv.extend_from_slice(rest);
        } else {
            root.score = -Score::INFINITE;
        }
    }

    /// Tells which move of the root is being searched.
    pub(super) fn announce(&self, mv: Move, number: usize) {
        if self.is_first() && self.job.signals.elapsed() >= QUIET_TIME {
            let number = self.line + number;
            self.job.emit(Event::CurrentMove { mv, number, depth: self.depth });
        }
    }
}
