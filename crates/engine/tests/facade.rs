//! The engine as others use it: requests, jobs and answers.

mod common;

use common::{board, listener};
use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;
use vernier_chess::{Board, Game, Key};
use vernier_engine::{
    Changes, Engine, Evaluator, Event, Limits, MAX_PLY, Material, Request, Score, SearchJob, Stopper,
    Strength,
};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

fn request(limits: Limits) -> Request {
    Request::new(board(MIDDLEGAME)).limits(limits)
}

#[test]
fn an_answer_summarises_the_reports() {
    let mut engine = Engine::new();
    engine.set_multi_pv(3);
    let mut reports = Vec::new();
    let answer = engine.search(request(Limits::depth(6)), |report| reports.push(report.clone()));
    assert_eq!(reports.len(), 18);
    assert_eq!(answer.lines, reports[15..]);
    assert_eq!(answer.best, reports[15].pv.first().copied());
    assert_eq!(answer.pv(), reports[15].pv);
    assert_eq!(answer.score(), Some(reports[15].score));
    assert_eq!(answer.nodes, reports[17].nodes);
    assert!(answer.elapsed >= reports[17].elapsed && answer.notes.is_empty());
    let best = answer.best.expect("a move");
    assert!(answer.ponder.is_some_and(|ponder| board(MIDDLEGAME).play(best).is_legal(ponder)));
}

#[test]
fn the_job_gives_the_same_answer_as_the_last_event() {
    let mut engine = Engine::new();
    let (sink, inbox) = listener();
    let job = engine.start(request(Limits::infinite()), sink);
    assert!(job.is_running() && job.statistics().is_none());
    job.stop();
    let answer = job.wait();
    assert!(!job.is_running());
    assert_eq!(inbox.try_iter().last(), Some(Event::Done(answer.clone())));
    assert_eq!(job.statistics().map(|statistics| statistics.nodes), Some(answer.nodes));
    // A stop after the end, or of an older job, has no effect.
    let later = engine.start(request(Limits::infinite()), Box::new(|_| ()));
    job.stop();
    job.ponder_hit();
    assert!(later.is_running());
}

#[test]
fn repetitions_of_the_game_are_part_of_the_request() {
    let mut game = Game::from_board(board("7k/8/8/8/8/6q1/8/R6K w - - 0 1"));
    for text in ["a1a8", "h8h7", "a8a7", "h7h8", "a7a8", "h8h7", "a8a7", "h7h8"] {
        game.play(game.board().parse_uci(text).expect("legal")).expect("legal");
    }
    let answer = Engine::new().search(Request::new(&game).limits(Limits::depth(6)), |_| ());
    assert_eq!(answer.score(), Some(Score::DRAW));
    let without_past = Request::new(game.board()).limits(Limits::depth(6));
    assert_ne!(Engine::new().search(without_past, |_| ()).score(), Some(Score::DRAW));
}

#[test]
fn the_longest_games_and_deepest_searches_are_within_bounds() {
    // A game of 6,000 moves: only what can be repeated is kept of its past.
    let late = board("4k3/8/8/8/8/8/4P3/4K3 w - - 40 6000");
    let past: Vec<Key> = (0..12_000).map(Key).collect();
    let request = Request::with_history(late, &past).limits(Limits::depth(6));
    assert_eq!(request.history(), &past[past.len() - 40..]);
    assert!(Engine::new().search(request, |_| ()).best.is_some());
    // More depth than there are plies: every line ends at the limit or before.
    let blocked = board("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1");
    let mut engine = Engine::with_evaluator(|| Box::new(Material));
    let limits = Limits { depth: Some(u32::MAX), ..Limits::nodes(300_000) };
    let answer = engine.search(Request::new(blocked).limits(limits), |report| {
        assert!(report.depth < MAX_PLY as u32 && report.selective_depth as usize <= MAX_PLY);
        assert!(report.pv.len() <= MAX_PLY);
    });
    assert!(answer.best.is_some_and(|best| blocked.is_legal(best)));
}

/// Fails at once.
struct Broken;

impl Evaluator for Broken {
    fn reset(&mut self, _: &Board) {}
    fn push(&mut self, _: &Changes) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, _: &Board) -> Score {
        panic!("on purpose")
    }
}

#[test]
fn a_sink_may_stop_the_search_and_ask_whether_it_runs() {
    for threads in [1, 3] {
        let mut engine = Engine::with_evaluator(|| Box::new(Broken));
        engine.set_threads(threads);
        let (stopper, job): (Stopper, Arc<OnceLock<SearchJob>>) = (engine.stopper(), Arc::default());
        let (own_job, (asked, inbox)) = (Arc::clone(&job), channel());
        let sink = move |event| {
            // A note comes first: the evaluator fails. Every kind of event may be answered by these calls.
            stopper.stop();
            if let Some(job) = own_job.get() {
                job.stop();
                let _ = job.is_running();
            }
            let _ = asked.send(event);
        };
        let started = engine.start(request(Limits::infinite()), Box::new(sink));
        let _ = job.set(started.clone());
        assert!(started.wait().best.is_some());
        let events: Vec<Event> = inbox.try_iter().collect();
        assert!(matches!(events[0], Event::Note(_)), "{events:?}");
        assert!(matches!(events.last(), Some(Event::Done(_))), "{events:?}");
    }
}

