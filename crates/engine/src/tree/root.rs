//! The root: its moves, their evaluation, and what is reported.

use super::mate::MateSearch;
use super::node::{Node, NodeId, Value};
use super::order::best_first;
use super::proof::{Distance, Proof};
use super::worker::Worker;
use super::{RootMove, Tree};
use crate::job::Job;
use crate::results::Outcome;
use crate::{MAX_PLY, Parameters, Score, WinCurve};
use vernier_chess::{Board, Move};

/// Everything is tried for mates below this many plies.
const LONGEST_MATE: u16 = 8;

/// The moves to consider, if not all: those asked for, and among these the best by the tablebases.
pub(super) fn only(job: &Job) -> Option<Vec<Move>> {
    let legal = job.request.board.legal_moves();
    let mut asked: Vec<Move> =
        job.request.limits.searchmoves.iter().copied().filter(|mv| legal.contains(mv)).collect();
    let restricted = !asked.is_empty();
    if !restricted {
        asked = legal.iter().copied().collect();
    }
    let Some(ranking) = job.ranking() else { return restricted.then_some(asked) };
    let best = ranking.iter().find(|ranked| asked.contains(&ranked.mv))?;
    let as_good = ranking.iter().filter(|ranked| (ranked.wdl, ranked.dtz) == (best.wdl, best.dtz));
    let chosen: Vec<Move> = as_good.map(|ranked| ranked.mv).filter(|mv| asked.contains(mv)).collect();
    Some(chosen)
}

impl Tree {
    /// The root moves with what is known of them, best first.
    pub(super) fn ranked(&self, only: Option<&[Move]>) -> Vec<&Node> {
        let Some((first, count)) = self.arena.get(self.root()).children() else { return Vec::new() };
        let allowed = |node: &&Node| only.is_none_or(|only| node.mv().is_some_and(|mv| only.contains(&mv)));
        best_first(self.arena.slice(first, count).iter().filter(allowed))
    }

    /// The line that is played most, after a move of the root.
    fn most_played(&self, child: &Node, board: &Board) -> Vec<Move> {
        let mate = self.mate();
        if mate.first() == child.mv().as_ref() && !mate.is_empty() {
            return mate.clone();
        }
        let (mut node, mut board, mut line) = (child, *board, Vec::new());
        while let Some(mv) = node.mv() {
            if !board.is_legal(mv) || line.len() >= MAX_PLY {
                break;
            }
            line.push(mv);
            board = board.play(mv);
            let Some((first, count)) = node.children() else { break };
            let children = self.arena.slice(first, count).iter();
            match best_first(children.filter(|child| child.visits() > 0)).first() {
                Some(next) => node = next,
                None => break,
            }
        }
        line
    }
}

