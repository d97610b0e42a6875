//! A search on the caller's own thread, for playing games by the million.

use crate::job::{Job, Means};
use crate::search::Searcher;
use crate::tree::Tree;
use crate::tt::{TableError, TranspositionTable};
use crate::{Evaluator, Limits, Options, Parameters, Request, RootMove, Score, TreeOptions};
use std::sync::Arc;
use vernier_chess::{Board, Key, Move};

/// An engine without threads, events and clocks: a question, and the answer when it returns.
///
/// It searches as an [`Engine`](crate::Engine) with one thread does, move for move, without the cost of waking a
/// thread and of reports, which matters in a search of a few hundred positions. Time is not a limit here; give nodes or
/// a depth. Searches recurse deeply: call it on a thread with [`SyncSearcher::STACK`] bytes.
///
/// ```
/// use vernier_chess::Board;
/// use vernier_engine::evaluation::HandcraftedEval;
/// use vernier_engine::{Limits, SyncSearcher};
///
/// let mut searcher = SyncSearcher::new(Box::new(HandcraftedEval::default()), 1)?;
/// let board: Board = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
/// let thought = searcher.think(&board, &[], Limits { soft_nodes: Some(500), nodes: Some(4_000), ..Limits::default() });
/// assert_eq!(thought.best.map(|mv| mv.to_string()).as_deref(), Some("a1a8"));
/// assert!(thought.score.is_mate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SyncSearcher {
    searcher: Searcher,
    tt: Arc<TranspositionTable>,
    tree: Option<Arc<Tree>>,
    options: Options,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move to play; none if the game is over.
    pub best: Option<Move>,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Iterations finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

impl SyncSearcher {
    /// Room on the stack for the longest line the search may follow.
    pub const STACK: usize = crate::pool::STACK;

    /// A searcher with a table of that many mebibytes.
    pub fn new(evaluator: Box<dyn Evaluator>, mebibytes: usize) -> Result<Self, TableError> {
        let tt = Arc::new(TranspositionTable::new(mebibytes, 0)?);
        Ok(Self { searcher: Searcher::new(0, evaluator), tt, tree: None, options: Options::default() })
    }

    /// A searcher by Monte Carlo tree search, with a tree of that many mebibytes.
    pub fn tree(
        evaluator: Box<dyn Evaluator>,
        mebibytes: usize,
        options: TreeOptions,
    ) -> Result<Self, TableError> {
        let tree = Arc::new(Tree::new(mebibytes, 0)?);
        let mut searcher = Self::new(evaluator, 1)?;
        searcher.tree = Some(tree);
        searcher.options.tree = options;
        Ok(searcher)
    }

    /// Seeds the noise of the next tree searches.
    pub fn set_tree_seed(&mut self, seed: u64) {
        self.options.tree.seed = seed;
    }

    /// The moves of the last tree search with their visits, the best first; none with another search.
    pub fn root_moves(&self) -> Vec<RootMove> {
        self.tree.as_ref().map_or(Vec::new(), |tree| tree.root_moves())
    }

    /// Sets the parameters and switches of the search.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.options.parameters = parameters;
    }

    /// Forgets everything learned from earlier searches, so that the next answers depend on nothing before them.
    pub fn new_game(&mut self) {
        self.tt.clear(1);
        if let Some(tree) = &self.tree {
            tree.clear();
        }
        self.searcher.forget();
    }

    /// Searches a position; `history` holds the keys of the positions before it, oldest first. If no limit is
    /// given, it is the first iteration.
    pub fn think(&mut self, board: &Board, history: &[Key], limits: Limits) -> Thought {
        let bounded = limits.nodes.is_some() || limits.soft_nodes.is_some() || limits.depth.is_some();
        let limits = if bounded { limits } else { Limits { depth: Some(1), ..limits } };
        self.tt.age();
        if let Some(tree) = &self.tree {
            // Noise is for every root anew, so nothing of the last tree is kept.
            let reuse = self.options.parameters.tree_reuse && self.options.tree.noise <= 0.0;
            tree.begin(board, reuse);
        }
        let means = Means {
            options: self.options.clone(),
            plan: None,
            tt: Arc::clone(&self.tt),
            tree: self.tree.clone(),
            lag: Arc::default(),
            book_move: None,
        };
        let job = Job::silent(Request::with_history(*board, history).limits(limits), means);
        let outcome = self.searcher.search(&job);
        let best = outcome.pv.first().copied();
        Thought { best, score: outcome.score, depth: outcome.depth, nodes: job.counters.nodes() }
    }
}
