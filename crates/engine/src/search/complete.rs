//! Principal variations that show the mate they promise.
//!
//! A line may end early where the table settled a node. For a mate people, and the programs that check engines, want to
//! see every move of it, so what is missing is looked up in the table, or searched again.

use super::Search;
use super::depth::Depth;
use super::kind::{Expect, Pv};
use super::window::Window;
use crate::{Ply, Score};
use vernier_chess::{Move, Undo};

impl Search<'_> {
    /// Fills in what is missing of a line that ends in mate. If the search is stopped meanwhile, the line stays short.
    pub(super) fn complete_line(&mut self, line: usize) {
        let root = &self.roots[line];
        let length = (Score::MATE.0 - root.score.0.abs()) as usize;
        if !root.score.is_mate() || root.pv.len() >= length {
            return;
        }
        let (score, mut pv) = (root.score, root.pv.clone());
        let mut played: Vec<(Move, Undo)> = Vec::with_capacity(length);
        loop {
            for mv in &pv[played.len()..] {
                let undo = self.descend(*mv, played.len());
                played.push((*mv, undo));
            }
            if pv.len() >= length || self.stopped {
                break;
            }
            let ply = pv.len();
            let expected = if ply % 2 == 0 { score } else { -score };
            let next = self
                .mating_move(expected, ply)
                .map_or_else(|| self.mating_line(expected, length, ply), |mv| vec![mv]);
            if next.is_empty() {
                break;
            }
            pv.extend(next);
        }
        for (mv, undo) in played.into_iter().rev() {
            self.ascend(mv, undo);
        }
        self.roots[line].pv = pv;
    }

    /// The table's move, if it leads to the mate expected.
    fn mating_move(&self, expected: Score, ply: Ply) -> Option<Move> {
        let (entry, _) = self.table.probe(self.board.key(), ply);
        self.playable(entry.filter(|entry| entry.score == expected).and_then(|entry| entry.mv))
    }

    /// The line a new search finds, if it leads to the mate expected.
    fn mating_line(&mut self, expected: Score, length: usize, ply: Ply) -> Vec<Move> {
        let depth = Depth((length - ply) as i32 + 1);
        let score = self.node::<Pv>(Window::FULL, depth, ply, Expect::All);
        let found = !self.stopped && score == expected;
        if found { self.lines[ply].moves().to_vec() } else { Vec::new() }
    }
}
