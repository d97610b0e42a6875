//! Ending a search from elsewhere.

use crate::SearchJob;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ends whatever search an engine runs, from any thread. One who has started a search ends it by its [`SearchJob`]; this
/// is for searches that someone else starts, such as those of a bench, or those of an engine without threads, which end
/// before their job is handed out.
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

    /// Lets go of a search that has ended, and with it of the table and the tree that it used.
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
