//! Mates in N are found with the right distance, and the lines shown are complete.

mod common;

use common::search;
use std::fs;
use vernier_chess::Board;
use vernier_engine::{Engine, Limits, Verdict};

/// Positions with the number of moves to mate, from a file of the shared data; none if the data is not there.
fn positions(name: &str) -> Vec<(Board, i32)> {
    let path = format!("{}/../../../shared/data/tactics/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = fs::read_to_string(&path) else {
        println!("{path} is not there; nothing tested");
        return Vec::new();
    };
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
    let mut engine = Engine::new();
    let mut found = 0;
    for (board, distance) in positions(name).into_iter().step_by(step) {
        engine.new_game();
        engine.set_position(board, &[]);
        let limits =
            Limits { mate: Some(distance.unsigned_abs()), nodes: Some(6_000_000), ..Limits::default() };
        let heard = search(&mut engine, limits);
        let report = heard.last();
        assert_eq!(report.score.verdict(), Verdict::Mate(distance), "{board}");
        assert_eq!(report.pv.len(), 2 * distance as usize - 1, "{board}: {:?}", report.pv);
        assert_eq!(report.pv.first(), heard.best.as_ref());
        let end = report.pv.iter().fold(board, |board, mv| {
            assert!(board.is_legal(*mv), "{mv} in {board}");
            board.play(*mv)
        });
        assert!(end.is_checkmate(), "{board}: {:?}", report.pv);
        found += 1;
    }
    assert!(found == 0 || found == expected, "{found} positions of {name}");
}

#[test]
fn mates_in_one() {
    check("mate_in_1", 1, 64);
}

#[test]
fn mates_in_two() {
    check("mate_in_2", 3, 50);
}

#[test]
fn mates_in_three() {
    check("mate_in_3", 5, 20);
}

#[test]
fn mates_in_four() {
    check("mate_in_4", 10, 8);
}
