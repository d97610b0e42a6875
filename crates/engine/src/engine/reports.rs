//! A search that runs, read one report at a time.

use crate::{Answer, Event, Report, SearchJob, Sink};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// The reports of a search that runs in the background, from [`Engine::reports`](crate::Engine::reports). It can be read by
/// blocking ([`Iterator`]), with a time limit ([`next_within`](Self::next_within)) or from async code
/// ([`next_async`](Self::next_async)). Dropping it stops the search.
pub struct Reports {
    queue: Arc<Queue>,
    job: SearchJob,
}

#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    reports: VecDeque<Report>,
    /// The answer has been given: no report follows.
    ended: bool,
    waker: Option<Waker>,
}

impl Queue {
    /// The sink that fills a queue.
    pub(super) fn sink(self: &Arc<Self>) -> Sink {
        let queue = Arc::clone(self);
        Box::new(move |event| match event {
            Event::Iteration(report) => queue.update(|state| state.reports.push_back(report)),
            Event::Done(_) => queue.update(|state| state.ended = true),
            Event::CurrentMove { .. } | Event::Note(_) | Event::Summary(_) => {}
        })
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        let waker = state.waker.take();
        drop(state);
        self.changed.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self) -> Poll<Option<Report>> {
        match self.reports.pop_front() {
            Some(report) => Poll::Ready(Some(report)),
            None if self.ended => Poll::Ready(None),
            None => Poll::Pending,
        }
    }

    fn is_waiting(&self) -> bool {
        self.reports.is_empty() && !self.ended
    }
}

impl Reports {
    pub(super) const fn new(queue: Arc<Queue>, job: SearchJob) -> Self {
        Self { queue, job }
    }

    /// The search itself, to stop it or to report a ponder hit, from any thread.
    pub const fn job(&self) -> &SearchJob {
        &self.job
    }

    /// The next report if one arrives in time, `Ready(None)` after the last one, or `Pending`.
    pub fn next_within(&mut self, timeout: Duration) -> Poll<Option<Report>> {
        let state = self.queue.lock();
        let waited = self.queue.changed.wait_timeout_while(state, timeout, |state| state.is_waiting());
        waited.unwrap_or_else(PoisonError::into_inner).0.next()
    }

    /// The next report, or `Ready(None)` after the last one. Wakes the task when there is more.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Report>> {
        let mut state = self.queue.lock();
        let next = state.next();
        if next.is_pending() {
            state.waker = Some(context.waker().clone());
        }
        next
    }

    /// The next report; none after the last one. A call that is cancelled loses nothing.
    pub async fn next_async(&mut self) -> Option<Report> {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    /// Waits for the answer and skips the reports that are left.
    pub fn answer(self) -> Answer {
        self.job.wait()
    }
}

/// Blocks until the next report.
impl Iterator for Reports {
    type Item = Report;

    fn next(&mut self) -> Option<Report> {
        let state = self.queue.lock();
        let waited = self.queue.changed.wait_while(state, |state| state.is_waiting());
        match waited.unwrap_or_else(PoisonError::into_inner).next() {
            Poll::Ready(next) => next,
            Poll::Pending => None,
        }
    }
}

impl Drop for Reports {
    fn drop(&mut self) {
        self.job.stop();
    }
}
