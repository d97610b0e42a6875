//! A search on the caller's thread is the search that an engine with one thread makes.

mod common;

use common::{Subject, search};
use std::thread;
use vernier_chess::Board;
use vernier_engine::evaluation::HandcraftedEval;
use vernier_engine::{Engine, Limits, Request, SyncSearcher, Thought};

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bnrbkqnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQNR w HChc - 0 1",
];

fn soft(nodes: u64) -> Limits {
    Limits { soft_nodes: Some(nodes), nodes: Some(8 * nodes), ..Limits::default() }
}

/// Runs on a thread with room enough.
fn roomy<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(SyncSearcher::STACK).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

fn think(searcher: &mut SyncSearcher, fen: &str, limits: Limits) -> Thought {
    searcher.think(&fen.parse().expect("a position"), &[], limits)
}

#[test]
fn it_agrees_with_the_engine() {
    let thoughts = roomy(|| {
        let mut searcher = SyncSearcher::new(Box::new(HandcraftedEval::default()), 16).expect("16 MB");
        POSITIONS.map(|fen| {
            searcher.new_game();
            think(&mut searcher, fen, soft(5_000))
        })
    });
    let mut engine = Subject::new(Engine::with_evaluator(|| Box::new(HandcraftedEval::default())));
    for (fen, thought) in POSITIONS.into_iter().zip(thoughts) {
        engine.new_game();
        engine.position = Request::new(fen.parse::<Board>().expect("a position"));
        let run = search(&mut engine, soft(5_000));
        let last = run.reports.last().expect("a report");
        assert_eq!((thought.best, thought.score), (run.best, last.score), "{fen}");
        assert_eq!((thought.depth, thought.nodes), (last.depth, last.nodes), "{fen}");
    }
}

#[test]
fn a_soft_limit_ends_between_iterations_and_a_hard_one_within() {
    roomy(|| {
        let mut searcher = SyncSearcher::new(Box::new(HandcraftedEval::default()), 1).expect("1 MB");
        for fen in POSITIONS {
            searcher.new_game();
            let whole = think(&mut searcher, fen, soft(1_000));
            assert!((1_000..=8_000).contains(&whole.nodes), "{fen}: {whole:?}");
            // The iterations are whole, so that as many of them by number are the same search.
            searcher.new_game();
            assert_eq!(think(&mut searcher, fen, Limits::depth(whole.depth)), whole);
            searcher.new_game();
            let cut = think(&mut searcher, fen, Limits { soft_nodes: Some(100_000), ..Limits::nodes(3_000) });
            assert!((3_000..3_020).contains(&cut.nodes), "{fen}: {cut:?}");
        }
    });
}

#[test]
fn without_limits_it_still_returns() {
    roomy(|| {
        let mut searcher = SyncSearcher::new(Box::new(HandcraftedEval::default()), 1).expect("1 MB");
        let thought = searcher.think(&Board::start(), &[], Limits::infinite());
        assert_eq!(thought.depth, 1);
        let mated = think(&mut searcher, "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", soft(10));
        assert_eq!((mated.best, mated.nodes), (None, 0));
    });
}
