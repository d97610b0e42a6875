//! The threads that search. They are started once and sleep between searches.

use crate::mission::{Mission, Outcome};
use crate::search::{Searcher, choose};
use crate::{Evaluator, Event, memory};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use vernier_chess::Move;

/// Makes the evaluator of one thread.
pub(crate) type Evaluators = Arc<dyn Fn() -> Box<dyn Evaluator> + Send + Sync>;

/// Deep recursion with large frames: room for the longest line the search may follow, and more.
pub(crate) const STACK: usize = 16 << 20;

/// How long an answer waits for threads that were called home. On a machine with fewer cores than threads one may be
/// late; then what it thought after its last iteration has to do.
const PATIENCE: Duration = Duration::from_millis(2);

/// What must be left before a thread is started: room for its tables, and for everybody else.
const HEADROOM: usize = 64 << 20;

/// The threads.
pub(crate) struct Pool {
    workers: Vec<Worker>,
    evaluators: Evaluators,
}

struct Worker {
    orders: Option<Sender<Order>>,
    /// Nothing is ever sent: the other end goes when the thread is ready.
    started: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

enum Order {
    Search(Arc<Mission>),
    Forget,
    Evaluate(Evaluators),
}

impl Pool {
    /// A pool without threads.
    pub(crate) fn new(evaluators: Evaluators) -> Self {
        Self { workers: Vec::new(), evaluators }
    }

    pub(crate) fn len(&self) -> usize {
        self.workers.len()
    }

    /// Starts or ends threads until there are so many. If the system gives no more, those there are stay.
    pub(crate) fn resize(&mut self, threads: usize) -> std::io::Result<()> {
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            // One after the other, so that what the last has taken is known before the next begins.
            if let Some(last) = self.workers.last() {
                last.await_start();
            }
            if !memory::can_be_had(STACK + HEADROOM) {
                return Err(std::io::ErrorKind::OutOfMemory.into());
            }
            self.workers.push(Worker::start(self.workers.len(), Arc::clone(&self.evaluators))?);
        }
        Ok(())
    }

    /// Sends all threads out. Those that cannot be reached count as arrived without result.
    pub(crate) fn search(&self, mission: &Arc<Mission>) {
        for worker in &self.workers {
            if !worker.tell(Order::Search(Arc::clone(mission))) {
                mission.arrive();
            }
        }
    }

    /// Lets all threads forget what they have learnt.
    pub(crate) fn forget(&self) {
        for worker in &self.workers {
            worker.tell(Order::Forget);
        }
    }

    /// Lets all threads judge positions in another way.
    pub(crate) fn set_evaluators(&mut self, evaluators: Evaluators) {
        for worker in &self.workers {
            worker.tell(Order::Evaluate(Arc::clone(&evaluators)));
        }
        self.evaluators = evaluators;
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

    /// Waits until the thread has all that it needs. It hangs up when it has, or when it fails.
    fn await_start(&self) {
        let _ = self.started.recv();
    }

    fn tell(&self, order: Order) -> bool {
        self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The thread ends when nobody can give it orders any more.
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The life of a thread: wait for an order, obey, wait.
fn work(index: usize, mut evaluators: Evaluators, inbox: &Receiver<Order>, started: Sender<()>) {
    let mut searcher = Searcher::new(index, evaluators());
    drop(started);
    for order in inbox {
        match order {
            Order::Forget => searcher.forget(),
            Order::Evaluate(other) => {
                evaluators = other;
                searcher = Searcher::new(index, evaluators());
            }
            Order::Search(mission) => {
                match catch_unwind(AssertUnwindSafe(|| searcher.search(&mission))) {
                    Ok(outcome) => mission.remember(index, outcome),
                    Err(_) => {
                        searcher = Searcher::new(index, evaluators());
                        note_failure(&mission, index);
                    }
                }
                mission.arrive();
                if index == 0 {
                    // A sink that fails has failed to hear the answer; the search is over all the same.
                    let _ = catch_unwind(AssertUnwindSafe(|| conclude(&mission)));
                    mission.await_threads();
                    mission.close();
                }
            }
        }
    }
}

fn note_failure(mission: &Mission, index: usize) {
    let text = format!("internal error in search thread {index}; please report it with the position");
    let _ = catch_unwind(AssertUnwindSafe(|| mission.note(text)));
}

/// The first thread ends the search: it calls the others home, waits until an answer may be given, and gives it.
fn conclude(mission: &Mission) {
    mission.halt();
    mission.await_permission();
    let mut outcomes = mission.outcomes(PATIENCE).into_iter();
    mission.emit(Event::Summary(Box::new(mission.statistics())));
    let own = outcomes.next().flatten();
    let others: Vec<Outcome> = outcomes.flatten().collect();
    let Some(chosen) = choose(own.as_ref(), &others) else {
        let any = mission.task.board.legal_moves().first().copied();
        return mission.finish(any, None);
    };
    // A last line, so that everybody hears what the whole search took.
    if own.as_ref() != Some(chosen) || mission.has_more_to_report() {
        mission.report(0, chosen.clone());
    }
    let best = chosen.pv.first().copied();
    mission.finish(best, best.and_then(|best| expected_reply(mission, best, chosen.pv.get(1).copied())));
}

/// The reply to expect: the line's, or the table's if the line ends; not one that ends the game.
fn expected_reply(mission: &Mission, best: Move, reply: Option<Move>) -> Option<Move> {
    let board = mission.task.board.play(best);
    let known = || mission.task.table.probe(board.key(), 0).0.and_then(|entry| entry.mv);
    let reply = reply.or_else(known).filter(|mv| board.is_legal(*mv))?;
    board.play(reply).has_legal_moves().then_some(reply)
}
