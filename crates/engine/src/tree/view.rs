//! A view of the tree for callers: the moves of the root, and its top by visits.

use super::Tree;
use super::node::{Node, NodeId};
use super::proof::Proof;
use crate::Score;
use vernier_chess::{Board, Move};

/// A move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Simulations that went there.
    pub visits: u32,
    /// How likely the policy found it.
    pub policy: f64,
    /// Points to expect, from zero to one; none without visits.
    pub value: Option<f64>,
    /// The score to the side to move, if it is proven.
    pub proven: Option<Score>,
}

/// A node with the most visited nodes below it.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeView {
    /// The position.
    pub board: Board,
    /// The move that led there; none for the root.
    pub mv: Option<Move>,
    /// Simulations that came by.
    pub visits: u32,
    /// How likely the policy found the move.
    pub policy: f64,
    /// Points to expect for the player who made the move, from zero to one.
    pub value: f64,
    /// The score for the player who made the move, if it is proven.
    pub proven: Option<Score>,
    /// The most visited children, most visited first.
    pub children: Vec<Self>,
}

impl Tree {
    /// The moves of the root, the best first.
    pub(crate) fn root_moves(&self) -> Vec<RootMove> {
        let _shared = self.enter();
        let known = |node: &&Node| {
            node.mv().map(|mv| RootMove {
                mv,
                visits: node.visits(),
                policy: node.policy().into(),
                value: node.mean(),
                proven: score(node),
            })
        };
        self.ranked(None).iter().filter_map(known).collect()
    }

    /// The top of the tree: about this many nodes, those with the most visits; nothing before the first search.
    pub(crate) fn view(&self, nodes: usize) -> Option<TreeView> {
        let _shared = self.enter();
        let board = (*self.board())?;
        let root = self.arena.get(self.root());
        // The fewest visits with which a node is shown: the n-th largest number in the tree.
        let mut visits = Vec::new();
        self.collect_visits(root, &mut visits, 0);
        visits.sort_unstable_by(|a, b| b.cmp(a));
        let least = visits.get(nodes.max(1) - 1).or(visits.last()).copied().unwrap_or(1).max(1);
        Some(self.view_of(root, board, least))
    }

    fn collect_visits(&self, node: &Node, visits: &mut Vec<u32>, depth: usize) {
        visits.push(node.visits());
        if depth < crate::MAX_PLY {
            self.visited(node).for_each(|child| self.collect_visits(child, visits, depth + 1));
        }
    }

    fn view_of(&self, node: &Node, board: Board, least: u32) -> TreeView {
        let mut children: Vec<&Node> = self.visited(node).filter(|child| child.visits() >= least).collect();
        // Cached: other threads keep counting.
        children.sort_by_cached_key(|child| std::cmp::Reverse(child.visits()));
        let below = |child: &&Node| {
            let mv = child.mv().filter(|mv| board.is_legal(*mv))?;
            Some(self.view_of(child, board.play(mv), least))
        };
        TreeView {
            board,
            mv: node.mv(),
            visits: node.visits(),
            policy: node.policy().into(),
            value: node.mean().unwrap_or(0.5),
            proven: score(node),
            children: children.iter().filter_map(below).collect(),
        }
    }

    fn visited<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        let (first, count) = node.children().unwrap_or((NodeId(0), 0));
        self.arena.slice(first, count).iter().filter(|child| child.visits() > 0)
    }
}

fn score(node: &Node) -> Option<Score> {
    node.proof().map(|proof| Proof::of_move(proof).score())
}
