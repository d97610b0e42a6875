//! The threads that search. They are started once and sleep between searches.

use crate::job::Job;
use crate::search::Searcher;
use crate::{Evaluator, memory};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Makes the evaluator of one thread.
pub(crate) type Evaluators = Arc<dyn Fn() -> Box<dyn Evaluator> + Send + Sync>;

/// Deep recursion with large frames: room for the longest line the search may follow, and more.
pub(crate) const STACK: usize = 16 << 20;

/// Memory that must be free before a thread is started, besides its stack: allocators reserve up to 64 MB of address space for
/// it, its tables take some more, and the rest of the program needs room, too.
const HEADROOM: usize = (64 << 20) + (8 << 20) + memory::RESERVE;
/// The same for the first thread, without which no search runs.
const FIRST_HEADROOM: usize = 8 << 20;

/// True where the system has threads. A browser has none: there the caller's thread searches.
pub(crate) const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// The threads.
pub(crate) struct Pool {
    workers: Vec<Worker>,
    evaluators: Evaluators,
    /// Searches on the caller's thread where there is no other, once it is needed.
    inline: Mutex<Option<Searcher>>,
}

struct Worker {
    orders: Option<Sender<Order>>,
    /// Nothing is ever sent: the other end goes when the thread is ready.
    started: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

enum Order {
    Search(Arc<Job>),
    Forget,
    Evaluate(Evaluators),
}

impl Pool {
    /// A pool without threads.
    pub(crate) fn new(evaluators: Evaluators) -> Self {
        Self { workers: Vec::new(), evaluators, inline: Mutex::new(None) }
    }

    /// How many threads search; the caller's own counts where there is no other.
    pub(crate) fn len(&self) -> usize {
        self.workers.len().max(1)
    }

    /// Starts or ends threads until there are that many. If the system refuses more, those that run stay.
    pub(crate) fn resize(&mut self, threads: usize) -> std::io::Result<()> {
        self.workers.truncate(threads);
        if !HAS_THREADS {
            return Err(std::io::ErrorKind::Unsupported.into());
        }
        while self.workers.len() < threads {
            // One by one, so that the memory of the last is counted before the next starts.
            self.await_start();
            let headroom = if self.workers.is_empty() { FIRST_HEADROOM } else { HEADROOM };
            if !memory::can_be_had(STACK + headroom) {
                return Err(std::io::ErrorKind::OutOfMemory.into());
            }
            self.workers.push(Worker::start(self.workers.len(), Arc::clone(&self.evaluators))?);
        }
        Ok(())
    }

    /// True if there is a thread besides the caller's.
    pub(crate) fn has_threads(&self) -> bool {
        !self.workers.is_empty()
    }

    /// Waits until the last thread that was started is ready.
    pub(crate) fn await_start(&self) {
        if let Some(last) = self.workers.last() {
            last.await_start();
        }
    }

    /// Runs a job on all threads. Where there are no threads by design, it is done when this returns; where the system refuses
    /// them, it is answered without a search, because the caller's stack may be too small.
    pub(crate) fn search(&self, job: &Arc<Job>) {
        if !HAS_THREADS {
            let mut inline = self.inline();
            *inline = obey(inline.take(), 0, &self.evaluators, job);
            return;
        }
        if self.workers.is_empty() {
            job.note("no search: the system gives no thread to search with".to_owned());
            job.signals.stop();
            job.results.arrive();
            job.conclude();
            job.results.close();
            return;
        }
        for worker in &self.workers {
            // A thread ends only with the pool.
            let _ = worker.send(Order::Search(Arc::clone(job)));
        }
    }

    /// Lets all threads forget what they have learned.
    pub(crate) fn forget(&self) {
        if let Some(searcher) = self.inline().as_mut() {
            searcher.forget();
        }
        for worker in &self.workers {
            worker.send(Order::Forget);
        }
    }

    /// Gives all threads another evaluator.
    pub(crate) fn set_evaluators(&mut self, evaluators: Evaluators) {
        for worker in &self.workers {
            worker.send(Order::Evaluate(Arc::clone(&evaluators)));
        }
        self.evaluators = evaluators;
        self.inline().take();
    }

    fn inline(&self) -> MutexGuard<'_, Option<Searcher>> {
        self.inline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What makes the evaluators of its threads.
    pub(crate) fn evaluators(&self) -> Evaluators {
        Arc::clone(&self.evaluators)
    }

    pub(crate) fn evaluator(&self) -> Box<dyn Evaluator> {
        (self.evaluators)()
    }
}

impl Worker {
    fn start(index: usize, evaluators: Evaluators) -> std::io::Result<Self> {
        let ((orders, inbox), (ready, started)) = (channel(), channel());
        let builder = Builder::new().name(format!("search {index}")).stack_size(STACK);
        let thread = builder.spawn(move || work(index, evaluators, &inbox, ready))?;
        Ok(Self { orders: Some(orders), started, thread: Some(thread) })
    }

    /// Waits until the thread is ready. It drops its sender when it is, or when it fails.
    fn await_start(&self) {
        let _ = self.started.recv();
    }

    fn send(&self, order: Order) -> bool {
        self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The thread ends when its sender is dropped.
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The main loop of a thread.
fn work(index: usize, mut evaluators: Evaluators, inbox: &Receiver<Order>, started: Sender<()>) {
    let mut searcher = make_searcher(index, &evaluators);
    drop(started);
    for order in inbox {
        match order {
            Order::Forget => {
                if let Some(searcher) = &mut searcher {
                    searcher.forget();
                }
            }
            Order::Evaluate(other) => {
                evaluators = other;
                searcher = make_searcher(index, &evaluators);
            }
            Order::Search(job) => searcher = obey(searcher, index, &evaluators, &job),
        }
    }
}

/// Does one thread's part of a job, and gives back the searcher for the next.
fn obey(
    mut searcher: Option<Searcher>,
    index: usize,
    evaluators: &Evaluators,
    job: &Job,
) -> Option<Searcher> {
    searcher = searcher.or_else(|| make_searcher(index, evaluators));
    searcher = searcher.and_then(|searcher| search(searcher, index, job));
    if searcher.is_none() {
        note_failure(job, index);
        searcher = make_searcher(index, evaluators);
    }
    if index > 0 && job.can_be_answered_by_any_thread() {
        conclude(job);
    }
    job.results.arrive();
    if index == 0 {
        conclude(job);
        job.results.await_threads();
        job.results.close();
    }
    searcher
}

/// Sends the answer. A sink that panics misses it; the search is over anyway.
fn conclude(job: &Job) {
    let _ = catch_unwind(AssertUnwindSafe(|| job.conclude()));
}

/// A searcher, unless making its evaluator panics.
fn make_searcher(index: usize, evaluators: &Evaluators) -> Option<Searcher> {
    catch_unwind(AssertUnwindSafe(|| Searcher::new(index, evaluators()))).ok()
}

/// Lets a searcher search and gives it back, unless it panics.
fn search(mut searcher: Searcher, index: usize, job: &Job) -> Option<Searcher> {
    let outcome = catch_unwind(AssertUnwindSafe(|| searcher.search(job))).ok()?;
    job.results.remember(index, outcome);
    Some(searcher)
}

fn note_failure(job: &Job, index: usize) {
    let text = format!("internal error in search thread {index}; please report it with the position");
    let _ = catch_unwind(AssertUnwindSafe(|| job.note(text)));
}
