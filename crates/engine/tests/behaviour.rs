//! What every search must satisfy: repeatable, legal, sorted, and alive after a fault.

mod common;

use common::{SearchRun, Subject, at, board, listener, search};
use std::collections::HashSet;
use vernier_chess::{Board, Game, Move};
use vernier_engine::{Bound, Changes, Engine, Evaluator, Limits, Material, Report, Request, Score};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// Plays a line and says how the game stands at its end, refusing moves after the end.
fn replay(start: &Board, line: &[Move]) -> Game {
    let mut game = Game::from_board(*start);
    for mv in line {
        assert_eq!(game.outcome(), None, "{line:?} continues after the end");
        game.play(*mv).unwrap_or_else(|error| panic!("{line:?}: {error}"));
    }
    game
}

#[test]
fn one_thread_searches_the_same_tree_every_time() {
    let reports = || {
        let run = search(&mut at(MIDDLEGAME), Limits::depth(9));
        run.reports.iter().map(|report| (report.score, report.nodes, report.pv.clone())).collect::<Vec<_>>()
    };
    let first = reports();
    assert_eq!(first.len(), 9);
    assert_eq!(first, reports());
}

#[test]
fn the_last_report_covers_the_whole_search() {
    // Too few nodes for the next iteration to find anything.
    let nodes = search(&mut at(MIDDLEGAME), Limits::depth(6)).last().nodes + 50;
    let run = search(&mut at(MIDDLEGAME), Limits::nodes(nodes));
    assert_eq!(run.last().nodes, nodes);
    let [.., whole, last] = &run.reports[..] else { panic!("an iteration, and what was broken off") };
    assert!(whole.nodes < last.nodes);
    assert_eq!((whole.depth, whole.score, &whole.pv), (last.depth, last.score, &last.pv));
    // A search that ends with an iteration has reported everything.
    assert_eq!(search(&mut at(MIDDLEGAME), Limits::depth(6)).reports.len(), 6);
}

#[test]
fn a_new_game_forgets_everything() {
    let mut engine = at(MIDDLEGAME);
    let first = search(&mut engine, Limits::depth(8)).last().nodes;
    assert_ne!(search(&mut engine, Limits::depth(8)).last().nodes, first, "the table helps");
    engine.new_game();
    assert_eq!(search(&mut engine, Limits::depth(8)).last().nodes, first);
}

#[test]
fn lines_are_legal_and_end_with_the_game() {
    let fens = [
        MIDDLEGAME,
        "8/8/8/8/5k2/8/4q3/7K b - - 90 80",
        "8/5k2/8/8/8/2R5/5K2/8 w - - 94 80",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
        "6k1/8/6K1/8/8/8/8/q6Q b - - 20 60",
    ];
    for fen in fens {
        let run = search(&mut at(fen), Limits { depth: Some(20), ..Limits::nodes(100_000) });
        for report in &run.reports {
            replay(&board(fen), &report.pv);
        }
        assert_eq!(run.last().pv.first(), run.best.as_ref(), "{fen}");
    }
}

#[test]
fn several_lines_are_distinct_and_sorted() {
    let mut engine = at(MIDDLEGAME);
    engine.set_multi_pv(5);
    let run = search(&mut engine, Limits::depth(7));
    for depth in 1..=7 {
        let lines: Vec<&Report> = run.reports.iter().filter(|report| report.depth == depth).collect();
        assert_eq!(lines.iter().map(|report| report.line).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "depth {depth}");
        assert_eq!(lines.iter().map(|report| report.pv[0]).collect::<HashSet<_>>().len(), 5);
    }
    assert_eq!(run.last().pv.first(), run.best.as_ref());
}

#[test]
fn there_are_never_more_lines_than_moves() {
    let mut engine = at("7k/8/8/8/8/8/8/K7 w - - 0 1");
    engine.set_multi_pv(256);
    let run = search(&mut engine, Limits::depth(2));
    assert_eq!(run.reports.iter().filter(|report| report.depth == 2).count(), 3);
}

#[test]
fn only_the_searchmoves_are_searched() {
    let wanted: Vec<Move> =
        ["a2a3", "h2h3"].map(|text| board(MIDDLEGAME).parse_uci(text).expect("legal")).to_vec();
    let mut engine = at(MIDDLEGAME);
    engine.set_multi_pv(4);
    let run = search(&mut engine, Limits { searchmoves: wanted.clone(), ..Limits::depth(5) });
    assert!(run.best.is_some_and(|best| wanted.contains(&best)));
    assert!(run.reports.iter().all(|report| wanted.contains(&report.pv[0]) && report.line <= 2));
    // Moves that are not legal here are ignored; if none is left, all moves are searched.
    let foreign = Board::start().parse_uci("e2e4").expect("legal");
    let run = search(&mut engine, Limits { searchmoves: vec![foreign], ..Limits::depth(3) });
    assert!(run.best.is_some_and(|best| board(MIDDLEGAME).is_legal(best)));
}

