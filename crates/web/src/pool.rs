//! The engines that all sessions share.
//!
//! There are few engines, so that threads and memory stay bounded however many pages are open. Searches wait in a queue; while
//! others wait, an endless search gives up its engine after a time slice and queues again. A session gets its previous engine
//! if it can, because that engine's transposition table knows the position and its threads are running.

use crate::thinking::Search;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use vernier_engine::{Answer, Engine, Report, Reports, SyzygyOptions, Tablebases};

/// How long a search may keep its engine while others wait.
const SLICE: Duration = Duration::from_secs(2);

pub(crate) struct Pool {
    free: Arc<Mutex<Vec<Slot>>>,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    active: AtomicUsize,
    threads: usize,
    /// Creates the engines; `None` once that has started.
    make: Mutex<Option<Make>>,
}

type Make = Box<dyn FnOnce() + Send>;

/// An engine, and the session that used it last.
struct Slot {
    engine: Engine,
    user: u64,
}

/// An engine goes back to the pool when its lease is dropped.
struct Lease<'a> {
    pool: &'a Pool,
    slot: Option<Slot>,
}

impl Pool {
    /// Engines that share threads and hash memory. They are created in the background when the first page opens.
    pub(crate) fn new(threads: usize, hash: usize, tables: Option<&Arc<Tablebases>>) -> Self {
        let threads = threads.max(1);
        let engines = threads.clamp(1, 4);
        let (free, turns) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Semaphore::new(0)));
        let make = {
            let (free, turns, tables) = (Arc::clone(&free), Arc::clone(&turns), tables.cloned());
            move || {
                for number in 0..engines {
                    let mut engine = engine((hash / engines).max(1), tables.clone());
                    // A page that is alone gets the first engine and all threads.
                    if number == 0 {
                        engine.set_threads(threads);
                    }
                    let slot = Slot { engine, user: 0 };
                    free.lock().unwrap_or_else(PoisonError::into_inner).push(slot);
                    turns.add_permits(1);
                }
            }
        };
        let make = Mutex::new(Some(Box::new(make) as Make));
        Self { free, turns, waiting: AtomicUsize::new(0), active: AtomicUsize::new(0), threads, make }
    }

    /// Creates the engines unless that has started.
    pub(crate) fn warm(&self) {
        if let Some(make) = self.make.lock().unwrap_or_else(PoisonError::into_inner).take() {
            tokio::task::spawn_blocking(make);
        }
    }

    /// Runs a search of a session and passes its reports on. Returns `None` if it was cancelled.
    pub(crate) async fn run(
        &self,
        user: u64,
        mut search: Search,
        cancel: &CancellationToken,
        mut on_update: impl FnMut(Update) + Send,
    ) -> Option<Answer> {
        let began = Instant::now();
        while !cancel.is_cancelled() {
            let turn = match Arc::clone(&self.turns).try_acquire_owned() {
                Ok(turn) => turn,
                Err(_) => {
                    on_update(Update::Waiting);
                    self.waiting.fetch_add(1, Relaxed);
                    let turn = tokio::select! {
                        turn = Arc::clone(&self.turns).acquire_owned() => turn.ok(),
                        () = cancel.cancelled() => None,
                    };
                    self.waiting.fetch_sub(1, Relaxed);
                    turn?
                }
            };
            let mut lease = self.lease(user);
            let started = Instant::now();
            let mut reports = self.start(lease.engine(), &search);
            let ended = loop {
                let slice = SLICE.saturating_sub(started.elapsed()).max(Duration::from_millis(200));
                tokio::select! {
                    report = reports.next_async() => match report {
                        Some(report) => on_update(Update::Report(report)),
                        None => break true,
                    },
                    () = cancel.cancelled() => break false,
                    () = tokio::time::sleep(slice) => {
                        // Short searches end by themselves.
                        let long = search.limits.is_endless() || began.elapsed() > 5 * SLICE;
                        if self.waiting.load(Relaxed) > 0 && started.elapsed() >= SLICE && long {
                            break false;
                        }
                    }
                }
            };
            reports.job().stop();
            let answer = tokio::task::block_in_place(|| reports.answer());
            self.active.fetch_sub(1, Relaxed);
            drop(lease);
            drop(turn);
            if ended {
                return Some(answer);
            }
            let spent = started.elapsed();
            search.limits.movetime =
                search.limits.movetime.map(|time| time.saturating_sub(spent).max(Duration::from_millis(50)));
            // Waiting searches go first.
            tokio::task::yield_now().await;
        }
        None
    }

    fn start(&self, engine: &mut Engine, search: &Search) -> Reports {
        let active = self.active.fetch_add(1, Relaxed) + 1;
        engine.set_threads((self.threads / active).max(1));
        let request = search.prepare(engine);
        engine.reports(request)
    }

    /// The session's previous engine, or another. The caller holds a permit, so there is always one.
    fn lease(&self, user: u64) -> Lease<'_> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = free.iter().position(|slot| slot.user == user);
        let unused = || free.iter().position(|slot| slot.user == 0);
        let index = mine.or_else(unused).unwrap_or(0);
        let mut slot = free.swap_remove(index);
        slot.user = user;
        Lease { pool: self, slot: Some(slot) }
    }
}

fn engine(hash: usize, tablebases: Option<Arc<Tablebases>>) -> Engine {
    let mut engine = Engine::new();
    // With less memory than requested the page still works.
    let _ = engine.set_hash(hash);
    engine.set_syzygy(SyzygyOptions { tablebases, ..SyzygyOptions::default() });
    engine
}

/// What a running search sends.
pub(crate) enum Update {
    Report(Report),
    /// No engine is free yet.
    Waiting,
}

impl Lease<'_> {
    fn engine(&mut self) -> &mut Engine {
        &mut self.slot.as_mut().expect("the engine is here until the lease ends").engine
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.pool.free.lock().unwrap_or_else(PoisonError::into_inner).extend(self.slot.take());
    }
}
