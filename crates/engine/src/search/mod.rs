//! The search: what one thread does between `go` and its answer.
//!
//! Read [`deepen`] first, then [`node`]. A search knows an evaluator, a table and a mission; it does not know which
//! evaluator it is, who listens, or why it was started.

mod deepen;
mod draw;
mod line;
mod node;
mod quiesce;
mod root;
mod vote;
mod window;

use crate::mission::{Mission, Outcome};
use crate::table::Table;
use crate::{Changes, Evaluator, MAX_PLY, Parameters, Ply, Score};
use line::Line;
use root::RootMove;
use vernier_chess::{Board, Key, Move, Undo};
pub(crate) use vote::choose;

/// A thread's searcher: what it keeps from one search to the next.
pub(crate) struct Searcher {
    thread: usize,
    evaluator: Box<dyn Evaluator>,
}

impl Searcher {
    pub(crate) fn new(thread: usize, evaluator: Box<dyn Evaluator>) -> Self {
        Self { thread, evaluator }
    }

    /// A new game begins.
    pub(crate) fn forget(&mut self) {}

    /// Searches until the mission is over for this thread. No outcome: this thread had nothing to add.
    pub(crate) fn search(&mut self, mission: &Mission) -> Option<Outcome> {
        let mut search = Search::new(self, mission);
        search.deepen()
    }
}

/// One thread's part of one search.
struct Search<'a> {
    mission: &'a Mission,
    table: &'a Table,
    parameters: &'a Parameters,
    evaluator: &'a mut dyn Evaluator,
    thread: usize,
    board: Board,
    /// Keys of all positions before the one on the board, the game's included.
    keys: Vec<Key>,
    lines: Vec<Line>,
    roots: Vec<RootMove>,
    /// Which of several best lines is being searched.
    line: usize,
    depth: u32,
    selective_depth: Ply,
    /// The node count at which to look at the clock again.
    next_check: u64,
    stopped: bool,
}

impl<'a> Search<'a> {
    fn new(searcher: &'a mut Searcher, mission: &'a Mission) -> Self {
        let task = &mission.task;
        searcher.evaluator.reset(&task.board);
        Self {
            mission,
            table: &task.table,
            parameters: &task.options.parameters,
            evaluator: searcher.evaluator.as_mut(),
            thread: searcher.thread,
            board: task.board,
            keys: task.history.clone(),
            lines: vec![Line::new(); MAX_PLY + 2],
            roots: RootMove::list(&task.board, &task.limits.searchmoves),
            line: 0,
            depth: 0,
            selective_depth: 0,
            next_check: 0,
            stopped: false,
        }
    }

    /// The first thread watches the limits and reports.
    fn is_first(&self) -> bool {
        self.thread == 0
    }

    /// Plays a move on the board and tells the evaluator.
    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.keys.push(self.board.key());
        let mut changes = Changes::default();
        let undo = self.board.make_observed(mv, &mut changes);
        self.evaluator.push(&changes);
        undo
    }

    /// Takes it back.
    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.evaluator.pop();
        self.board.unmake(mv, undo);
        self.keys.pop();
    }

    /// Counts a position and, now and then, looks whether the search should end.
    #[inline]
    fn count_node(&mut self) {
        let nodes = self.mission.count_node(self.thread);
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
            return;
        }
        self.stopped |= self.mission.is_halted();
        if !self.is_first() {
            return;
        }
        if let Some(limit) = self.mission.task.limits.nodes {
            let left = limit.saturating_sub(self.mission.nodes());
            self.next_check = nodes + INTERVAL.min(left);
            self.stopped |= left == 0;
        }
        if let (Some(plan), Some(time)) = (self.mission.task.plan, self.mission.on_the_clock()) {
            self.stopped |= time >= plan.hard;
        }
    }

    fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.board).clamp_evaluation()
    }
}
