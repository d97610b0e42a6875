//! Mates in N are found with the right distance, and the lines shown are complete.

mod common;

use common::{Subject, data, search};
use vernier_chess::Board;
use vernier_engine::{Engine, Limits, Request, Score, Verdict};

/// Positions with the number of moves to mate, from a file of the shared data.
fn positions(name: &str) -> Vec<(Board, i32)> {
    let text = data(&format!("tactics/{name}.epd"));
    text.lines()
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            let distance = line.split("dm ").nth(1).and_then(|rest| rest.split(';').next());
            let distance = distance.and_then(|text| text.trim().parse().ok()).expect("a distance to mate");
            (format!("{} 0 1", fields.join(" ")).parse().expect("a legal position"), distance)
        })
        .collect()
}

/// Searches every `step`-th position of a file until the mate is found, and checks distance and line.
fn check(name: &str, step: usize, expected: usize) {
    let mut engine = Subject::new(Engine::new());
    let mut found = 0;
    for (board, distance) in positions(name).into_iter().step_by(step) {
        engine.new_game();
        engine.position = Request::new(board);
        let limits =
            Limits { mate: Some(distance.unsigned_abs()), nodes: Some(12_000_000), ..Limits::default() };
        let run = search(&mut engine, limits);
        let report = run.last();
        assert_eq!(report.score.verdict(), Verdict::Mate(distance), "{board}");
        assert_eq!(report.pv.len(), 2 * distance as usize - 1, "{board}: {:?}", report.pv);
        assert_eq!(report.pv.first(), run.best.as_ref());
        let end = report.pv.iter().fold(board, |board, mv| {
            assert!(board.is_legal(*mv), "{mv} in {board}");
            board.play(*mv)
        });
        assert!(end.is_checkmate(), "{board}: {:?}", report.pv);
        found += 1;
    }
    assert_eq!(found, expected, "positions of {name}");
}

#[test]
#[ignore = "needs ../shared/data"]
fn mates_in_one() {
    check("mate_in_1", 1, 64);
}

#[test]
#[ignore = "needs ../shared/data"]
fn mates_in_two() {
    check("mate_in_2", 3, 50);
}

#[test]
#[ignore = "needs ../shared/data"]
fn mates_in_three() {
    check("mate_in_3", 5, 20);
}

#[test]
#[ignore = "needs ../shared/data"]
fn mates_in_four() {
    check("mate_in_4", 10, 8);
}

#[test]
fn short_mates_are_found_with_their_distance_and_whole_line() {
    for (fen, distance) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
        ("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 2),
    ] {
        let board: Board = fen.parse().expect("a legal position");
        let answer =
            Subject::new(Engine::new()).search(Request::new(board).limits(Limits::depth(10)), |_| ());
        let end = answer.pv().iter().fold(board, |board, mv| board.play(*mv));
        let verdict = answer.score().map(Score::verdict);
        assert_eq!((verdict, end.is_checkmate()), (Some(Verdict::Mate(distance)), true), "{fen}");
        assert_eq!(answer.pv().len(), 2 * distance as usize - 1, "{fen}");
    }
}

/// A search may be stopped between finding a mate and finding its moves; they are still shown.
#[test]
fn mates_found_at_the_last_moment_are_shown_whole() {
    let (mut engine, mut mates) = (Subject::new(Engine::new()), 0);
    for fen in [
        "8/8/8/5q2/1K4k1/r7/8/8 b - - 9 74",
        "7Q/pp2R3/q2B1nk1/P2p2r1/3P4/2Pb1P2/1P4P1/4R1K1 w - - 1 37",
        "8/k7/4N3/4QK2/8/1P6/8/8 w - - 1 61",
        "8/3k3R/8/3K4/8/8/8/8 b - - 16 81",
    ] {
        let board: Board = fen.parse().expect("a legal position");
        for nodes in (500..8_000).step_by(100) {
            engine.new_game();
            engine.position = Request::new(board);
            for report in search(&mut engine, Limits::nodes(nodes)).reports {
                let Verdict::Mate(distance) = report.score.verdict() else { continue };
                let end = report.pv.iter().fold(board, |board, mv| board.play(*mv));
                assert!(end.is_checkmate(), "{fen}, {nodes} nodes: {:?}", report.pv);
                let plies = if distance > 0 { 2 * distance - 1 } else { -2 * distance };
                assert_eq!(report.pv.len(), plies as usize, "{fen}, {nodes} nodes: {:?}", report.pv);
                mates += 1;
            }
        }
    }
    assert!(mates > 200, "{mates} mates");
}
