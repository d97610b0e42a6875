//! The results of the threads of one search.

use crate::sync::{Condvar, Mutex, MutexGuard};
use crate::{Answer, Score, Statistics};
use std::sync::PoisonError;
use std::time::Duration;
use vernier_chess::Move;

/// The result of one thread.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome {
    pub(crate) depth: u32,
    pub(crate) selective_depth: u32,
    pub(crate) score: Score,
    pub(crate) pv: Vec<Move>,
}

/// Results by thread, and how many threads still work.
pub(crate) struct Results {
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Default)]
struct Progress {
    busy: usize,
    /// The latest result of each thread: after an iteration, or at its end.
    outcomes: Vec<Option<Outcome>>,
    statistics: Statistics,
    answer: Option<Answer>,
    /// The answer has been given, and all threads have ended.
    done: bool,
}

impl Results {
    pub(crate) fn new(threads: usize) -> Self {
        let progress = Progress { busy: threads, outcomes: vec![None; threads], ..Progress::default() };
        Self { progress: Mutex::new(progress), changed: Condvar::new() }
    }

    /// Keeps the result of a thread, in case it fails or is late.
    pub(crate) fn remember(&self, thread: usize, outcome: Outcome) {
        self.lock().outcomes[thread] = Some(outcome);
    }

    /// Adds what a thread did.
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

    /// Sleeps until all threads have ended, but no longer than that.
    pub(crate) fn await_threads_for(&self, patience: Duration) {
        drop(self.changed.wait_timeout_while(self.lock(), patience, |progress| progress.busy > 0));
    }

    /// The results of the threads, in order.
    pub(crate) fn outcomes(&self) -> Vec<Option<Outcome>> {
        self.lock().outcomes.clone()
    }

    /// True once the first thread has finished an iteration.
    pub(crate) fn has_move(&self) -> bool {
        let progress = self.lock();
        progress.outcomes.first().and_then(Option::as_ref).is_some_and(|outcome| outcome.depth > 0)
    }

    /// Stores the answer for threads that wait for it.
    pub(crate) fn keep_answer(&self, answer: Answer) {
        self.lock().answer = Some(answer);
    }

    /// Wakes the threads that wait for the end.
    pub(crate) fn close(&self) {
        self.lock().done = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().done
    }

    /// Sleeps until the answer has been given and all threads have ended.
    pub(crate) fn await_close(&self) -> Answer {
        let closed = self.changed.wait_while(self.lock(), |progress| !progress.done);
        closed.unwrap_or_else(PoisonError::into_inner).answer.clone().unwrap_or_default()
    }

    /// A panic in a thread must not take the others along, so a poisoned lock is still used.
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
