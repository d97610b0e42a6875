//! What one thread learns and keeps from search to search.

use super::best::Best;
use super::correction::Corrections;
use super::history::{Cutoff, Histories};
use super::look::Node;
use super::walk::Walk;
use crate::Parameters;

/// What has been learned about moves and about evaluations.
pub(super) struct Memory {
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
}

impl Parameters {
    /// How many plies more a cutoff counts, if the evaluation did not foresee it.
    fn surprise(&self, node: &Node) -> i32 {
        let foreseen = node.evaluation.is_none_or(|evaluation| evaluation > node.window.alpha);
        if self.surprise_bonus && !foreseen { self.surprise_bonus_plies } else { 0 }
    }
}

impl Memory {
    pub(super) fn new() -> Self {
        Self { histories: Histories::new(), corrections: Corrections::new() }
    }

    /// Forgets everything but keeps the room.
    pub(super) fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Learns from a searched node: which moves are good, and how wrong the evaluation was.
    pub(super) fn learn(&mut self, p: &Parameters, walk: &mut Walk<'_>, node: &Node, best: &Best) {
        match best.mv {
            Some(mv) => {
                let (quiets, captures) = (&best.quiets, &best.captures);
                let depth = node.depth.0 + p.surprise(node);
                let cutoff = Cutoff { mv, quiets, captures, depth, ply: node.ply };
                self.histories.reward_cutoff(p, walk, &cutoff);
                if best.score >= node.window.beta {
                    self.histories.blame_first_move(p, walk, node.depth.0, node.ply);
                }
            }
            None => self.histories.reward_refutation(p, walk, node.depth.0, node.ply),
        }
        let Some(evaluation) = node.evaluation.filter(|_| node.excluded.is_none()) else { return };
        // A bound teaches only if it contradicts the evaluation, and captures change too much to be foreseen.
        let contradicted = match best.mv {
            None => best.score < evaluation,
            Some(mv) if !mv.is_quiet() => false,
            Some(_) => best.score < node.window.beta || best.score > evaluation,
        };
        if contradicted && !best.score.is_decisive() {
            self.corrections.learn(walk, best.score.0 - evaluation.0, node.depth.0, node.ply);
        }
    }
}