#[test]
fn limits_combine() {
    let run = search(&mut at(MIDDLEGAME), Limits { depth: Some(40), ..Limits::nodes(20_000) });
    assert!(run.last().depth < 40 && run.last().nodes <= 20_000);
    let run = search(&mut at(MIDDLEGAME), Limits { nodes: Some(u64::MAX), ..Limits::depth(3) });
    assert_eq!(run.last().depth, 3);
}

#[test]
fn a_node_limit_is_exact_with_one_thread() {
    let mut engine = at(MIDDLEGAME);
    search(&mut engine, Limits::nodes(12_345));
    assert_eq!(engine.statistics().map(|statistics| statistics.nodes), Some(12_345));
}

#[test]
fn the_last_iteration_of_a_search_is_exact() {
    let run = search(&mut at(MIDDLEGAME), Limits::depth(6));
    assert_eq!(run.last().bound, Bound::Exact);
    assert_eq!(run.last().depth, 6);
}

#[test]
fn draws_are_recognised() {
    let drawn = [
        ("a lone bishop cannot mate", "8/8/4k3/8/8/3KB3/8/8 w - - 0 1"),
        ("the fifty moves are over after any move", "8/8/8/3k4/8/3K1R2/8/8 w - - 99 90"),
        ("the rook's pawn queens on the wrong corner for this bishop", "7k/8/8/8/7P/8/4B3/6K1 w - - 0 1"),
        ("perpetual check", "5rk1/5p2/8/7Q/8/q7/q7/7K w - - 0 1"),
    ];
    for (why, fen) in drawn {
        assert_eq!(search(&mut at(fen), Limits::depth(8)).last().score, Score::DRAW, "{why}");
    }
}

#[test]
fn a_mate_on_the_hundredth_move_is_a_mate() {
    let run = search(&mut at("7k/8/6K1/8/8/8/8/R7 w - - 99 90"), Limits::depth(4));
    assert_eq!(run.last().score, Score::mate_in(1));
}

#[test]
fn a_third_repetition_of_the_game_is_a_draw() {
    // The queen is lost unless the rook goes back and forth once more.
    let mut game = Game::from_board(board("7k/8/8/8/8/6q1/8/R6K w - - 0 1"));
    for text in ["a1a8", "h8h7", "a8a7", "h7h8", "a7a8", "h8h7", "a8a7", "h7h8"] {
        game.play(game.board().parse_uci(text).expect("legal")).expect("legal");
    }
    let mut engine = Subject::new(Engine::new());
    engine.position = Request::new(&game);
    let run = search(&mut engine, Limits::depth(6));
    assert_eq!(run.last().score, Score::DRAW);
    assert_eq!(run.best.map(|best| best.to_string()).as_deref(), Some("a7a8"));
}

/// Fails after this many evaluations.
struct Faulty(u32);

impl Evaluator for Faulty {
    fn reset(&mut self, _: &Board) {}
    fn push(&mut self, _: &Changes) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, board: &Board) -> Score {
        self.0 = self.0.checked_sub(1).expect("a fault on purpose");
        Material.evaluate(board)
    }
}

#[test]
fn a_panic_in_a_search_is_reported_and_answered_with_a_legal_move() {
    for (threads, evaluations) in [(1, 0), (1, 3000), (3, 3000)] {
        let mut engine = Subject::new(Engine::with_evaluator(move || Box::new(Faulty(evaluations))));
        engine.set_threads(threads);
        for _ in 0..2 {
            let run = search(&mut engine, Limits::depth(30));
            assert!(run.best.is_some_and(|best| Board::start().is_legal(best)));
            assert!(run.notes.iter().any(|note| note.contains("internal error")), "{:?}", run.notes);
        }
    }
}

#[test]
fn a_panic_in_an_endless_search_still_waits_for_stop() {
    let mut engine = Subject::new(Engine::with_evaluator(|| Box::new(Faulty(100))));
    let (sink, inbox) = listener();
    let job = engine.start(Limits::infinite(), sink);
    while !matches!(inbox.recv().expect("an event"), vernier_engine::Event::Note(_)) {}
    assert!(job.is_running());
    engine.stop();
    assert!(SearchRun::read(&inbox).best.is_some());
}

#[test]
fn several_threads_give_one_answer() {
    let mut engine = at(MIDDLEGAME);
    assert_eq!(engine.set_threads(4), 4);
    let run = search(&mut engine, Limits::depth(9));
    assert_eq!(run.last().pv.first(), run.best.as_ref());
    assert_eq!(engine.set_threads(0), 1);
    assert_eq!(engine.set_threads(usize::MAX), Engine::MAX_THREADS);
}

#[test]
fn an_oversized_table_is_rejected_and_the_old_one_stays() {
    let mut engine = at(MIDDLEGAME);
    let before = search(&mut engine, Limits::depth(8)).last().nodes;
    let error = engine.set_hash(usize::MAX >> 24).expect_err("no machine has that much");
    assert!(error.to_string().contains("no room"), "{error}");
    assert_ne!(search(&mut engine, Limits::depth(8)).last().nodes, before, "the old table is still there");
    engine.set_hash(1).expect("a megabyte");
    assert_eq!(search(&mut engine, Limits::depth(6)).last().depth, 6);
}