impl Worker<'_> {
    /// Gives the root its children and the policy that roots have.
    pub(super) fn prepare_root(&self) {
        self.tree.prepare(&self.job.request.board, |moves| {
            let board = &self.job.request.board;
            let shares = self.policy().shares(board, moves, self.root_temperature());
            self.job.means.options.tree.noisy(shares)
        });
    }

    /// Tries everything, within this many positions, for a mate that is shorter than what is known.
    pub(super) fn look_for_mate(&self, positions: u64) {
        if !self.parameters().tree_proofs || self.only.is_some() {
            return;
        }
        let _shared = self.tree.enter();
        let root = self.tree.arena.get(self.tree.root());
        let below = match root.proof() {
            Some(Proof::Win(Distance { plies, tablebase: false })) => plies,
            Some(Proof::Win(_)) | None => LONGEST_MATE,
            Some(_) => return,
        };
        let Some(line) = MateSearch::new(positions).shortest(&self.job.request.board, below) else { return };
        let distance = Distance::mate(line.len() as u16);
        for child in self.ranked() {
            if child.mv() == line.first().copied() {
                child.set_proof(Proof::Loss(Distance::mate(distance.plies - 1)));
                root.set_proof(Proof::Win(distance));
            }
        }
        *self.tree.mate() = line;
    }

    pub(super) fn parameters(&self) -> &Parameters {
        &self.job.means.options.parameters
    }

    fn ranked(&self) -> Vec<&Node> {
        self.tree.ranked(self.only.as_deref())
    }

    /// True if the root is proven, all of its moves considered.
    pub(super) fn is_proven(&self) -> bool {
        self.only.is_none() && self.tree.arena.get(self.tree.root()).proof().is_some()
    }

    /// True if the moves to look at are proven.
    pub(super) fn is_decided(&self) -> bool {
        let ranked = self.ranked();
        let wins = |node: &&Node| matches!(node.proof(), Some(Proof::Loss(_)));
        ranked.first().is_some_and(wins) || ranked.iter().all(|node| node.proof().is_some())
    }

    pub(super) fn has_one_move(&self) -> bool {
        self.ranked().len() == 1
    }

    /// The move with the most visits, its visits, and those of all.
    pub(super) fn favourite(&self) -> (Option<Move>, u64, u64) {
        let ranked = self.ranked();
        let all = ranked.iter().map(|node| u64::from(node.visits())).sum();
        let best = ranked.first();
        (best.and_then(|node| node.mv()), best.map_or(0, |node| u64::from(node.visits())), all)
    }

    /// By how many visits the first move leads.
    pub(super) fn lead(&self) -> f64 {
        let ranked = self.ranked();
        let visits = |place: usize| ranked.get(place).map_or(0.0, |node| f64::from(node.visits()));
        if ranked.len() < 2 { 0.0 } else { visits(0) - visits(1) }
    }

    pub(super) fn best_score(&self) -> Score {
        self.ranked().first().map_or(Score::DRAW, |node| self.score(node))
    }

    /// The score of a move of the root to its mover.
    fn score(&self, node: &Node) -> Score {
        match node.proof().map(Proof::of_move) {
            Some(proof) => proof.score(),
            None => {
                WinCurve::self_play(&self.job.request.board).score(node.mean().unwrap_or(Value::DRAW.points))
            }
        }
    }

    /// The result so far: the best move and its line.
    pub(super) fn best(&self) -> Outcome {
        let none = Outcome { depth: 0, selective_depth: 0, score: Score::DRAW, pv: Vec::new() };
        self.ranked().first().map_or(none, |node| self.outcome(node))
    }

    fn outcome(&self, node: &Node) -> Outcome {
        Outcome {
            depth: self.tree.depth().max(1.0) as u32,
            selective_depth: self.tree.deepest(),
            score: self.score(node),
            pv: self.tree.most_played(node, &self.job.request.board),
        }
    }

    /// Reports the best lines.
    pub(super) fn report(&self) {
        let outcomes: Vec<Outcome> = {
            let _shared = self.tree.enter();
            // Ranked once: other threads keep counting, and no move may appear in two lines.
            self.ranked()
                .into_iter()
                .take(self.job.means.options.multi_pv)
                .map(|node| self.outcome(node))
                .collect()
        };
        for (place, outcome) in outcomes.into_iter().enumerate() {
            self.job.report(place, outcome);
        }
    }

    /// The game is over: there is nothing to search, only a result to report.
    pub(super) fn finished_game(&self) -> Outcome {
        let score = if self.job.request.board.in_check() { Score::mated_in(0) } else { Score::DRAW };
        let outcome = Outcome { depth: 0, selective_depth: 0, score, pv: Vec::new() };
        if self.thread == 0 {
            self.job.report(0, outcome.clone());
        }
        outcome
    }

    /// Reports every move of the root: visits, policy, value and what exploration adds, the best last.
    pub(super) fn explain(&self) {
        if !self.job.means.options.tree.show_policy {
            return;
        }
        for RootMove { mv, visits, policy, value, proven } in self.tree.root_moves().into_iter().rev() {
            let known = proven.map_or(String::new(), |score| format!(" ({})", score.verdict()));
            self.job.note(format!(
                "{:<6} N: {visits:>8}  P: {:>5.2}%  Q: {:>7.4}  U: {:>7.4}{known}",
                mv.to_string(),
                100.0 * policy,
                value.unwrap_or(f64::NAN),
                self.bonus(policy, visits)
            ));
        }
    }

    /// What exploration adds to a move of the root.
    fn bonus(&self, policy: f64, visits: u32) -> f64 {
        let all = f64::from(self.tree.arena.get(self.tree.root()).visits());
        f64::from(self.parameters().tree_root_exploration) / 100.0 * policy * all.sqrt()
            / (1.0 + f64::from(visits))
    }
}

/// Where a node lies that can be reached from the root in one or two moves.
pub(super) fn find(tree: &Tree, from: &Board, to: &Board) -> Option<NodeId> {
    let root = tree.root();
    if from == to {
        return Some(root);
    }
    let children = |id: NodeId| {
        let (first, count) = tree.arena.get(id).children().unwrap_or((NodeId(0), 0));
        (0..count as u32).map(move |index| NodeId(first.0 + index))
    };
    for id in children(root) {
        let Some(board) = tree.arena.get(id).mv().filter(|mv| from.is_legal(*mv)).map(|mv| from.play(mv))
        else {
            continue;
        };
        if board == *to {
            return Some(id);
        }
        let reaches = |id: &NodeId| {
            let mv = tree.arena.get(*id).mv().filter(|mv| board.is_legal(*mv));
            mv.is_some_and(|mv| board.play(mv) == *to)
        };
        if let Some(found) = children(id).find(reaches) {
            return Some(found);
        }
    }
    None
}
