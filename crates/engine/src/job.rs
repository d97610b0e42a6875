//! One search, from its request to its answer.
//!
//! A job joins the immutable request with the signals that reach it while it runs, and with its results.

use crate::book::BookMove;
use crate::counters::Counters;
use crate::node_clock;
use crate::reporter::{FinalReporter, Reporter, Sink};
use crate::results::{Outcome, Results};
use crate::search::choose;
use crate::signals::Signals;
use crate::time::{Lag, Plan};
use crate::tree::Tree;
use crate::tt::TranspositionTable;
use crate::{Answer, Bound, Event, Options, Report, Request, Statistics, TablebaseMove};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use vernier_chess::Move;

/// How long the answer waits for threads that were asked to stop. With fewer cores than threads one may be late; then the
/// result of its last iteration counts.
const PATIENCE: Duration = Duration::from_millis(2);

/// What a search works with, apart from the request.
pub(crate) struct Means {
    pub(crate) options: Options,
    pub(crate) plan: Option<Plan>,
    pub(crate) tt: Arc<TranspositionTable>,
    /// The tree, if that is how to search.
    pub(crate) tree: Option<Arc<Tree>>,
    pub(crate) lag: Arc<Mutex<Lag>>,
    /// A book move: nothing is searched.
    pub(crate) book_move: Option<BookMove>,
}

/// Everything about one search that its threads share.
pub(crate) struct Job {
    pub(crate) request: Request,
    pub(crate) means: Means,
    pub(crate) signals: Signals,
    pub(crate) counters: Counters,
    pub(crate) results: Results,
    /// The root moves as tablebases rank them, once a thread has probed.
    pub(crate) ranking: OnceLock<Option<Vec<TablebaseMove>>>,
    reporter: Option<Reporter>,
}

impl Job {
    /// A search by `threads` threads that begins now. `wanted` lines are reported.
    pub(crate) fn new(request: Request, means: Means, threads: usize, sink: Sink, wanted: usize) -> Self {
        Self::begin(request, means, threads, Some(Reporter::new(sink, wanted)))
    }

    /// A search by one thread that reports nothing.
    pub(crate) fn silent(request: Request, means: Means) -> Self {
        Self::begin(request, means, 1, None)
    }

    fn begin(request: Request, means: Means, threads: usize, reporter: Option<Reporter>) -> Self {
        Self {
            signals: Signals::new(&request.limits),
            request,
            means,
            counters: Counters::new(threads),
            results: Results::new(threads),
            ranking: OnceLock::new(),
            reporter,
        }
    }

    /// Reports a line, the first or a later one, with what the search has taken so far.
    pub(crate) fn report(&self, line: usize, outcome: Outcome) {
        if let Some(reporter) = &self.reporter {
            reporter.report(self.line(line, outcome));
        }
    }

    fn line(&self, line: usize, outcome: Outcome) -> Report {
        Report {
            depth: outcome.depth,
            selective_depth: outcome.selective_depth,
            line: line + 1,
            score: outcome.score,
            bound: Bound::Exact,
            nodes: self.counters.nodes(),
            elapsed: self.signals.elapsed(),
            hashfull: self.hashfull(),
            tablebase_hits: self.counters.tablebase_hits(),
            pv: outcome.pv,
        }
    }

    /// The time the search has taken; where positions count as time, that of the positions visited.
    pub(crate) fn taken(&self) -> Duration {
        let rate = self.means.options.nodes_as_time;
        rate.map_or_else(|| self.signals.elapsed(), |rate| node_clock::time(self.counters.nodes(), rate))
    }

    /// The part of it for which the own clock has been running; none while pondering.
    pub(crate) fn on_the_clock(&self) -> Option<Duration> {
        let running = self.signals.on_the_clock()?;
        Some(self.means.options.nodes_as_time.map_or(running, |_| self.taken()))
    }

    fn hashfull(&self) -> u32 {
        self.means.tree.as_ref().map_or_else(|| self.means.tt.hashfull(), |tree| tree.fullness())
    }

    /// Gives out an event that is neither a line nor a remark.
    pub(crate) fn emit(&self, event: Event) {
        if let Some(reporter) = &self.reporter {
            reporter.emit(event);
        }
    }

    /// Gives out a remark for people.
    pub(crate) fn note(&self, text: String) {
        if let Some(reporter) = &self.reporter {
            reporter.note(text);
        }
    }

    /// True if any thread may give the answer: it is wanted, and the first thread, which has reported its result, may be
    /// waiting for a processor.
    pub(crate) fn can_be_answered_by_any_thread(&self) -> bool {
        let searched = self.means.tree.is_none() && self.means.book_move.is_none();
        searched && self.signals.is_stopped() && self.results.has_move()
    }

