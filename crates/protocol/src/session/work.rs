//! Work that takes a while, beside the search: counts, benchmarks, positions for self-play.

use super::output::Output;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use vernier_engine::Stopper;

/// Something that takes a while and prints lines itself. It ends early when the signal is raised.
pub(super) type Work = Box<dyn FnOnce(&Output, &StopSignal) + Send>;

/// Asks work to end. Copies share one signal.
#[derive(Clone, Default)]
pub(super) struct StopSignal(Arc<Signal>);

#[derive(Default)]
struct Signal {
    raised: AtomicBool,
    /// The search that the work is waiting for, if any.
    search: Mutex<Option<Stopper>>,
}

impl StopSignal {
    /// True once the work should end.
    pub(super) fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
    }

    /// Asks the work to end, and the search that it waits for.
    pub(super) fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
        if let Some(search) = &*self.0.search.lock().unwrap_or_else(PoisonError::into_inner) {
            search.stop();
        }
    }

    /// The work waits for searches of that engine.
    pub(super) fn attach(&self, search: Stopper) {
        *self.0.search.lock().unwrap_or_else(PoisonError::into_inner) = Some(search);
    }
}
