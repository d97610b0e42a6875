//! Every `go` gets exactly one answer, and a legal one: whatever the limits, and whoever stops it when.

mod common;

use common::{SearchRun, Subject, at, listener, search};
use std::num::NonZeroU32;
use std::time::Duration;
use vernier_chess::{Board, ByColor};
use vernier_engine::{Clock, Engine, Event, Limits, Parameters, Request, Score, Verdict};

#[test]
fn the_tightest_limits_still_give_a_scored_legal_move() {
    let tight = [
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::depth(0),
        Limits::movetime(Duration::ZERO),
        Limits { clocks: clocks(0), ..Limits::default() },
        Limits { clocks: clocks(-5), ..Limits::default() },
        Limits {
            clocks: ByColor([Some(Clock { moves_to_go: Some(0), ..Clock::from_millis(1, 0) }), None]),
            ..Limits::default()
        },
    ];
    let mut engine = Subject::new(Engine::new());
    for limits in tight {
        let SearchRun { reports, best, .. } = search(&mut engine, limits.clone());
        assert!(best.is_some_and(|best| Board::start().is_legal(best)), "{limits:?}");
        assert!(reports.iter().any(|report| report.pv.first() == best.as_ref()), "{limits:?}");
    }
}

fn clocks(millis: i64) -> ByColor<Option<Clock>> {
    ByColor([Some(Clock::from_millis(millis, 0)), None])
}

#[test]
fn a_clock_of_positions_stops_early_for_a_sure_move() {
    // The knight must take the queen.
    let board: Board = "4k3/pppp1ppp/8/8/3q4/5N2/PPP2PPP/4K3 w - - 0 1".parse().expect("a position");
    let nodes = |stable_time| {
        let mut engine = Engine::new();
        let mut parameters = Parameters::DEFAULT;
        parameters.set("stable_time", stable_time).expect("a switch");
        engine.set_parameters(parameters);
        engine.set_nodes_as_time(NonZeroU32::new(50));
        let limits = Limits { clocks: clocks(60_000), ..Limits::default() };
        engine.search(Request::new(board).limits(limits), |_| ()).nodes
    };
    let (judged, usual) = (nodes(1), nodes(0));
    assert_eq!(judged, nodes(1), "the same work every time");
    // A twenty-fourth of 60 s, at 50 positions a millisecond, is the usual time; four times as much is the most.
    assert!((125_000..=500_512).contains(&usual), "{usual}");
    assert!(3 * judged < 2 * usual, "{judged} of {usual}");
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let mated = "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1";
    let stalemated = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    for (fen, score) in [(mated, Score::mated_in(0)), (stalemated, Score::DRAW)] {
        let SearchRun { reports, best, .. } = search(&mut at(fen), Limits::depth(3));
        assert_eq!(best, None);
        assert_eq!(
            reports.iter().map(|report| (report.depth, report.score)).collect::<Vec<_>>(),
            [(0, score)]
        );
    }
}

#[test]
fn an_endless_search_waits_for_the_stop_even_when_nothing_is_left_to_search() {
    for fen in ["7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", "8/8/8/4k3/8/4K3/8/8 w - - 0 1"] {
        let mut engine = at(fen);
        let (sink, inbox) = listener();
        let job = engine.start(Limits { depth: Some(2), ..Limits::infinite() }, sink);
        let mut early = std::iter::from_fn(|| inbox.recv_timeout(Duration::from_millis(100)).ok());
        assert!(!early.any(|event| matches!(event, Event::Done(_))), "{fen}");
        assert!(job.is_running());
        engine.stop();
        assert!(inbox.try_iter().any(|event| matches!(event, Event::Done(_))), "{fen}");
        assert!(!job.is_running());
    }
}

#[test]
fn a_ponder_search_answers_after_the_hit() {
    let mut engine = Subject::new(Engine::new());
    let (sink, inbox) = listener();
    let job = engine.start(Limits { depth: Some(3), ponder: true, ..Limits::default() }, sink);
    let done = |event: &Event| matches!(event, Event::Done(_));
    while let Ok(event) = inbox.recv_timeout(Duration::from_millis(100)) {
        assert!(!done(&event), "no answer while pondering");
    }
    job.ponder_hit();
    job.wait();
    assert_eq!(inbox.try_iter().filter(done).count(), 1);
}

#[test]
fn mate_in_one_is_found() {
    let SearchRun { reports, best, .. } =
        search(&mut at("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), Limits::depth(3));
    assert_eq!(best.map(|best| best.to_string()).as_deref(), Some("d1d8"));
    assert_eq!(reports.last().map(|report| report.score.verdict()), Some(Verdict::Mate(1)));
}

#[test]
fn every_stop_gets_one_answer() {
    let mut engine = Subject::new(Engine::new());
    for round in 0..200 {
        engine.set_threads(1 + round % 3);
        let (sink, inbox) = listener();
        engine.start(Limits::infinite(), sink);
        if round % 2 == 0 {
            engine.stopper().stop();
        }
        engine.stop();
        let best = SearchRun::read(&inbox).best;
        assert!(best.is_some_and(|best| Board::start().is_legal(best)));
    }
}
