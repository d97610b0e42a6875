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
    /// Threads that are giving out a note.
    speaking: usize,
    /// The answer has been given, or is being given.
    answered: bool,
}

impl Reporter {
    pub(crate) fn new(sink: Sink, wanted: usize) -> Self {
        let (reported, told, silent) = (AtomicU64::new(0), Mutex::default(), Condvar::new());
        Self { sink, wanted, reported, told, silent }
    }

    /// Gives out an event. Lines, notes and the answer have functions of their own.
    pub(crate) fn emit(&self, event: Event) {
        (self.sink)(event);
    }

    /// Gives out a line.
    pub(crate) fn report(&self, report: Report) {
        self.reported.store(report.nodes, Relaxed);
        {
            let mut told = self.lock();
            // An older line goes when its place or its move is taken.
            told.lines.retain(|old| old.line != report.line && old.pv.first() != report.pv.first());
            let place = told.lines.partition_point(|old| old.line < report.line);
            told.lines.insert(place, report.clone());
        }
        if report.line <= self.wanted {
            self.emit(Event::Iteration(report));
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

    /// Gives out a remark for people, unless the answer has been given: nothing follows that.
    pub(crate) fn note(&self, text: String) {
        {
            let mut told = self.lock();
            if told.answered {
                return;
            }
            told.notes.push(text.clone());
            told.speaking += 1;
        }
        let _speaking = Speaking(self);
        self.emit(Event::Note(text));
    }

    /// Ends the remarks: waits for those being given out and gives back all of them.
    pub(crate) fn close(&self) -> Vec<String> {
        let mut told = self.lock();
        told.answered = true;
        let silent = self.silent.wait_while(told, |told| told.speaking > 0);
        std::mem::take(&mut silent.unwrap_or_else(PoisonError::into_inner).notes)
    }

    /// Gives the answer with the lines asked for. Nothing follows it.
    pub(crate) fn answer(&self, answer: Answer) {
        self.emit(Event::Done(answer));
    }

    /// How many lines were asked for.
    pub(crate) const fn wanted(&self) -> usize {
        self.wanted
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A note is being given out, even if the sink panics.
struct Speaking<'a>(&'a Reporter);

impl Drop for Speaking<'_> {
    fn drop(&mut self) {
        self.0.lock().speaking -= 1;
        self.0.silent.notify_all();
    }
}
