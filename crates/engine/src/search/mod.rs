//! The search: what one thread does between `go` and its answer.
//!
//! Read `deepen` first, then `node`: everything else is one step of these two. A search has an evaluator, a transposition table and
//! a job; it does not depend on which evaluator it is, where reports go, or why it was started.

mod best;
mod child;
mod complete;
mod correction;
mod deepen;
mod depth;
mod draw;
mod extend;
mod history;
mod kind;
mod line;
mod look;
mod mate_threat;
mod memory;
mod node;
mod order;
mod proof;
mod prune;
mod quiesce;
mod reduce;
mod root;
mod stack;
mod tablebase;
mod threats;
mod vote;
mod walk;
mod watch;
mod window;

use crate::book::BookMove;
use crate::job::Job;
use crate::results::Outcome;
use crate::tt::TranspositionTable;
use crate::{Evaluator, Parameters, Ply, Score, Statistics, tree};
use line::Lines;
use memory::Memory;
use order::Scored;
use reduce::Reductions;
use root::RootMoves;
use stack::Stack;
use vernier_chess::Key;
pub(crate) use vote::choose;
use walk::Walk;
use watch::Watch;

/// A thread's searcher: what it keeps from one search to the next.
pub(crate) struct Searcher {
    thread: usize,
    evaluator: Box<dyn Evaluator>,
    memory: Memory,
    /// Room for the next search; none while one runs.
    workspace: Option<Workspace>,
}

/// What every search needs and none keeps, so that a short search need not ask for memory.
struct Workspace {
    reductions: Box<Reductions>,
    keys: Vec<Key>,
    stack: Stack,
    lines: Lines,
    arena: Vec<Scored>,
}

impl Workspace {
    fn new(parameters: &Parameters) -> Self {
        Self {
            reductions: Reductions::new(parameters),
            keys: Vec::new(),
            stack: Stack::new(),
            lines: Lines::new(),
            arena: Vec::with_capacity(4096),
        }
    }

    /// As good as new, for a search with these parameters.
    fn renew(mut self, parameters: &Parameters) -> Self {
        if !self.reductions.fit(parameters) {
            self.reductions = Reductions::new(parameters);
        }
        self.keys.clear();
        self.stack.clear();
        self.lines.clear();
        self.arena.clear();
        self
    }
}

impl Searcher {
    pub(crate) fn new(thread: usize, evaluator: Box<dyn Evaluator>) -> Self {
        Self { thread, evaluator, memory: Memory::new(), workspace: None }
    }

    /// A new game begins.
    pub(crate) fn forget(&mut self) {
        self.memory.clear();
    }

    /// Searches until the job is over for this thread, and returns its result.
    pub(crate) fn search(&mut self, job: &Job) -> Outcome {
        self.evaluator.prepare(&job.means.options.parameters);
        if let Some(book_move) = &job.means.book_move {
            return self.play_from_book(book_move, job);
        }
        if let Some(tree) = &job.means.tree {
            return tree::search(job, tree, self.thread, self.evaluator.as_mut());
        }
        let mut search = Search::new(self, job);
        search.rank_roots();
        let outcome = search.deepen();
        search.hand_in_statistics();
        debug_assert!(
            search.is_back_at_the_root(),
            "a search leaves board, keys and evaluator as it found them"
        );
        self.workspace = Some(search.into_workspace());
        outcome
    }

    /// A book move needs no search.
    fn play_from_book(&mut self, book_move: &BookMove, job: &Job) -> Outcome {
        let score =
            if self.thread == 0 { book_move.announce(job, self.evaluator.as_mut()) } else { Score::DRAW };
        Outcome { depth: 1, selective_depth: 1, score, pv: book_move.line() }
    }
}

/// One thread's part of one search. Only `node`, `quiesce` and what they are made of need all of it; a step that needs
/// less is a function of the part it may touch.
struct Search<'a> {
    job: &'a Job,
    tt: &'a TranspositionTable,
    parameters: &'a Parameters,
    reductions: Box<Reductions>,
    /// The board and what follows its moves.
    walk: Walk<'a>,
    /// What is learned about moves and evaluations.
    memory: &'a mut Memory,
    root: RootMoves,
    /// The principal variations.
    lines: Lines,
    /// The moves still to be tried on all plies of the line.
    arena: Vec<Scored>,
    /// When to stop.
    watch: Watch<'a>,
    /// Positions with more pieces are not looked up in tablebases.
    tablebase_pieces: usize,
    /// While a null move is being verified, there are none before this ply.
    no_null_before: Ply,
    statistics: Statistics,
}

impl<'a> Search<'a> {
    fn new(searcher: &'a mut Searcher, job: &'a Job) -> Self {
        let (request, options) = (&job.request, &job.means.options);
        let old = searcher.workspace.take();
        let Workspace { reductions, keys, stack, lines, arena } =
            old.map_or_else(|| Workspace::new(&options.parameters), |old| old.renew(&options.parameters));
        Self {
            job,
            tt: &job.means.tt,
            parameters: &options.parameters,
            reductions,
            walk: Walk::new(request, searcher.evaluator.as_mut(), keys, stack),
            memory: &mut searcher.memory,
            root: RootMoves::new(&request.board, &request.limits.searchmoves),
            lines,
            arena,
            watch: Watch::new(job, searcher.thread),
            tablebase_pieces: options.syzygy.max_pieces(),
            no_null_before: 0,
            statistics: Statistics::default(),
        }
    }

    /// True if everything that follows the moves is where it was before the first.
    fn is_back_at_the_root(&mut self) -> bool {
        self.arena.is_empty() && self.walk.is_back_at(&self.job.request)
    }

    /// Gives back the room for the next search.
    fn into_workspace(self) -> Workspace {
        let Self { reductions, walk, lines, arena, .. } = self;
        let (keys, stack) = walk.into_room();
        Workspace { reductions, keys, stack, lines, arena }
    }

    fn hand_in_statistics(&mut self) {
        self.statistics.nodes = self.watch.nodes();
        self.statistics.pawns = self.walk.take_pawn_lookups();
        self.job.results.add_statistics(&self.statistics);
    }
}
