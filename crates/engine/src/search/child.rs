//! Down one ply and back: making moves, and how deep and with which window to search what they lead to.

use super::Search;
use super::best::Best;
use super::depth::Depth;
use super::history::step_of;
use super::kind::{Expect, NodeKind, Open, Scout};
use super::look::Node;
use super::order::Candidate;
use super::window::Window;
use crate::{Changes, Ply, Score};
use vernier_chess::{Move, Undo};

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
        let before = if N::ROOT { self.nodes() } else { 0 };
        if N::ROOT {
            self.announce(candidate.mv, best.number);
        }
        let depth = node.depth.down(1).up(extension);
        let window = Window { alpha: best.alpha, beta: node.window.beta };
        let undo = self.descend(candidate.mv, node.ply);
        self.stack[node.ply + 1].doubles = self.stack[node.ply].doubles + i32::from(extension > 1);
        let score = if self.parameters.scout_windows {
            let scouts = !N::PV || best.number > 1;
            match scouts.then(|| self.scout::<N>(node, candidate, depth, best)) {
                Some(score) if !N::PV || score <= best.alpha => score,
                _ => -self.node::<N::Child>(window.flip(), depth, node.ply + 1, Expect::All),
            }
        } else {
            self.open::<N>(node, candidate, depth, best)
        };
        self.ascend(candidate.mv, undo);
        if N::ROOT && !self.stopped {
            self.note_root(candidate.mv, score, best, self.nodes() - before);
        }
        score
    }

    /// Plain alpha-beta: every move gets the whole window, at reduced depth first if it comes late.
    fn open<N: NodeKind>(&mut self, node: &Node, candidate: &Candidate, depth: Depth, best: &Best) -> Score {
        let window = Window { alpha: best.alpha, beta: node.window.beta }.flip();
        let reduction = self.reduction::<N>(node, candidate, best);
        let reduced = Depth((depth.0 - reduction).clamp(1, depth.0.max(1)));
        if reduced < depth {
            let score = -self.node::<Open>(window, reduced, node.ply + 1, Expect::Cut);
            if self.stopped || score <= best.alpha {
                return score;
            }
        }
        -self.node::<Open>(window, depth, node.ply + 1, node.expect.flip())
    }

    /// Asks only whether a move is better than the best, at reduced depth first if it comes late.
    fn scout<N: NodeKind>(&mut self, node: &Node, candidate: &Candidate, depth: Depth, best: &Best) -> Score {
        let p = self.parameters;
        let window = Window::reaching(best.alpha + 1).flip();
        let reduction = self.reduction::<N>(node, candidate, best);
        let reduced = Depth((depth.0 - reduction).clamp(1, depth.0.max(1)));
        if reduced >= depth {
            return -self.node::<Scout>(window, depth, node.ply + 1, node.expect.flip());
        }
        let score = -self.node::<Scout>(window, reduced, node.ply + 1, Expect::Cut);
        if self.stopped || score <= best.alpha {
            return score;
        }
        // It surprises: look again, and the deeper the more it does.
        let deeper = i32::from(score > best.score + p.research_deeper + 2 * depth.0);
        let shallower = i32::from(score < best.score + depth.0);
        let depth = depth.up(deeper - shallower);
        if reduced >= depth {
            return score;
        }
        -self.node::<Scout>(window, depth, node.ply + 1, node.expect.flip())
    }

    /// Plays a move on the board and goes down one ply.
    #[inline]
    pub(super) fn descend(&mut self, mv: Move, ply: Ply) -> Undo {
        self.stack[ply].mv = Some(mv);
        self.stack[ply].step = step_of(&self.board, mv);
        self.keys.push(self.board.key());
        let mut changes = Changes::default();
        let undo = self.board.make_observed(mv, &mut changes);
        self.tt.touch(self.board.key());
        self.evaluator.push(&changes);
        self.stack[ply + 1].in_check = self.board.in_check();
        undo
    }

    /// Comes back up and takes the move back.
    #[inline]
    pub(super) fn ascend(&mut self, mv: Move, undo: Undo) {
        self.evaluator.pop();
        self.board.unmake(mv, undo);
        self.keys.pop();
    }

    /// Lets the opponent move twice.
    pub(super) fn pass(&mut self, ply: Ply) -> Undo {
        self.stack[ply].mv = None;
        self.stack[ply].step = None;
        self.keys.push(self.board.key());
        let undo = self.board.make_null();
        self.tt.touch(self.board.key());
        self.evaluator.push(&Changes::default());
        self.stack[ply + 1].in_check = false;
        self.stack[ply + 1].doubles = self.stack[ply].doubles;
        undo
    }

    /// Takes that back.
    pub(super) fn unpass(&mut self, undo: Undo) {
        self.evaluator.pop();
        self.board.unmake_null(undo);
        self.keys.pop();
    }

    /// The best line from a ply is this move and the line of the ply below.
    pub(super) fn keep_line(&mut self, mv: Move, ply: Ply) {
        if let [line, rest] = &mut self.lines[ply..=ply + 1] {
            line.set(mv, rest);
        }
    }
}
