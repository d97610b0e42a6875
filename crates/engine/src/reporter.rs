//! Sends the events of one search.
//!
//! No lock is held while a sink runs, so a sink may ask the search to stop or whether it runs.

use crate::sync::{AtomicU64, Condvar, Mutex, MutexGuard, Ordering::Relaxed};
use crate::{Answer, Event, Report};
use std::sync::PoisonError;

/// Receives the events of a search. It is called from the search's threads and must not wait for the search.
pub type Sink = Box<dyn Fn(Event) + Send + Sync>;

/// Sends events to a sink and keeps what the answer needs of them.
pub(crate) struct Reporter {
    sink: Sink,
    /// Lines beyond are kept but not given out.
    wanted: usize,
    /// Positions visited when a line was last reported.
    reported: AtomicU64,
    state: Mutex<Reported>,
    idle: Condvar,
}

#[derive(Default)]
struct Reported {
    lines: Vec<Report>,
    notes: Vec<String>,
    /// Threads that are giving out an event.
    emitting: usize,
    /// The answer is being given, or has been: only [`FinalReporter`] emits.
    closed: bool,
}

impl Reported {
    /// Stores a line. An older one is replaced when its rank or its move is taken.
    fn keep(&mut self, report: &Report) {
        self.lines.retain(|old| old.line != report.line && old.pv.first() != report.pv.first());
        let place = self.lines.partition_point(|old| old.line < report.line);
        self.lines.insert(place, report.clone());
    }
}

impl Reporter {
    pub(crate) fn new(sink: Sink, wanted: usize) -> Self {
        let (reported, state, idle) = (AtomicU64::new(0), Mutex::new(Reported::default()), Condvar::new());
        Self { sink, wanted, reported, state, idle }
    }

    /// Gives out an event. Lines, notes and the answer have functions of their own.
    pub(crate) fn emit(&self, event: Event) {
        self.say(event, |_| ());
    }

    /// Gives out a line.
    pub(crate) fn report(&self, report: Report) {
        if report.line <= self.wanted {
            self.say(Event::Iteration(report.clone()), |state| self.keep(state, &report));
        } else {
            self.keep(&mut self.lock(), &report);
        }
    }

    /// Gives out a remark for people.
    pub(crate) fn note(&self, text: String) {
        self.say(Event::Note(text.clone()), |state| state.notes.push(text));
    }

    /// Sends an event and keeps what the answer needs of it. After the answer nothing is sent.
    fn say(&self, event: Event, keep: impl FnOnce(&mut Reported)) {
        {
            let mut state = self.lock();
            if state.closed {
                return;
            }
            keep(&mut state);
            state.emitting += 1;
        }
        let _speaking = Emitting(self);
        (self.sink)(event);
    }

    fn keep(&self, state: &mut Reported, report: &Report) {
        if !state.closed {
            self.reported.store(report.nodes, Relaxed);
            state.keep(report);
        }
    }

    /// Positions visited when a line was last reported.
    pub(crate) fn reported(&self) -> u64 {
        self.reported.load(Relaxed)
    }

    /// The last report of every line, best first, those not asked for included.
    pub(crate) fn lines(&self) -> Vec<Report> {
        self.lock().lines.clone()
    }

    /// Silences all threads but the one that gives the answer, and waits for those that are emitting. `None` if another thread
    /// gives the answer.
    pub(crate) fn close(&self) -> Option<FinalReporter<'_>> {
        let mut state = self.lock();
        if std::mem::replace(&mut state.closed, true) {
            return None;
        }
        drop(self.idle.wait_while(state, |state| state.emitting > 0));
        Some(FinalReporter(self))
    }

    /// How many lines were asked for.
    pub(crate) const fn wanted(&self) -> usize {
        self.wanted
    }

    fn lock(&self) -> MutexGuard<'_, Reported> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the one thread that gives the answer reports, when no other may.
pub(crate) struct FinalReporter<'a>(&'a Reporter);

impl FinalReporter<'_> {
    /// Gives out an event that is not a line.
    pub(crate) fn emit(&self, event: Event) {
        (self.0.sink)(event);
    }

    /// Gives out a line.
    pub(crate) fn report(&self, report: Report) {
        self.0.lock().keep(&report);
        if report.line <= self.0.wanted {
            self.emit(Event::Iteration(report));
        }
    }

    /// All remarks that were given out.
    pub(crate) fn notes(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().notes)
    }

    /// Gives the answer. Nothing follows it.
    pub(crate) fn answer(self, answer: Answer) {
        self.emit(Event::Done(answer));
    }
}

/// An event is being given out, even if the sink panics.
struct Emitting<'a>(&'a Reporter);

impl Drop for Emitting<'_> {
    fn drop(&mut self) {
        self.0.lock().emitting -= 1;
        self.0.idle.notify_all();
    }
}
