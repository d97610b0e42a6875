//! The search: what one thread does between `go` and its answer.
//!
//! Read `deepen` first, then `node`: everything else is one step of these two. A search knows an evaluator, a table and
//! a job; it does not know which evaluator it is, who listens, or why it was started.

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
mod window;

use crate::book::BookMove;
use crate::job::Job;
use crate::results::Outcome;
use crate::tt::TranspositionTable;
use crate::{Evaluator, MAX_PLY, Parameters, Ply, Score, Statistics, tree};
use correction::Corrections;
use history::Histories;
use line::Line;
use order::Scored;
use reduce::Reductions;
use root::RootMove;
use stack::Stack;
use vernier_chess::{Board, Key};
pub(crate) use vote::choose;

/// A thread's searcher: what it keeps from one search to the next.
pub(crate) struct Searcher {
    thread: usize,
    evaluator: Box<dyn Evaluator>,
    histories: Histories,
    corrections: Corrections,
    /// Room for the next search; none while one runs.
    workspace: Option<Workspace>,
}

/// What every search needs and none keeps, so that a short search need not ask for memory.
struct Workspace {
    reductions: Box<Reductions>,
    keys: Vec<Key>,
    stack: Stack,
    lines: Vec<Line>,
    arena: Vec<Scored>,
}

impl Workspace {
    fn new(parameters: &Parameters) -> Self {
        Self {
            reductions: Reductions::new(parameters),
            keys: Vec::new(),
            stack: Stack::new(),
            lines: vec![Line::new(); MAX_PLY + 2],
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
        self.lines.iter_mut().for_each(Line::clear);
        self.arena.clear();
        self
    }
}

impl Searcher {
    pub(crate) fn new(thread: usize, evaluator: Box<dyn Evaluator>) -> Self {
        let (histories, corrections) = (Histories::new(), Corrections::new());
        Self { thread, evaluator, histories, corrections, workspace: None }
    }

    /// A new game begins.
    pub(crate) fn forget(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Searches until the job is over for this thread, and gives what it thinks.
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

    /// Nothing is searched where the book knows a move.
    fn play_from_book(&mut self, book_move: &BookMove, job: &Job) -> Outcome {
        let score =
            if self.thread == 0 { book_move.announce(job, self.evaluator.as_mut()) } else { Score::DRAW };
        Outcome { depth: 1, selective_depth: 1, score, pv: book_move.line() }
    }
}

/// One thread's part of one search.
struct Search<'a> {
    job: &'a Job,
    tt: &'a TranspositionTable,
    parameters: &'a Parameters,
    evaluator: &'a mut dyn Evaluator,
    histories: &'a mut Histories,
    corrections: &'a mut Corrections,
    reductions: Box<Reductions>,
    thread: usize,
    board: Board,
    /// Keys of all positions before the one on the board, the game's included.
    keys: Vec<Key>,
    stack: Stack,
    /// The principal variation from each ply on.
    lines: Vec<Line>,
    /// The moves still to be tried on all plies of the line.
    arena: Vec<Scored>,
    roots: Vec<RootMove>,
    /// Positions with more pieces are not looked up in endgame tables.
    tablebase_pieces: usize,
    /// Which of several best lines is being searched.
    line: usize,
    /// The iteration.
    depth: u32,
    selective_depth: Ply,
    /// While a null move is being verified, there are none before this ply.
    no_null_before: Ply,
    /// The node count at which to look at the limits again.
    next_check: u64,
    stopped: bool,
    statistics: Statistics,
}

impl<'a> Search<'a> {
    fn new(searcher: &'a mut Searcher, job: &'a Job) -> Self {
        let (request, options) = (&job.request, &job.means.options);
        searcher.evaluator.reset(&request.board);
        let old = searcher.workspace.take();
        let mut workspace =
            old.map_or_else(|| Workspace::new(&options.parameters), |old| old.renew(&options.parameters));
        workspace.keys.extend_from_slice(&request.history);
        workspace.stack[0].in_check = request.board.in_check();
        Self {
            job,
            tt: &job.means.tt,
            parameters: &options.parameters,
            evaluator: searcher.evaluator.as_mut(),
            histories: &mut searcher.histories,
            corrections: &mut searcher.corrections,
            reductions: workspace.reductions,
            thread: searcher.thread,
            board: request.board,
            keys: workspace.keys,
            stack: workspace.stack,
            lines: workspace.lines,
            arena: workspace.arena,
            roots: RootMove::list(&request.board, &request.limits.searchmoves),
            tablebase_pieces: options.syzygy.max_pieces(),
            line: 0,
            depth: 0,
            selective_depth: 0,
            no_null_before: 0,
            next_check: 0,
            stopped: false,
            statistics: Statistics::default(),
        }
    }

    /// True if everything that follows the moves is where it was before the first.
    fn is_back_at_the_root(&mut self) -> bool {
        let request = &self.job.request;
        let evaluates_alike = self.board.in_check() || {
            let followed = self.evaluator.evaluate(&self.board);
            self.evaluator.reset(&self.board);
            followed == self.evaluator.evaluate(&self.board)
        };
        self.board == request.board
            && self.keys == request.history
            && self.arena.is_empty()
            && evaluates_alike
    }

    /// Gives back the room for the next search.
    fn into_workspace(self) -> Workspace {
        let Self { reductions, keys, stack, lines, arena, .. } = self;
        Workspace { reductions, keys, stack, lines, arena }
    }

    /// The first thread watches the limits and reports.
    fn is_first(&self) -> bool {
        self.thread == 0
    }

    /// Positions this thread has visited.
    fn nodes(&self) -> u64 {
        self.job.counters.thread_nodes(self.thread)
    }

    /// Counts a position and, now and then, looks whether the search should end.
    #[inline]
    fn count_node(&mut self) {
        if self.stopped {
            return;
        }
        let nodes = self.job.counters.count_node(self.thread);
        if nodes >= self.next_check {
            self.check_limits(nodes);
        }
    }

    /// Looks whether the search should end. The first iteration is always finished, so that there is a move.
    #[cold]
    fn check_limits(&mut self, nodes: u64) {
        const INTERVAL: u64 = 512;
        self.next_check = nodes + INTERVAL;
        if self.depth <= 1 {
            self.next_check = nodes + 1;
            return;
        }
        self.stopped |= self.job.signals.is_halted();
        if !self.is_first() {
            return;
        }
        if let Some(limit) = self.job.request.limits.nodes {
            let left = limit.saturating_sub(self.job.counters.nodes());
            self.next_check = nodes + INTERVAL.min(left);
            self.stopped |= left == 0;
        }
        if let (Some(plan), Some(time)) = (self.job.means.plan, self.job.signals.on_the_clock()) {
            self.stopped |= time >= plan.hard;
        }
    }

    fn hand_in_statistics(&mut self) {
        self.statistics.nodes = self.nodes();
        self.job.results.add_statistics(&self.statistics);
    }
}
