//! Nodes and moves that need no search.
//!
//! Every function here predicts with little work what a full search would say, and is sometimes wrong; the time it saves is
//! worth more. Each states its idea and when it applies.

use super::Search;
use super::best::Best;
use super::depth::Depth;
use super::kind::{Expect, NodeKind, Scout};
use super::look::Node;
use super::order::{Candidate, MoveFilter, Picker};
use super::window::Window;
use crate::tt::Entry;
use crate::{Bound, Parameters, Score};
use vernier_chess::{Board, EXCHANGE_VALUES, Role};

/// What to do with a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PruneDecision {
    /// It is worth a search.
    Search,
    /// Leave it out.
    Skip,
    /// Leave it out, and all quiet moves after it.
    SkipQuiets,
}

impl Search<'_> {
    /// Tries to end a node without searching its moves. Only where the exact score does not matter, and never in check,
    /// where there is no evaluation to go by.
    pub(super) fn prune_node<N: NodeKind>(&mut self, node: &Node) -> Option<Score> {
        if N::PV || node.excluded.is_some() {
            return None;
        }
        let estimate = node.estimate?;
        self.razor(node, estimate)
            .or_else(|| reverse_futility(self.parameters, &self.walk.board, node, estimate))
            .or_else(|| self.null_move(node, estimate))
            .or_else(|| self.probcut(node))
    }

    /// Razoring: the evaluation is so far below alpha that only a capture could help. Quiescence looks for one.
    fn razor(&mut self, node: &Node, estimate: Score) -> Option<Score> {
        let (p, depth) = (self.parameters, node.depth.0);
        let margin = p.razoring_base + p.razoring_slope * depth * depth;
        let applies = p.razoring && depth <= p.razoring_depth && estimate + margin <= node.window.alpha;
        if !applies || node.threatens_mate(p, &self.walk.board) {
            return None;
        }
        let score = self.quiesce::<Scout>(Window::reaching(node.window.alpha + 1), node.ply);
        (score <= node.window.alpha && !score.is_decisive()).then_some(score)
    }

    /// Null move: if we pass and the opponent, moving twice, still cannot get below beta, then a real move would do too.
    /// Not twice in a row, and not with pawns alone, where having to move may be what loses (zugzwang).
    fn null_move(&mut self, node: &Node, estimate: Score) -> Option<Score> {
        let (p, depth, beta) = (self.parameters, node.depth.0, node.window.beta);
        let evaluation = node.evaluation?;
        let applies = p.null_move
            && (!p.null_move_cut || node.expect == Expect::Cut)
            && !(p.null_move_guard && self.takes_piece(node))
            && depth >= p.null_move_depth
            && estimate >= beta
            && evaluation + p.null_move_slack * depth >= beta
            && !beta.is_loss()
            && self.walk.stack.step(node.ply, 1).is_some()
            && node.ply >= self.no_null_before
            && self.walk.has_non_pawn_material();
        if !applies {
            return None;
        }
        let reduction = p.null_move_base
            + depth / p.null_move_divisor
            + ((estimate.0 - beta.0) / p.null_move_margin).clamp(0, 3);
        // If the king is threatened, the opponent must at least be able to give a quiet check.
        let least = i32::from(node.is_mate_threatened(p, &self.walk.board));
        let reduced = Depth(node.depth.down(reduction).0.max(least));
        let undo = self.walk.pass(node.ply, self.tt);
        let score =
            -self.node::<Scout>(Window::reaching(beta).flip(), reduced, node.ply + 1, node.expect.flip());
        self.walk.unpass(undo);
        if self.watch.stopped || score < beta {
            return None;
        }
        // A mate after passing proves nothing about the mate, only about beta.
        let score = if score.is_decisive() { beta } else { score };
        self.verify_null_move(node, reduced).then_some(score)
    }

    /// True if the tt move takes a piece: then passing, which leaves it on the board, says little about beta.
    fn takes_piece(&self, node: &Node) -> bool {
        let taken = node.tt_move.and_then(|mv| self.walk.board.role_at(mv.to()).filter(|_| !mv.is_quiet()));
        taken.is_some_and(|role| role != Role::Pawn)
    }

    /// At high depth, where a mistake costs most, a null-move cutoff must hold in a search of our own moves, too.
    fn verify_null_move(&mut self, node: &Node, reduced: Depth) -> bool {
        let p = self.parameters;
        let needed = p.null_move_verification && node.depth.0 >= p.null_move_verification_depth;
        if !needed || self.no_null_before > 0 {
            return true;
        }
        self.no_null_before = node.ply + 1 + 3 * reduced.0.max(0) as usize / 4;
        let window = Window::reaching(node.window.beta);
        let score = self.node::<Scout>(window, reduced, node.ply, Expect::All);
        self.no_null_before = 0;
        !self.watch.stopped && score >= node.window.beta
    }

    /// ProbCut: a capture that beats beta by a margin at a lower depth will beat beta at this one.
    fn probcut(&mut self, node: &Node) -> Option<Score> {
        let (p, beta) = (self.parameters, node.window.beta);
        let target = beta + p.probcut_margin - p.probcut_improving * i32::from(node.improving);
        // If the table says that the target is out of reach, there is no point in trying.
        let doubtful =
            node.entry.is_some_and(|entry| entry.depth >= node.depth.0 - 3 && entry.score < target);
        if !p.probcut
            || p.probcut_cut && node.expect != Expect::Cut
            || node.depth.0 < p.probcut_depth
            || beta.is_decisive()
            || target.is_decisive()
            || doubtful
        {
            return None;
        }
        let at_least = target.0 - node.evaluation?.0;
        let tt_move = node.tt_move.filter(|mv| !mv.is_quiet() && self.walk.board.see_at_least(*mv, at_least));
        let mut picker = Picker::new(&self.arena, MoveFilter::Noisy { at_least }, tt_move, node.ply);
        let mut found = None;
        while let Some(Candidate { mv, .. }) = picker.next(&mut self.order()) {
            let window = Window::reaching(target).flip();
            let depth = node.depth.down(p.probcut_reduction);
            let undo = self.walk.descend(mv, node.ply, self.tt);
            let mut score = -self.quiesce::<Scout>(window, node.ply + 1);
            if score >= target && !depth.is_spent() {
                score = -self.node::<Scout>(window, depth, node.ply + 1, node.expect.flip());
            }
            self.walk.ascend(mv, undo);
            if self.watch.stopped {
                break;
            }
            if score >= target {
                found = Some((mv, score));
                break;
            }
        }
        picker.close(&mut self.arena);
        let (mv, score) = found?;
        let depth = node.depth.down(p.probcut_reduction - 1).0;
        let entry = Entry {
            mv: Some(mv),
            score,
            evaluation: node.raw,
            depth,
            bound: Bound::Lower,
            on_pv: node.on_pv,
        };
        self.tt.probe(self.walk.board.key(), node.ply).1.write(entry);
        Some(if score.is_decisive() { score } else { score - (target.0 - beta.0) })
    }

    /// Decides whether a move is worth a search. Something has to be searched before anything is left out, and a side
    /// that is being mated looks at everything.
    pub(super) fn prune_move<N: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        best: &Best,
    ) -> PruneDecision {
        if N::ROOT || best.score.is_loss() || !self.walk.has_non_pawn_material() {
            return PruneDecision::Search;
        }
        let (p, board) = (self.parameters, &self.walk.board);
        let reduced = (node.depth.0 - self.reductions.get(node.depth, best.number) / 1024).max(0);
        if candidate.mv.is_quiet() {
            if is_late(p, node, best) {
                if !p.late_checks {
                    return PruneDecision::SkipQuiets;
                }
                if !board.gives_check(candidate.mv) {
                    return PruneDecision::Skip;
                }
            }
            let doubtful =
                is_futile(p, node, candidate, best, reduced) || has_bad_history(p, candidate, reduced);
            // A check may be the first of several, whose worth no evaluation or history foresees; so may what prepares one.
            let poor = doubtful && !board.gives_check(candidate.mv) && !node.threatens_mate(p, board);
            if poor || hangs(p, board, candidate, reduced) {
                PruneDecision::Skip
            } else {
                PruneDecision::Search
            }
        } else if is_futile_capture(p, board, node, candidate, best, reduced)
            || loses_exchange(p, board, node, candidate)
        {
            PruneDecision::Skip
        } else {
            PruneDecision::Search
        }
    }
}

