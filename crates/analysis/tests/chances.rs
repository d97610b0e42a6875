//! A report shows the chances of games at a clock, and its marks have a scale of their own.

use std::time::Duration;
use vernier_analysis::{Mark, MoveReport, Question, Settings, annotate};
use vernier_chess::pgn::GameTree;
use vernier_chess::{Board, Color};
use vernier_engine::{Bound, Chances, Report, Score, WinCurve};

/// The report of 1.f3 if 1.e4 has this score, and the reply to f3 that one.
fn report_of_f3(best: Score, reply: Score) -> MoveReport {
    let line = |board: &Board, word: &str, score: Score| Report {
        depth: 10,
        selective_depth: 10,
        line: 1,
        score,
        bound: Bound::Exact,
        nodes: 1_000,
        elapsed: Duration::from_millis(1),
        hashfull: 0,
        tablebase_hits: 0,
        pv: vec![board.parse_uci(word).expect("a move")],
    };
    let mut think = |Question { board, .. }: &Question| {
        Some(vec![match board.turn() {
            Color::White => line(board, "e2e4", best),
            Color::Black => line(board, "e7e5", reply),
        }])
    };
    let mut tree = GameTree::new(Board::start());
    tree.add(None, Board::start().parse_uci("f2f3").expect("a move")).expect("legal");
    annotate(&tree, &Settings::default(), &mut think, &mut |_| {}).expect("a report").moves.remove(0)
}

#[test]
fn chances_are_those_of_games_at_a_clock() {
    let report = report_of_f3(Score(30), Score(50));
    let board: Board = report.fen.parse().expect("a position");
    let Chances { win, draw, loss } = WinCurve::timed(&board).chances(Score(50));
    // Black is to move, and chances are White's.
    assert_eq!((report.chances.win, report.chances.draw, report.chances.loss), (loss, draw, win));
    assert!(draw > 400, "{draw}");
}

#[test]
fn marks_keep_the_scale_of_self_play() {
    let report = report_of_f3(Score(30), Score(50));
    // By the chances that are shown it would be a blunder.
    assert!((report.loss - 12.85).abs() < 1e-9, "{}", report.loss);
    assert_eq!(report.mark, Some(Mark::Mistake));
}
