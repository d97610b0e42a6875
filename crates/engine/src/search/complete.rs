//! Principal variations that show the mate they promise.
//!
//! A line may end early where a node was settled without its moves. Users, and programs that check engines, want to see every
//! move of a mate, so missing moves are looked up in the table, searched again, or, when time is up, proved.

use super::Search;
use super::depth::Depth;
use super::kind::{Expect, Pv};
use super::proof::Prover;
use super::root::RootMove;
use super::window::Window;
use crate::{Ply, Score};
use vernier_chess::{Move, Undo};

impl Search<'_> {
    /// Fills in what is missing of a line that ends in mate.
    pub(super) fn complete_line(&mut self, line: usize) {
        if self.root.moves[line].missing() > 0 {
            self.follow_line(line);
        }
        if self.root.moves[line].missing() > 0 {
            self.prove_line(line);
        }
    }

    /// Continues from where the line ends, by the table and by searching, unless the search is stopped.
    fn follow_line(&mut self, line: usize) {
        let root = &self.root.moves[line];
        let length = root.pv.len() + root.missing();
        let (score, mut pv) = (root.score, root.pv.clone());
        let mut played: Vec<(Move, Undo)> = Vec::with_capacity(length);
        loop {
            for mv in &pv[played.len()..] {
                let undo = self.walk.descend(*mv, played.len(), self.tt);
                played.push((*mv, undo));
            }
            if pv.len() >= length || self.watch.stopped {
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
            self.walk.ascend(mv, undo);
        }
        self.root.moves[line].pv = pv;
    }

    /// Ends the line by a mate that can be proved without a search. It may come sooner than announced: what was announced
    /// when the search was stopped may have been only a bound.
    fn prove_line(&mut self, line: usize) {
        let root = &self.root.moves[line];
        let board = root.pv.iter().fold(self.walk.board, |board, mv| board.play(*mv));
        let Some(rest) = Prover::new(self.tt).line(&board, root.missing()) else { return };
        let pv = [&root.pv[..], &rest[..]].concat();
        if self.meets_draw(&pv) {
            return;
        }
        let root = &mut self.root.moves[line];
        root.score = if root.score.is_win() { Score::mate_in(pv.len()) } else { Score::mated_in(pv.len()) };
        root.pv = pv;
    }

    /// True if a line comes to a draw on its way.
    fn meets_draw(&mut self, line: &[Move]) -> bool {
        let mut played = Vec::with_capacity(line.len());
        let drawn = line.iter().enumerate().any(|(ply, mv)| {
            played.push((*mv, self.walk.descend(*mv, ply, self.tt)));
            self.walk.is_draw(ply + 1)
        });
        for (mv, undo) in played.into_iter().rev() {
            self.walk.ascend(mv, undo);
        }
        drawn
    }

    /// The table's move, if it leads to the mate expected.
    fn mating_move(&self, expected: Score, ply: Ply) -> Option<Move> {
        let (entry, _) = self.tt.probe(self.walk.board.key(), ply);
        let entry = entry.filter(|_| self.parameters.tt_moves);
        self.walk.playable(entry.filter(|entry| entry.score == expected).and_then(|entry| entry.mv))
    }

    /// The line a new search finds, if it leads to the mate expected.
    fn mating_line(&mut self, expected: Score, length: usize, ply: Ply) -> Vec<Move> {
        let depth = Depth((length - ply) as i32 + 1);
        let score = self.node::<Pv>(Window::FULL, depth, ply, Expect::All);
        let found = !self.watch.stopped && score == expected;
        if found { self.lines.from(ply).to_vec() } else { Vec::new() }
    }
}

impl RootMove {
    /// How many moves of an announced mate its line does not show.
    const fn missing(&self) -> usize {
        if !self.score.is_mate() {
            return 0;
        }
        ((Score::MATE.0 - self.score.0.abs()) as usize).saturating_sub(self.pv.len())
    }
}