/// Reverse futility: the evaluation is so far above beta that the opponent will not have let it come to this.
fn reverse_futility(p: &Parameters, board: &Board, node: &Node, estimate: Score) -> Option<Score> {
    let (depth, beta) = (node.depth.0, node.window.beta);
    let margin = p.reverse_futility_margin * depth - p.reverse_futility_improving * i32::from(node.improving);
    let applies = p.reverse_futility
        && depth <= p.reverse_futility_depth
        && !node.on_pv
        && estimate - margin.max(0) >= beta
        && !estimate.is_decisive()
        && !beta.is_loss()
        && (depth < p.mate_threat_guard_depth || !node.is_mate_threatened(p, board));
    applies.then(|| Score((estimate.0 + beta.0) / 2))
}

/// Late move pruning: at low depth, what good ordering has put so late will not be the best move.
fn is_late(p: &Parameters, node: &Node, best: &Best) -> bool {
    let depth = node.depth.0;
    let enough = (p.late_move_pruning_base + depth * depth) / (2 - i32::from(node.improving));
    p.late_move_pruning && depth <= p.late_move_pruning_depth && best.number as i32 > enough
}

/// Futility: a quiet move gains little at once, so far below alpha it will not get there in the few plies left.
fn is_futile(p: &Parameters, node: &Node, candidate: &Candidate, best: &Best, reduced: i32) -> bool {
    let Some(evaluation) = node.evaluation else { return false };
    let margin = p.futility_base + p.futility_slope * reduced + candidate.history / p.futility_history;
    p.futility
        && reduced <= p.futility_depth
        && evaluation + margin <= best.alpha
        && !best.alpha.is_decisive()
}

