//! One search, from `go` to its answer: what its threads share.
//!
//! Every `go` makes a new mission with its own stop flag, which is only ever raised. A stop can therefore neither be
//! lost to a flag that is being cleared nor reach a later search by mistake.

use crate::book::BookMove;
use crate::time::{Lag, Plan};
use crate::tt::Table;
use crate::{Bound, Event, Limits, Options, Report, Score, Statistics, TablebaseMove};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use vernier_chess::{Board, Key, Move};

/// Hears what a search has to say. It is called from the search's threads and must not wait for the search.
pub type Sink = Box<dyn Fn(Event) + Send + Sync>;

/// What is asked of a search.
pub(crate) struct Task {
    pub(crate) board: Board,
    /// Keys of the positions before, oldest first.
    pub(crate) history: Vec<Key>,
    pub(crate) limits: Limits,
    pub(crate) options: Options,
    pub(crate) plan: Option<Plan>,
    pub(crate) table: Arc<Table>,
    pub(crate) lag: Arc<Mutex<Lag>>,
    /// The book knows a move: nothing is searched.
    pub(crate) book_move: Option<BookMove>,
}

/// Everything about one search that its threads share.
pub(crate) struct Mission {
    pub(crate) task: Task,
    sink: Option<Sink>,
    /// The moves of the root as endgame tables rank them, once somebody has looked.
    pub(crate) ranking: OnceLock<Option<Vec<TablebaseMove>>>,
    started: Instant,
    /// When the own clock began to run; unset while the opponent is still thinking.
    clock: OnceLock<Instant>,
    /// The answer is wanted.
    stop: AtomicBool,
    /// The threads are to come home: somebody wants the answer, or the first thread has found it.
    halt: AtomicBool,
    counters: Vec<Counter>,
    /// Positions visited when a line was last reported.
    reported: AtomicU64,
    progress: Mutex<Progress>,
    changed: Condvar,
}

/// Positions visited by one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

/// How far the threads are.
#[derive(Default)]
struct Progress {
    busy: usize,
    /// What each thread thought when it last said so: after an iteration, or at its end.
    outcomes: Vec<Option<Outcome>>,
    statistics: Statistics,
    /// The answer has been given, or is being given.
    answered: bool,
    /// All threads have come home as well.
    done: bool,
}

/// What one thread thinks of the root when it ends.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome {
    pub(crate) depth: u32,
    pub(crate) selective_depth: u32,
    pub(crate) score: Score,
    pub(crate) pv: Vec<Move>,
}

impl Mission {
    /// A search by so many threads that begins now.
    pub(crate) fn new(task: Task, threads: usize, sink: Sink) -> Self {
        Self::begin(task, threads, Some(sink))
    }

    /// A search by one thread to which nobody listens.
    pub(crate) fn unheard(task: Task) -> Self {
        Self::begin(task, 1, None)
    }

    fn begin(task: Task, threads: usize, sink: Option<Sink>) -> Self {
        let started = Instant::now();
        let clock = if task.limits.ponder { OnceLock::new() } else { OnceLock::from(started) };
        let progress = Progress { busy: threads, outcomes: vec![None; threads], ..Progress::default() };
        Self {
            task,
            sink,
            ranking: OnceLock::new(),
            started,
            clock,
            stop: AtomicBool::new(false),
            halt: AtomicBool::new(false),
            counters: std::iter::repeat_with(Counter::default).take(threads).collect(),
            reported: AtomicU64::new(0),
            progress: Mutex::new(progress),
            changed: Condvar::new(),
        }
    }

    /// Tells a line, the first or a later one, with what the search has taken so far.
    pub(crate) fn report(&self, line: usize, outcome: Outcome) {
        if self.sink.is_none() {
            return;
        }
        let nodes = self.nodes();
        self.reported.store(nodes, Relaxed);
        self.emit(Event::Iteration(Report {
            depth: outcome.depth,
            selective_depth: outcome.selective_depth,
            line: line + 1,
            score: outcome.score,
            bound: Bound::Exact,
            nodes,
            elapsed: self.elapsed(),
            hashfull: self.task.table.hashfull(),
            tablebase_hits: self.tablebase_hits(),
            pv: outcome.pv,
        }));
    }

    pub(crate) fn emit(&self, event: Event) {
        if let Some(sink) = &self.sink {
            sink(event);
        }
    }

    /// True if positions have been visited since a line was last reported.
    pub(crate) fn has_more_to_report(&self) -> bool {
        self.nodes() > self.reported.load(Relaxed)
    }

