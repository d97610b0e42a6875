//! A `stop` that reaches the search from the thread that reads the input.
//!
//! When searching threads keep all processors busy, each thread that has to be woken costs a turn of the scheduler. A `stop`
//! therefore takes effect where it is read, if no earlier line is still waiting. The main loop still handles the line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use vernier_engine::Stopper;

/// Stops a search early. Copies share their state.
#[derive(Clone)]
pub(super) struct EarlyStop {
    stopper: Stopper,
    /// Lines that were read and are not yet handled, including those that block others.
    unhandled: Arc<AtomicUsize>,
    /// The protocol has a `stop` that takes effect at once.
    enabled: Arc<AtomicBool>,
}

impl EarlyStop {
    pub(super) fn new(stopper: Stopper) -> Self {
        Self { stopper, unhandled: Arc::default(), enabled: Arc::default() }
    }

    /// Sets whether a `stop` may take effect early.
    pub(super) fn enable(&self, enabled: bool) {
        self.enabled.store(enabled, SeqCst);
    }

    /// A line was read: stops the search if the line says so and is the next to be handled.
    pub(super) fn read(&self, line: &str) {
        let first = self.unhandled.fetch_add(1, SeqCst) == 0;
        if first && self.enabled.load(SeqCst) && line.trim_ascii() == "stop" {
            self.stopper.stop();
        }
    }

    /// A line still blocks those behind it although it was handled.
    pub(super) fn hold(&self) {
        self.unhandled.fetch_add(1, SeqCst);
    }

    /// A line has been handled, or no longer blocks.
    pub(super) fn handled(&self) {
        self.unhandled.fetch_sub(1, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::Board;
    use vernier_engine::{Engine, Limits, Request};

    /// True if the last of these lines stops the search that runs, when this many of them have been handled.
    fn stops(lines: &[&str], handled: usize, enabled: bool) -> bool {
        let mut engine = Engine::new();
        let early = EarlyStop::new(engine.stopper());
        early.enable(enabled);
        let job = engine.start(Request::new(Board::start()).limits(Limits::infinite()), Box::new(|_| ()));
        for line in lines {
            early.read(line);
        }
        (0..handled).for_each(|_| early.handled());
        early.read(" stop\r");
        // A search without limits ends only by a stop.
        let stopped = job.is_stopping();
        job.stop();
        job.wait();
        stopped
    }

    #[test]
    fn a_stop_takes_effect_as_soon_as_it_is_read() {
        assert!(stops(&[], 0, true));
        assert!(stops(&["go infinite", "isready"], 2, true));
    }

    #[test]
    fn a_stop_behind_other_commands_waits_its_turn() {
        assert!(!stops(&["go infinite"], 0, true));
        assert!(!stops(&["position startpos", "go infinite"], 1, true));
        assert!(!stops(&[], 0, false));
    }
}
