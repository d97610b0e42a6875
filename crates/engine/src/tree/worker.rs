//! What one thread does: simulations, one after the other, until something ends the search.

use super::arena::Full;
use super::clock::Watch;
use super::expand::{History, Policy, expand};
use super::leaf;
use super::line::Line;
use super::node::{Node, NodeId, Stage, Value};
use super::proof::{Distance, Proof};
use super::select::Selector;
use super::{Tree, TreeOptions};
use crate::job::Job;
use crate::results::Outcome;
use crate::{Evaluator, MAX_PLY, Parameters, Rng, Score, Statistics, Wdl};
use vernier_chess::Move;
use vernier_nnue::policy::PolicyNetwork;

/// One thread's part of a tree search.
pub(super) struct Worker<'a> {
    pub(super) job: &'a Job,
    pub(super) tree: &'a Tree,
    parameters: &'a Parameters,
    network: Option<&'a PolicyNetwork>,
    pub(super) thread: usize,
    line: Line<'a>,
    way: Vec<NodeId>,
    history: History,
    rng: Rng,
    /// The only moves of the root to look at, if not all.
    pub(super) only: Option<Vec<Move>>,
    /// Positions with more pieces are not looked up in tablebases.
    tablebase_pieces: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(job: &'a Job, tree: &'a Tree, thread: usize, evaluator: &'a mut dyn Evaluator) -> Self {
        let options: &TreeOptions = &job.means.options.tree;
        Self {
            job,
            tree,
            parameters: &job.means.options.parameters,
            network: options.policy.network(),
            thread,
            line: Line::new(job.request.board, &job.request.history, evaluator),
            way: Vec::with_capacity(MAX_PLY),
            history: History::new(),
            rng: Rng::new(options.seed.wrapping_add(thread as u64)),
            only: super::root::only(job),
            tablebase_pieces: job.means.options.syzygy.max_pieces(),
        }
    }

    /// Simulates until the job is over for this thread, and returns the result of the tree.
    pub(super) fn search(&mut self) -> Outcome {
        let job = self.job;
        if !job.request.board.has_legal_moves() {
            return self.finished_game();
        }
        if self.thread == 0 {
            self.prepare_root();
        }
        let mut watch = Watch::new(job);
        while !watch.is_over(self) {
            if !self.tree.is_ready() {
                // The first thread is still giving the root its children.
                std::thread::yield_now();
                continue;
            }
            self.simulate();
            job.counters.count_node(self.thread);
        }
        job.results.add_statistics(&Statistics {
            nodes: job.counters.thread_nodes(self.thread),
            selective_depth: self.tree.deepest() as usize,
            ..Statistics::default()
        });
        if self.thread > 0 {
            // All threads work on one tree: the first one reports the result.
            return Outcome { depth: 0, selective_depth: 0, score: Score::DRAW, pv: Vec::new() };
        }
        self.report();
        self.explain();
        let _shared = self.tree.enter();
        self.best()
    }

    /// One simulation: down the tree, a new leaf, its value back up. If memory is full, makes room and goes down again.
    fn simulate(&mut self) {
        for last in [false, true] {
            let shared = self.tree.enter();
            let found = self.descend(last);
            let depth = self.line.ply();
            match found {
                Ok(value) => {
                    self.tree.back_up(&self.way, value, |ply| self.line.key(ply));
                    self.learn(value);
                    self.line.rewind();
                    self.tree.count(depth);
                    return;
                }
                Err(Full) => {
                    self.way.iter().for_each(|id| self.tree.arena.get(*id).unvisit());
                    self.line.rewind();
                    let flips = self.tree.arena.flips();
                    drop(shared);
                    self.tree.make_room(flips);
                }
            }
        }
    }

    /// Goes down to a known node or a leaf, and returns its value to the side to move there. With `last`, a full memory ends
    /// the descent instead of failing.
    fn descend(&mut self, last: bool) -> Result<Value, Full> {
        self.way.clear();
        let mut id = self.tree.root();
        loop {
            let node = self.tree.arena.get(id);
            self.way.push(id);
            node.visit();
            if let Some(value) = self.known(node) {
                return Ok(value);
            }
            match self.child(node) {
                Ok(Some((child, mv))) => {
                    self.line.make(mv);
                    id = child;
                }
                Ok(None) => return Ok(self.leaf_value(node)),
                Err(Full) if last => return Ok(self.leaf_value(node)),
                Err(Full) => return Err(Full),
            }
        }
    }

    /// The value by the rules or a proof; none at the root.
    fn known(&self, node: &Node) -> Option<Value> {
        if self.line.ply() == 0 {
            return None;
        }
        if let Some(proof) = node.proof() {
            return Some(proof.value());
        }
        (self.line.is_drawn_by_history() || self.line.ply() >= MAX_PLY - 2).then_some(Value::DRAW)
    }

    /// The child to go to; `None` if the path ends here.
    fn child(&self, node: &'a Node) -> Result<Option<(NodeId, Move)>, Full> {
        let is_root = self.line.ply() == 0;
        if node.stage() == Stage::Leaf {
            // The first visit gives a value, the second children: most leaves are never visited again.
            if node.visits() < 2 && !is_root {
                return Ok(None);
            }
            let temperature = if is_root { self.root_temperature() } else { 1.0 };
            if !expand(&self.tree.arena, node, &self.line.board, (self.policy(), temperature))? {
                return Ok(None);
            }
        }
        let (first, children) = self.tree.arena.children(node)?;
        if children.is_empty() {
            return Ok(None);
        }
        let only = self.only.as_deref().filter(|_| is_root);
        let index = Selector { parameters: self.parameters, only, is_root }.select(node, children);
        Ok(children[index].mv().map(|mv| (NodeId(first.0 + index as u32), mv)))
    }

    pub(super) fn policy(&self) -> Policy<'_> {
        Policy { parameters: self.parameters, network: self.network, history: &self.history }
    }

    pub(super) fn root_temperature(&self) -> f32 {
        let p = self.parameters;
        if p.tree_root_temperature { p.tree_root_temperature_percent as f32 / 100.0 } else { 1.0 }
    }

    /// The value of a leaf to its side to move. The end of the game and tablebase results are proven.
    fn leaf_value(&mut self, node: &Node) -> Value {
        let proven = self.rules().or_else(|| self.tablebases());
        if let Some(proof) = proven {
            if self.parameters.tree_proofs {
                node.set_proof(proof);
            }
            return proof.value();
        }
        if self.parameters.tree_transpositions
            && let Some(value) = self.tree.transpositions.get(self.line.board.key())
        {
            return value;
        }
        leaf::value(&mut self.line, self.parameters, &mut self.rng)
    }

    fn rules(&self) -> Option<Proof> {
        let board = &self.line.board;
        if board.has_insufficient_material() {
            return Some(Proof::Draw);
        }
        match (board.has_legal_moves(), board.in_check()) {
            (true, _) => None,
            (false, true) => Some(Proof::MATED),
            (false, false) => Some(Proof::Draw),
        }
    }

    fn tablebases(&self) -> Option<Proof> {
        let found = self.line.probe_tablebases(&self.job.means.options.syzygy, self.tablebase_pieces);
        let wdl = found.unwrap_or_else(|problem| {
            self.job.note(problem);
            None
        })?;
        self.job.counters.count_tablebase_hits(self.thread, 1);
        let here = Distance { plies: 0, tablebase: true };
        Some(match wdl {
            Wdl::Win => Proof::Win(here),
            Wdl::Loss => Proof::Loss(here),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Proof::Draw,
        })
    }

    /// Without a network, the policy learns which moves did better than expected.
    fn learn(&mut self, value: Value) {
        if self.network.is_some() || !self.parameters.tree_policy || self.line.ply() == 0 {
            return;
        }
        // The last move of the path: its mover sees the leaf's value turned over.
        let parent = self.way[self.way.len() - 2];
        let expected = 1.0 - self.tree.arena.get(parent).mean().unwrap_or(0.5);
        if let Some(mv) = self.tree.arena.get(self.way[self.way.len() - 1]).mv() {
            let surprise = (value.flip().points - expected) as f32;
            self.line.unmake();
            self.history.add(&self.line.board, mv, surprise);
        }
    }
}