    /// Says something for people to read, unless the answer has been given: nothing follows that.
    pub(crate) fn note(&self, text: String) {
        let progress = self.lock();
        if !progress.answered {
            self.emit(Event::Note(text));
        }
    }

    /// Ends the search as soon as it has a move.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.halt();
        let _progress = self.lock();
        self.changed.notify_all();
    }

    /// Calls the threads home; the answer may still have to wait.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    /// The opponent has played the expected move: the clock runs.
    pub(crate) fn ponder_hit(&self) {
        let _ = self.clock.set(Instant::now());
        let _progress = self.lock();
        self.changed.notify_all();
    }

    /// True if threads should come home.
    #[inline]
    pub(crate) fn is_halted(&self) -> bool {
        self.halt.load(Relaxed)
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time the own clock has been running; none while pondering.
    pub(crate) fn on_the_clock(&self) -> Option<Duration> {
        self.clock.get().map(Instant::elapsed)
    }

    /// True if an answer may be given now: not while pondering, and not before a stop if the search is endless.
    pub(crate) fn may_answer(&self) -> bool {
        self.stop.load(Relaxed) || (self.clock.get().is_some() && !self.task.limits.is_endless())
    }

    /// Sleeps until an answer may be given.
    pub(crate) fn await_permission(&self) {
        let progress = self.lock();
        drop(self.changed.wait_while(progress, |_| !self.may_answer()));
    }

    /// A thread counts the position it has come to.
    #[inline(always)]
    pub(crate) fn count_node(&self, thread: usize) -> u64 {
        // Only the thread itself writes its counter, so no atomic addition is needed.
        let counter = &self.counters[thread].nodes;
        let nodes = counter.load(Relaxed) + 1;
        counter.store(nodes, Relaxed);
        nodes
    }

    /// Positions visited by one thread.
    pub(crate) fn thread_nodes(&self, thread: usize) -> u64 {
        self.counters[thread].nodes.load(Relaxed)
    }

    /// Positions visited by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Tablebase answers had by all threads.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.tablebase_hits.load(Relaxed)).sum()
    }

    /// A thread has had answers from endgame tables.
    pub(crate) fn count_tablebase_hits(&self, thread: usize, hits: u64) {
        self.counters[thread].tablebase_hits.fetch_add(hits, Relaxed);
    }

    /// Keeps what a thread thinks, in case it fails or is late.
    pub(crate) fn remember(&self, thread: usize, outcome: Outcome) {
        self.lock().outcomes[thread] = Some(outcome);
    }

    /// A thread tells what it did.
    pub(crate) fn add_statistics(&self, statistics: &Statistics) {
        self.lock().statistics.add(statistics);
    }

    /// What all threads that have ended did.
    pub(crate) fn statistics(&self) -> Statistics {
        self.lock().statistics.clone()
    }

    /// A thread has ended.
    pub(crate) fn arrive(&self) {
        self.lock().busy -= 1;
        self.changed.notify_all();
    }

    /// Sleeps until all threads have ended.
    pub(crate) fn await_threads(&self) {
        drop(self.changed.wait_while(self.lock(), |progress| progress.busy > 0));
    }

    /// What the threads think, in order. Those that have not ended are waited for, but only so long.
    pub(crate) fn outcomes(&self, patience: Duration) -> Vec<Option<Outcome>> {
        let waited = self.changed.wait_timeout_while(self.lock(), patience, |progress| progress.busy > 0);
        waited.unwrap_or_else(PoisonError::into_inner).0.outcomes.clone()
    }

    /// Gives the answer. Nothing follows it.
    pub(crate) fn finish(&self, best: Option<Move>, ponder: Option<Move>) {
        if let Some(time) = self.on_the_clock() {
            let clock = self.task.limits.clocks[self.task.board.turn()];
            self.task.lag.lock().unwrap_or_else(PoisonError::into_inner).answered(clock, time);
        }
        self.lock().answered = true;
        self.emit(Event::Done { best, ponder });
    }

    /// Lets those go who wait for the end.
    pub(crate) fn close(&self) {
        self.lock().done = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().done
    }

    /// Sleeps until the answer has been given and all threads are home.
    pub(crate) fn await_close(&self) {
        drop(self.changed.wait_while(self.lock(), |progress| !progress.done));
    }

    /// A panic in a thread must not take the others along, so a poisoned lock is used all the same.
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
