//! The signals that reach a running search: stop, and ponder hit.
//!
//! Signals belong to one search and are only ever raised. A stop can therefore neither be lost to a flag that is being
//! cleared nor reach a later search by mistake.

use crate::Limits;
use crate::pool::HAS_THREADS;
use crate::sync::{AtomicBool, Condvar, Mutex, Ordering::Relaxed};
use std::sync::{OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The signals of one search.
pub(crate) struct Signals {
    started: Instant,
    /// When the own clock began to run; unset while the opponent is still thinking.
    clock: OnceLock<Instant>,
    /// The answer is wanted.
    stop: AtomicBool,
    /// Threads should stop: the answer is wanted, or the first thread has found it.
    halt: AtomicBool,
    /// Only a stop ends the search.
    endless: bool,
    gate: Mutex<()>,
    raised: Condvar,
}

impl Signals {
    /// The signals of a search that begins now.
    pub(crate) fn new(limits: &Limits) -> Self {
        let started = Instant::now();
        Self {
            started,
            clock: if limits.ponder { OnceLock::new() } else { OnceLock::from(started) },
            stop: AtomicBool::new(false),
            halt: AtomicBool::new(false),
            endless: limits.is_endless(),
            gate: Mutex::new(()),
            raised: Condvar::new(),
        }
    }

    /// Ends the search as soon as it has a move.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.halt();
        self.wake();
    }

    /// Stops the threads; the answer may still have to wait.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    /// The opponent has played the expected move: the clock runs.
    pub(crate) fn ponder_hit(&self) {
        let _ = self.clock.set(Instant::now());
        self.wake();
    }

    /// True if threads should stop.
    #[inline]
    pub(crate) fn is_halted(&self) -> bool {
        self.halt.load(Relaxed)
    }

    /// True if the answer is wanted at once.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time the own clock has been running; none while pondering.
    pub(crate) fn on_the_clock(&self) -> Option<Duration> {
        self.clock.get().map(Instant::elapsed)
    }

    /// Sleeps until an answer may be given: not while pondering, and not before a stop if the search is endless.
    pub(crate) fn await_permission(&self) {
        if !HAS_THREADS {
            // While the only thread sleeps, no signal can be raised.
            return;
        }
        let may_answer = || self.stop.load(Relaxed) || (self.clock.get().is_some() && !self.endless);
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.raised.wait_while(gate, |()| !may_answer()));
    }

    /// Taking the lock makes sure that no thread is between checking the signals and falling asleep.
    fn wake(&self) {
        drop(self.gate.lock());
        self.raised.notify_all();
    }
}
