//! One position of the tree.

use super::Search;
use super::best::Best;
use super::depth::Depth;
use super::extend::Extension;
use super::kind::{Expect, NodeKind};
use super::look::{Node, reduce_unguided};
use super::order::{MoveFilter, Picker};
use super::prune::PruneDecision;
use super::tablebase::Answer;
use super::window::Window;
use crate::{MAX_PLY, Ply, Score};

impl Search<'_> {
    /// Searches one position: the table of contents of the whole search. Every step is a function of its own, here or
    /// in a neighbouring file.
    pub(super) fn node<N: NodeKind>(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: Ply,
        expect: Expect,
    ) -> Score {
        // 1. At the horizon quiescence takes over.
        if depth.is_spent() || ply >= MAX_PLY {
            return self.horizon::<N>(window, ply);
        }
        // 2. The rules may decide, or a mate already found.
        self.enter::<N>(ply);
        if let Some(score) = self.finished::<N>(&mut window, ply) {
            return score;
        }
        // 3. An earlier search may know the answer.
        let (entry, slot) = self.probe(ply);
        let expected = entry.filter(|entry| self.is_expected(entry, window, depth, expect));
        if let Some(score) = self.tt_cutoff::<N>(expected, window, depth.0, ply) {
            self.reward_tt_move(entry, window, depth, ply);
            return score;
        }
        self.fetch_next(entry);
        // 4. So may tablebases.
        let proven = match self.probe_tablebases::<N>(window, depth, ply, slot) {
            Answer::Settled(score) => return score,
            Answer::Within(proven) => proven,
        };
        // 5. What is known about the position may be enough.
        let mut node = self.look::<N>(entry, window, depth, ply, expect);
        self.memory.histories.reward_gain(self.parameters, &self.walk, &node);
        self.apply_hindsight(&mut node);
        if let Some(score) = self.prune_node::<N>(&node) {
            return score;
        }
        // 6. Without a tt move, search less deep; with one, find out how much hangs on it.
        self.walk.look_at_threats(ply);
        reduce_unguided::<N>(self.parameters, &mut node);
        let tt_extension = match self.singular::<N>(&node) {
            Extension::By(plies) => plies,
            Extension::MultiCut(score) => return score,
        };
        // 7. Try the moves, best first.
        let best = self.try_moves::<N>(&node, tt_extension);
        if self.watch.stopped {
            return Score::DRAW;
        }
        // 11. Without any move it is mate or stalemate.
        if best.number == 0 {
            return self.without_moves(&node);
        }
        if let Some(score) = proven.overrules(best.score) {
            return score;
        }
        // 12. Learn from it, and remember it.
        self.memory.learn(self.parameters, &mut self.walk, &node, &best);
        if node.excluded.is_none() {
            best.remember::<N>(&node, slot);
        }
        best.score
    }

    /// Searches the moves of a node until one settles it.
    #[inline(always)]
    fn try_moves<N: NodeKind>(&mut self, node: &Node, tt_extension: i32) -> Best {
        let mut best = Best::new(node);
        let mut picker = self.picker::<N>(node);
        while let Some(candidate) = picker.next(&mut self.order()) {
            if Some(candidate.mv) == node.excluded {
                continue;
            }
            best.number += 1;
            // 8. Some need no search.
            match self.prune_move::<N>(node, &candidate, &best) {
                PruneDecision::Search => self.statistics.moves_searched += 1,
                decision => {
                    self.statistics.moves_pruned += 1;
                    if decision == PruneDecision::SkipQuiets {
                        picker.skip_quiets();
                    }
                    continue;
                }
            }
            // 9. Search it, less deep and with a narrow window first.
            let extension = if Some(candidate.mv) == node.tt_move { tt_extension } else { 0 };
            let score = self.child::<N>(node, &candidate, extension, &best);
            if self.watch.stopped {
                break;
            }
            // 10. It may be the best so far, or too good to be allowed.
            if best.take(candidate.mv, score) {
                if N::EXACT {
                    self.lines.keep(candidate.mv, node.ply);
                }
                if score >= node.window.beta {
                    self.note_cutoff(&best, node.ply);
                    break;
                }
            }
        }
        picker.close(&mut self.arena);
        best
    }

    /// A thread has come to a position.
    #[inline]
    pub(super) fn enter<N: NodeKind>(&mut self, ply: Ply) {
        self.watch.count_node();
        if N::EXACT {
            self.lines.enter(ply);
        }
    }

    /// The score, if the rules or the distance to a mate already found decide it; any, if the search has been stopped.
    /// May narrow the window.
    #[inline]
    fn finished<N: NodeKind>(&mut self, window: &mut Window, ply: Ply) -> Option<Score> {
        if N::ROOT {
            return None;
        }
        if self.watch.stopped || self.walk.is_draw(ply) {
            return Some(Score::DRAW);
        }
        let p = self.parameters;
        if p.upcoming_repetition && self.walk.upcoming_repetition(window, ply) {
            return Some(window.alpha);
        }
        (p.mate_distance && mate_distance(window, ply)).then_some(window.alpha)
    }

    /// The moves to try: at the root those given, elsewhere all, tt move first.
    fn picker<N: NodeKind>(&mut self, node: &Node) -> Picker {
        if N::ROOT {
            Picker::given(&mut self.arena, self.root.rivals_in_order())
        } else {
            Picker::new(&self.arena, MoveFilter::All, node.tt_move, node.ply)
        }
    }

    /// A move has settled the node.
    fn note_cutoff(&mut self, best: &Best, ply: Ply) {
        self.walk.stack[ply].cutoffs += 1;
        self.statistics.note_cutoff(best.number);
    }

    /// Without any move to search it is mate or stalemate, unless the only move was left out on purpose.
    fn without_moves(&self, node: &Node) -> Score {
        match node.excluded {
            Some(_) => node.window.alpha,
            None if self.walk.stack[node.ply].in_check => Score::mated_in(node.ply),
            None => Score::DRAW,
        }
    }
}

/// Mate distance: nothing here can be better than mate with the next move or worse than being mated now. True if that
/// leaves nothing of the window.
#[inline]
fn mate_distance(window: &mut Window, ply: Ply) -> bool {
    window.alpha = window.alpha.max(Score::mated_in(ply));
    window.beta = window.beta.min(Score::mate_in(ply + 1));
    window.alpha >= window.beta
}