#[test]
fn a_factory_that_keeps_panicking_still_gets_answers() {
    // Makes one evaluator that fails, then none for a while, then good ones.
    let made = AtomicU32::new(0);
    let mut engine = Engine::with_evaluator(move || match made.fetch_add(1, Relaxed) {
        0 => Box::new(Broken),
        1..=4 => panic!("on purpose"),
        _ => Box::new(Material),
    });
    let mut failures = 0;
    for _ in 0..6 {
        let answer = engine.search(request(Limits::depth(2)), |_| ());
        assert!(answer.best.is_some_and(|best| board(MIDDLEGAME).is_legal(best)));
        failures += u32::from(answer.notes.iter().any(|note| note.contains("internal error")));
    }
    assert_eq!(failures, 3);
}

#[test]
fn a_factory_that_panics_at_once_still_gets_answers() {
    let mut engine = Engine::with_evaluator(|| panic!("on purpose"));
    let answer = engine.search(request(Limits::depth(2)), |_| ());
    assert!(answer.best.is_some() && answer.lines.is_empty() && answer.notes.len() == 1, "{answer:?}");
    engine.set_evaluator(|| Box::new(Material));
    assert_eq!(engine.search(request(Limits::depth(2)), |_| ()).lines.len(), 1);
}

#[test]
fn a_sink_that_panics_loses_no_answer() {
    let mut engine = Engine::new();
    let job = engine.start(request(Limits::depth(3)), Box::new(|_| panic!("on purpose")));
    assert!(job.wait().best.is_some());
}

#[test]
fn a_weak_player_reports_the_move_it_plays_last() {
    let mut engine = Engine::new();
    engine.set_strength(Strength::level(0.0));
    let mut others = 0;
    for _ in 0..20 {
        let mut last = None;
        let answer = engine.search(request(Limits::depth(3)), |report| {
            assert_eq!(report.line, 1);
            last = Some(report.clone());
        });
        let last = last.expect("a report");
        assert_eq!((answer.best, &answer.lines[..]), (last.pv.first().copied(), &[last.clone()][..]));
        others += u32::from(Some(last.pv[0]) != board(MIDDLEGAME).parse_uci("c4d5").ok());
    }
    assert!(others > 0);
}

/// Judges by material, but once, when there is a gate, waits until that is opened.
struct Gated {
    gate: Arc<Mutex<Option<Receiver<()>>>>,
    waiting: Sender<()>,
}

impl Evaluator for Gated {
    fn reset(&mut self, _: &Board) {}
    fn push(&mut self, _: &Changes) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, board: &Board) -> Score {
        if let Some(gate) = self.gate.lock().expect("no thread panics").take() {
            let _ = self.waiting.send(());
            let _ = gate.recv();
        }
        Material.evaluate(board)
    }
}

/// The first thread or another may be waiting for a processor when the answer is wanted.
#[test]
fn a_stopped_search_answers_without_waiting_for_threads() {
    for gated in [0, 1] {
        let (gate, made, (waiting, waits)) = (Arc::default(), AtomicU32::new(0), channel());
        let own_gate = Arc::clone(&gate);
        let mut engine = Engine::with_evaluator(move || match made.fetch_add(1, Relaxed) == gated {
            true => Box::new(Gated { gate: Arc::clone(&own_gate), waiting: waiting.clone() }),
            false => Box::new(Material),
        });
        assert_eq!(engine.set_threads(2), 2);
        let (sink, inbox) = listener();
        let job = engine.start(request(Limits::infinite()), sink);
        while !matches!(inbox.recv(), Ok(Event::Iteration(report)) if report.depth >= 3) {}
        let (open, closed) = channel();
        *gate.lock().expect("no thread panics") = Some(closed);
        waits.recv().expect("a thread is held up");
        job.stop();
        let answer = inbox.iter().find_map(|event| match event {
            Event::Done(answer) => Some(answer),
            _ => None,
        });
        assert!(job.is_running(), "a thread is still held up");
        drop(open);
        assert_eq!(Some(job.wait()), answer);
        assert_eq!(inbox.try_iter().next(), None, "nothing follows the answer");
    }
}

#[test]
fn reports_are_read_by_blocking_with_a_time_limit_and_from_async_code() {
    let mut engine = Engine::new();
    let mut reports = engine.reports(request(Limits::depth(5)));
    let depths: Vec<u32> = reports.by_ref().map(|report| report.depth).collect();
    assert!(depths.is_sorted() && depths.last() == Some(&5), "{depths:?}");
    assert_eq!(reports.next(), None, "nothing follows the last report");
    assert_eq!(reports.answer().lines[0].depth, 5);

    // A mate in one with no end of the search: after the last depth nothing comes until it is stopped.
    let over = Request::new(board("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1")).limits(Limits::infinite());
    let mut reports = engine.reports(over);
    while reports.next_within(Duration::from_millis(50)).is_ready() {}
    assert!(reports.job().is_running());
    reports.job().stop();
    assert_eq!(reports.next_within(Duration::from_secs(60)), Poll::Ready(None));

    let mut reports = engine.reports(request(Limits::infinite()));
    let woken = Arc::new(Woken(std::thread::current()));
    let waker = Waker::from(woken);
    let mut context = Context::from_waker(&waker);
    let mut deepest = 0;
    while deepest < 4 {
        match std::pin::pin!(reports.next_async()).poll(&mut context) {
            Poll::Ready(report) => deepest = report.expect("an endless search has a next report").depth,
            Poll::Pending => std::thread::park(),
        }
    }
    let job = reports.job().clone();
    drop(reports);
    assert!(job.is_stopping(), "dropping the reports stops the search");
    assert!(job.wait().best.is_some());
}

/// Wakes a thread that is parked.
struct Woken(std::thread::Thread);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
