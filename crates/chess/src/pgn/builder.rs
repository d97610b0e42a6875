//! Builds a tree from what a reader finds.

use super::{Comment, GameTree, Nag, NodeId, Visitor, Walk};
use crate::{Board, GameResult, Move};
use alloc::{string::String, vec::Vec};

/// A visitor that keeps everything. After a damaged game it still holds what came before the damage.
///
/// ```
/// use vernier_chess::pgn::{Reader, TreeBuilder};
/// let mut builder = TreeBuilder::new();
/// let read = Reader::new(&b"1. e4 e5 2. Ke3 *"[..]).read(&mut builder);
/// assert!(read.is_some_and(|game| game.is_err()));
/// assert_eq!(builder.finish().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    tree: GameTree,
    /// The last move of the line being read; none at the start of the game.
    at: Option<NodeId>,
    /// True where a variation has no move yet.
    opening: bool,
    /// Comments before the first move of a variation.
    leads: Vec<String>,
    outer: Vec<Option<NodeId>>,
    said_result: bool,
}

impl TreeBuilder {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game as far as it was read.
    pub fn finish(self) -> GameTree {
        let mut tree = self.tree;
        if !self.said_result {
            tree.result = tree.tags.get("Result").and_then(|text| text.parse().ok());
        }
        tree
    }
}

impl Visitor for TreeBuilder {
    fn begin(&mut self) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &str, value: &str) {
        // The reader lets only good names through.
        let _ = self.tree.tags.set(name, value);
    }

    fn start(&mut self, board: &Board) -> Walk {
        self.tree.set_start(*board);
        Walk::Enter
    }

    fn played(&mut self, _: &Board, mv: Option<Move>) {
        let id = self.tree.push(self.at, mv);
        self.tree[id].leads = core::mem::take(&mut self.leads);
        self.at = Some(id);
        self.opening = false;
    }

    fn nag(&mut self, nag: Nag) {
        if let Some(at) = self.at.filter(|_| !self.opening) {
            self.tree[at].nags.push(nag);
        }
    }

    fn comment(&mut self, comment: Comment<'_>) {
        let comments = match self.at {
            _ if self.opening => &mut self.leads,
            Some(at) => &mut self.tree[at].comments,
            None => &mut self.tree.comments,
        };
        comments.push(comment.text().into_owned());
    }

    fn open_variation(&mut self) -> Walk {
        self.outer.push(self.at);
        self.at = self.at.and_then(|at| self.tree[at].parent());
        self.opening = true;
        Walk::Enter
    }

    fn close_variation(&mut self) {
        self.at = self.outer.pop().flatten();
        self.opening = false;
        self.leads.clear();
    }

    fn result(&mut self, result: Option<GameResult>) {
        self.tree.result = result;
        self.said_result = true;
    }
}
