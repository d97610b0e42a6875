//! The hand-over of a search: however its threads, a stop and a hit meet, there is one answer, nothing follows it, and whoever
//! waits for it wakes up.

use crate::reporter::Reporter;
use crate::results::{Outcome, Results};
use crate::signals::Signals;
use crate::{Answer, Event, Limits, Score};
use loom::model::Builder;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering::SeqCst};
use loom::thread;

const THREADS: usize = 2;

/// What the threads of a search share; what the sink got is counted.
struct Job {
    signals: Signals,
    results: Results,
    reporter: Reporter,
    answers: Arc<AtomicU32>,
}

impl Job {
    fn new(limits: &Limits) -> Self {
        let answers = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&answers);
        let sink = Box::new(move |event| match event {
            Event::Done(_) => assert_eq!(counted.fetch_add(1, SeqCst), 0, "one answer"),
            _ => assert_eq!(counted.load(SeqCst), 0, "nothing follows the answer"),
        });
        let (signals, results) = (Signals::new(limits), Results::new(THREADS));
        Self { signals, results, reporter: Reporter::new(sink, 1), answers }
    }

    /// As `Job::conclude` does.
    fn conclude(&self) {
        self.signals.halt();
        self.signals.await_permission();
        if !self.signals.is_stopped() {
            self.results.await_threads_for(std::time::Duration::ZERO);
        }
        let Some(reporter) = self.reporter.close() else { return };
        self.results.keep_answer(Answer);
        reporter.answer(Answer);
    }

    /// As `obey` in `pool.rs` does, with a search of one iteration.
    fn obey(&self, index: usize) {
        let outcome = Outcome { depth: 1, selective_depth: 1, score: Score, pv: Vec::new() };
        self.reporter.note(String::new());
        self.results.remember(index, outcome);
        if index > 0 && self.signals.is_stopped() && self.results.has_move() {
            self.conclude();
        }
        self.results.arrive();
        if index == 0 {
            self.conclude();
            self.results.await_threads();
            self.results.close();
        }
    }
}

fn search(limits: Limits, act: impl Fn(&Job) + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(move || {
        let job = Arc::new(Job::new(&limits));
        let threads = [0, 1].map(|index| {
            let job = Arc::clone(&job);
            thread::spawn(move || job.obey(index))
        });
        act(&job);
        job.results.await_close();
        assert_eq!(job.answers.load(SeqCst), 1);
        for thread in threads {
            thread.join().expect("no panic");
        }
    });
}

#[test]
fn an_endless_search_is_answered_once_after_its_stop() {
    search(Limits { ponder: false, endless: true }, |job| job.signals.stop());
}

#[test]
fn a_search_that_ponders_is_answered_once_after_its_hit() {
    search(Limits { ponder: true, endless: false }, |job| job.signals.ponder_hit());
}

#[test]
fn a_search_that_ends_by_itself_is_answered_once() {
    search(Limits { ponder: false, endless: false }, |_| ());
}