/// Futility of captures: what is taken does not make up for an evaluation far below alpha, unless it gives check.
fn is_futile_capture(
    p: &Parameters,
    board: &Board,
    node: &Node,
    candidate: &Candidate,
    best: &Best,
    reduced: i32,
) -> bool {
    let Some(evaluation) = node.evaluation else { return false };
    // Nothing stands where a pawn is taken en passant.
    let taken = EXCHANGE_VALUES[board.role_at(candidate.mv.to()).unwrap_or(Role::Pawn)];
    let margin = p.noisy_futility_base + p.noisy_futility_slope * reduced + taken;
    p.noisy_futility
        && reduced <= p.noisy_futility_depth
        && !candidate.mv.is_promotion()
        && evaluation + margin <= best.alpha
        && !best.alpha.is_decisive()
        && !board.gives_check(candidate.mv)
        && !node.threatens_mate(p, board)
}

/// History pruning: near the horizon, a move that has failed again and again will fail again.
fn has_bad_history(p: &Parameters, candidate: &Candidate, reduced: i32) -> bool {
    p.history_pruning
        && reduced <= p.history_pruning_depth
        && candidate.history < -p.history_pruning_slope * (reduced + 1)
}

/// Exchange pruning of quiet moves: the moved piece would be lost for less than the depth left can win back.
fn hangs(p: &Parameters, board: &Board, candidate: &Candidate, reduced: i32) -> bool {
    let threshold =
        -p.exchange_pruning_quiet * reduced * reduced - candidate.history / p.exchange_pruning_quiet_history;
    p.exchange_pruning
        && reduced <= p.exchange_pruning_depth
        && !board.see_at_least(candidate.mv, threshold.min(0))
}

/// Exchange pruning of captures and promotions: they cost more material than the depth left can win back.
fn loses_exchange(p: &Parameters, board: &Board, node: &Node, candidate: &Candidate) -> bool {
    let depth = node.depth.0;
    let threshold = -p.exchange_pruning_noisy * depth - candidate.history / p.exchange_pruning_history;
    p.exchange_pruning
        && depth <= p.exchange_pruning_depth
        && !board.see_at_least(candidate.mv, threshold.min(0))
}
