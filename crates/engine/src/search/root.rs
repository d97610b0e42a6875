//! The moves of the root, with what is known about each.

use super::Search;
use super::best::Best;
use super::line::Lines;
use crate::{Event, Ply, Score};
use core::ops::Range;
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
    /// A running mean of its scores; none where the last was decisive.
    pub(super) mean: Option<Score>,
    /// Its place in the ranking of tablebases: moves of one group are equally good.
    pub(super) group: usize,
    /// What tablebases say about it.
    pub(super) proven: Option<Score>,
    pub(super) selective_depth: Ply,
    /// Positions visited below it.
    pub(super) nodes: u64,
    /// It and what follows.
    pub(super) pv: Vec<Move>,
}

/// Which move is being searched is worth reporting only when iterations take long.
const QUIET_TIME: Duration = Duration::from_secs(3);

impl RootMove {
    fn new(mv: Move) -> Self {
        let worst = -Score::INFINITE;
        Self {
            mv,
            score: worst,
            previous: worst,
            mean: None,
            group: 0,
            proven: None,
            selective_depth: 0,
            nodes: 0,
            pv: vec![mv],
        }
    }
}

/// The moves of the root, and where the search stands among them.
pub(super) struct RootMoves {
    pub(super) moves: Vec<RootMove>,
    /// Which of several best lines is being searched.
    pub(super) line: usize,
    /// The iteration.
    pub(super) depth: u32,
}

impl RootMoves {
    /// The legal moves, or those of them that are asked for.
    pub(super) fn new(board: &Board, wanted: &[Move]) -> Self {
        let legal = board.legal_moves();
        let filtered = legal.iter().any(|mv| wanted.contains(mv));
        let moves = legal.iter().filter(|mv| !filtered || wanted.contains(mv));
        Self { moves: moves.map(|mv| RootMove::new(*mv)).collect(), line: 0, depth: 0 }
    }

    /// The moves from which the current line is chosen: those with the same tablebase rank as its first.
    pub(super) fn rivals(&self) -> Range<usize> {
        let group = self.moves[self.line].group;
        let count = self.moves[self.line..].partition_point(|root| root.group == group);
        self.line..self.line + count
    }

    /// These moves, in the order of the last iteration.
    pub(super) fn rivals_in_order(&self) -> impl Iterator<Item = Move> {
        self.moves[self.rivals()].iter().map(|root| root.mv)
    }

    /// Records the result of a root move. For moves that did not beat the best, only that is known.
    pub(super) fn note(&mut self, mv: Move, score: Score, best: &Best, nodes: u64, lines: &Lines) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if best.number == 1 || score > best.alpha {
            root.score = score;
            root.selective_depth = lines.selective_depth;
            root.pv.truncate(1);
            root.pv.extend_from_slice(lines.from(1));
        } else {
            root.score = -Score::INFINITE;
        }
    }
}

impl Search<'_> {
    /// Reports which move of the root is being searched.
    pub(super) fn announce(&self, mv: Move, number: usize) {
        if self.watch.is_first() && self.job.signals.elapsed() >= QUIET_TIME {
            let number = self.root.line + number;
            self.job.emit(Event::CurrentMove { mv, number, depth: self.root.depth });
        }
    }
}