    /// Ends the search: stops the other threads, waits until an answer may be given, and gives it, unless another thread does.
    pub(crate) fn conclude(&self) {
        self.signals.halt();
        self.signals.await_permission();
        if !self.signals.is_stopped() {
            self.results.await_threads_for(PATIENCE);
        }
        let Some(reporter) = &self.reporter else { return self.note_lag() };
        let Some(final_reporter) = reporter.close() else { return };
        let mut outcomes = self.results.outcomes().into_iter();
        let own = outcomes.next().flatten();
        let others: Vec<Outcome> = outcomes.flatten().collect();
        let chosen = choose(own.as_ref(), &others);
        // The time ends when the answer is known; a slow sink is not counted.
        self.note_lag();
        // Stored before anything is sent: a sink that panics loses no answer.
        self.results.keep_answer(self.answer(chosen, reporter));
        final_reporter.emit(Event::Summary(Box::new(self.results.statistics())));
        // A last line, with the nodes and the time of the whole search.
        if let Some(chosen) = chosen
            .filter(|chosen| own.as_ref() != Some(*chosen) || self.counters.nodes() > reporter.reported())
        {
            final_reporter.report(self.line(0, chosen.clone()));
        }
        self.play_to_strength(reporter, &final_reporter);
        let answer = Answer { notes: final_reporter.notes(), ..self.answer(chosen, reporter) };
        self.results.keep_answer(answer.clone());
        final_reporter.answer(answer);
    }

    /// A weaker player may prefer another move, but follows a book; the last report then shows the move that is played.
    fn play_to_strength(&self, reporter: &Reporter, final_reporter: &FinalReporter) {
        let strength = self.means.options.strength;
        if strength.is_full() || self.means.book_move.is_some() {
            return;
        }
        let lines = reporter.lines();
        if let Some(report) = strength.pick(&self.request, &lines, RandomState::new().hash_one(0))
            && lines.first().is_some_and(|first| first.pv.first() != report.pv.first())
        {
            final_reporter.report(Report { line: 1, ..report });
        }
    }

    /// The answer from the first line, or any legal move if nothing could be searched.
    fn answer(&self, chosen: Option<&Outcome>, reporter: &Reporter) -> Answer {
        let board = &self.request.board;
        let mut lines = reporter.lines();
        lines.truncate(reporter.wanted());
        let pv = match (chosen, lines.first()) {
            (Some(_), Some(first)) => first.pv.as_slice(),
            (Some(chosen), None) => chosen.pv.as_slice(),
            (None, _) => &[],
        };
        let any = || board.legal_moves().first().copied();
        let best = pv.first().copied().filter(|mv| board.is_legal(*mv)).or_else(any);
        let ponder = best.and_then(|best| self.expected_reply(best, pv.get(1).copied()));
        Answer {
            best,
            ponder,
            nodes: self.counters.nodes(),
            elapsed: self.signals.elapsed(),
            tablebase_hits: self.counters.tablebase_hits(),
            lines,
            notes: Vec::new(),
        }
    }

    /// The reply to expect: the line's, or the tt move if the line ends; not one that ends the game.
    fn expected_reply(&self, best: Move, reply: Option<Move>) -> Option<Move> {
        let board = self.request.board.play(best);
        let known = || self.means.tt.probe(board.key(), 0).0.and_then(|entry| entry.mv);
        let reply = reply.or_else(known).filter(|mv| board.is_legal(*mv))?;
        board.play(reply).has_legal_moves().then_some(reply)
    }

    fn note_lag(&self) {
        if self.means.options.nodes_as_time.is_some() {
            return;
        }
        if let Some(time) = self.signals.on_the_clock() {
            let clock = self.request.limits.clocks[self.request.board.turn()];
            // Pondering and endless searches answer when they are stopped, not by a plan.
            let limits = &self.request.limits;
            let planned = self.means.plan.filter(|_| !limits.ponder && !limits.is_endless());
            let mut lag = self.means.lag.lock().unwrap_or_else(PoisonError::into_inner);
            lag.answered(clock, time, planned.map(|plan| plan.hard), &self.request.board);
        }
    }
}

/// A handle to a running search, usable from any thread.
#[derive(Clone)]
pub struct SearchJob(pub(crate) Arc<Job>);

impl SearchJob {
    /// Ends the search; its answer follows at once. Has no effect after the end.
    pub fn stop(&self) {
        self.0.signals.stop();
    }

    /// The expected move has been played: a search that was pondering now uses the clock.
    pub fn ponder_hit(&self) {
        self.0.signals.ponder_hit();
    }

    /// True once [`stop`](Self::stop) has been called.
    pub fn is_stopping(&self) -> bool {
        self.0.signals.is_stopped()
    }

    /// True until the answer has been given and all threads have ended.
    pub fn is_running(&self) -> bool {
        !self.0.results.is_closed()
    }

    /// Waits for the answer. Not to be called from a sink.
    pub fn wait(&self) -> Answer {
        self.0.results.await_close()
    }

    /// What the search did; nothing before its end.
    pub fn statistics(&self) -> Option<Statistics> {
        (!self.is_running()).then(|| self.0.results.statistics())
    }
}
