//! Ending a search from elsewhere.

use crate::SearchJob;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ends the search that an engine runs, from any thread. A caller of `start` has a [`SearchJob`] for that; this is for
/// searches that other code starts, such as a bench, and for engines without threads, whose searches end before `start`
/// returns.
#[derive(Clone, Default)]
pub struct Stopper(Arc<Mutex<Option<SearchJob>>>);

impl Stopper {
    /// Ends the search that runs; its answer follows at once. Without a search nothing happens.
    pub fn stop(&self) {
        if let Some(job) = self.job() {
            job.stop();
        }
    }

    /// The search that was started last.
    pub(super) fn job(&self) -> Option<SearchJob> {
        self.lock().clone()
    }

    /// Drops a search that has ended, and with it the table and the tree that it used.
    pub(super) fn forget(&self) {
        *self.lock() = None;
    }

    pub(super) fn replace(&self, job: SearchJob) {
        *self.lock() = Some(job);
    }

    fn lock(&self) -> MutexGuard<'_, Option<SearchJob>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
