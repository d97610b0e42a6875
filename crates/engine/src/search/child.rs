//! How deep and with which window to search what a move leads to.

use super::Search;
use super::best::Best;
use super::depth::Depth;
use super::kind::{Expect, NodeKind, Open, Scout};
use super::look::Node;
use super::order::Candidate;
use super::window::Window;
use crate::Score;

impl Search<'_> {
    /// Searches a move. Principal variation search: the first move gets the full window; the others must first prove
    /// better than the best, which is cheap to refute, and only then get it, too.
    pub(super) fn child<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        best: &Best,
    ) -> Score {
        let before = if N::ROOT { self.watch.nodes() } else { 0 };
        if N::ROOT {
            self.announce(candidate.mv, best.number);
        }
        let depth = node.depth.down(1).up(extension);
        let window = Window { alpha: best.alpha, beta: node.window.beta };
        let undo = self.walk.descend(candidate.mv, node.ply, self.tt);
        self.walk.stack[node.ply].number = best.number;
        self.walk.stack[node.ply + 1].doubles = self.walk.stack[node.ply].doubles + i32::from(extension > 1);
        let score = if self.parameters.scout_windows {
            let scouts = !N::PV || best.number > 1;
            match scouts.then(|| self.scout::<N>(node, candidate, depth, best)) {
                Some(score) if !N::PV || score <= best.alpha => score,
                _ => -self.node::<N::Child>(window.flip(), depth, node.ply + 1, Expect::All),
            }
        } else {
            self.open::<N>(node, candidate, depth, best)
        };
        self.walk.ascend(candidate.mv, undo);
        if N::ROOT && !self.watch.stopped {
            let nodes = self.watch.nodes() - before;
            self.root.note(candidate.mv, score, best, nodes, &self.lines);
        }
        score
    }

    /// Plain alpha-beta: every move gets the whole window, at reduced depth first if it comes late.
    fn open<N: NodeKind>(&mut self, node: &Node, candidate: &Candidate, depth: Depth, best: &Best) -> Score {
        let window = Window { alpha: best.alpha, beta: node.window.beta }.flip();
        let reduction =
            self.reductions.of_move::<N>(self.parameters, &self.walk.stack, node, candidate, best);
        let reduced = Depth((depth.0 - reduction).clamp(1, depth.0.max(1)));
        if reduced < depth {
            let score = -self.node::<Open>(window, reduced, node.ply + 1, Expect::Cut);
            if self.watch.stopped || score <= best.alpha {
                return score;
            }
        }
        -self.node::<Open>(window, depth, node.ply + 1, node.expect.flip())
    }

    /// Asks only whether a move is better than the best, at reduced depth first if it comes late.
    fn scout<N: NodeKind>(&mut self, node: &Node, candidate: &Candidate, depth: Depth, best: &Best) -> Score {
        let p = self.parameters;
        let window = Window::reaching(best.alpha + 1).flip();
        let reduction =
            self.reductions.of_move::<N>(self.parameters, &self.walk.stack, node, candidate, best);
        let extension = i32::from(p.late_move_extension && reduction < 0 && self.may_extend(node));
        let reduced = Depth((depth.0 - reduction).clamp(1, depth.0.max(1)));
        if reduced >= depth {
            return -self.node::<Scout>(window, depth.up(extension), node.ply + 1, node.expect.flip());
        }
        self.walk.stack[node.ply].reduction = depth.0 - reduced.0;
        let score = -self.node::<Scout>(window, reduced, node.ply + 1, Expect::Cut);
        self.walk.stack[node.ply].reduction = 0;
        if self.watch.stopped || score <= best.alpha {
            return score;
        }
        // It surprises: look again, and the deeper the more it does.
        let surprises = score > best.score + p.research_deeper + 2 * depth.0;
        let deeper = i32::from(surprises && self.may_extend(node));
        let shallower = i32::from(score < best.score + depth.0);
        let depth = depth.up(deeper - shallower);
        if reduced >= depth {
            return score;
        }
        let score = -self.node::<Scout>(window, depth, node.ply + 1, node.expect.flip());
        if !self.watch.stopped {
            let failed = score <= best.alpha;
            self.memory.histories.note_research(p, &self.walk, node, candidate.mv, failed);
        }
        score
    }
}
