//! The best move of a node so far.

use super::history::Tried;
use super::kind::NodeKind;
use super::look::Node;
use crate::tt::{Entry, Slot};
use crate::{Bound, Score};
use vernier_chess::Move;

/// The result of the moves searched so far.
pub(super) struct Best {
    pub(super) score: Score,
    /// The move that raised alpha last.
    pub(super) mv: Option<Move>,
    pub(super) alpha: Score,
    /// How many moves have been looked at.
    pub(super) number: usize,
    pub(super) quiets: Tried,
    pub(super) captures: Tried,
}

impl Best {
    pub(super) fn new(node: &Node) -> Self {
        Self {
            score: -Score::INFINITE,
            mv: None,
            alpha: node.window.alpha,
            number: 0,
            quiets: Tried::default(),
            captures: Tried::default(),
        }
    }

    /// Takes note of a searched move; true if it is the best so far and raises alpha.
    pub(super) fn take(&mut self, mv: Move, score: Score) -> bool {
        let tried = if mv.is_quiet() { &mut self.quiets } else { &mut self.captures };
        tried.push(mv);
        self.score = self.score.max(score);
        let raises = score > self.alpha;
        if raises {
            self.alpha = score;
            self.mv = Some(mv);
        }
        raises
    }

    /// Writes the result to the table.
    pub(super) fn remember<N: NodeKind>(&self, node: &Node, slot: Slot) {
        slot.write(Entry {
            mv: self.mv,
            score: self.score,
            evaluation: node.raw,
            depth: node.depth.0,
            bound: self.bound::<N>(node),
            on_pv: node.on_pv,
        });
    }

    fn bound<N: NodeKind>(&self, node: &Node) -> Bound {
        if self.score >= node.window.beta {
            Bound::Lower
        } else if N::EXACT && self.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
