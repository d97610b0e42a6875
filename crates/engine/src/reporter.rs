//! Gives out the events of one search.
//!
//! No lock is held while a sink runs, so a sink may ask the search to stop or whether it runs.

use crate::{Answer, Event, Report};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Receives the events of a search. It is called from the search's threads and must not wait for the search.
pub type Sink = Box<dyn Fn(Event) + Send + Sync>;

/// Gives events to a sink and keeps what the answer needs of them.
pub(crate) struct Reporter {
    sink: Sink,
    /// Lines beyond are kept but not given out.
    wanted: usize,
    /// Positions visited when a line was last reported.
    reported: AtomicU64,
    told: Mutex<Told>,
    silent: Condvar,
}

#[derive(Default)]
struct Told {
    lines: Vec<Report>,
    notes: Vec<String>,
    /// Threads that are giving out an event.
    speaking: usize,
    /// The answer is being given, or has been: only [`LastWords`] are heard.
    closed: bool,
}

impl Told {
    /// Keeps a line. An older one goes when its place or its move is taken.
    fn keep(&mut self, report: &Report) {
        self.lines.retain(|old| old.line != report.line && old.pv.first() != report.pv.first());
        let place = self.lines.partition_point(|old| old.line < report.line);
        self.lines.insert(place, report.clone());
    }
}

impl Reporter {
    pub(crate) fn new(sink: Sink, wanted: usize) -> Self {
        let (reported, told, silent) = (AtomicU64::new(0), Mutex::default(), Condvar::new());
        Self { sink, wanted, reported, told, silent }
    }

    /// Gives out an event. Lines, notes and the answer have functions of their own.
    pub(crate) fn emit(&self, event: Event) {
        self.say(event, |_| ());
    }

    /// Gives out a line.
    pub(crate) fn report(&self, report: Report) {
        if report.line <= self.wanted {
            self.say(Event::Iteration(report.clone()), |told| self.keep(told, &report));
        } else {
            self.keep(&mut self.lock(), &report);
        }
    }

    /// Gives out a remark for people.
    pub(crate) fn note(&self, text: String) {
        self.say(Event::Note(text.clone()), |told| told.notes.push(text));
    }

    /// Gives out an event and keeps of it what the answer needs, unless the answer is being given: nothing follows that.
    fn say(&self, event: Event, keep: impl FnOnce(&mut Told)) {
        {
            let mut told = self.lock();
            if told.closed {
                return;
            }
            keep(&mut told);
            told.speaking += 1;
        }
        let _speaking = Speaking(self);
        (self.sink)(event);
    }

    fn keep(&self, told: &mut Told, report: &Report) {
        if !told.closed {
            self.reported.store(report.nodes, Relaxed);
            told.keep(report);
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

    /// Silences all threads but the one that gives the answer: waits for those that are speaking. None if another thread
    /// gives the answer.
    pub(crate) fn close(&self) -> Option<LastWords<'_>> {
        let mut told = self.lock();
        if std::mem::replace(&mut told.closed, true) {
            return None;
        }
        drop(self.silent.wait_while(told, |told| told.speaking > 0));
        Some(LastWords(self))
    }

    /// How many lines were asked for.
    pub(crate) const fn wanted(&self) -> usize {
        self.wanted
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the one thread that gives the answer says, when all others are silent.
pub(crate) struct LastWords<'a>(&'a Reporter);

impl LastWords<'_> {
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
struct Speaking<'a>(&'a Reporter);

impl Drop for Speaking<'_> {
    fn drop(&mut self) {
        self.0.lock().speaking -= 1;
        self.0.silent.notify_all();
    }
}
