//! The real search, with everything that prunes switched off, against searchers too simple to be wrong.

mod common;

use common::{board, search};
use vernier_chess::{Board, Color};
use vernier_engine::reference::Reference;
use vernier_engine::{Engine, Limits, Material, Parameters, Score};

const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 4 8",
    "2kr3r/ppp1qppp/2n1bn2/3p4/1b1P4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 3 12",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/1P6/8/8/8/8/1p6/4K3 w - - 0 1",
    "8/8/1p1k4/3p1p2/1P1P1P2/3K4/8/8 b - - 2 44",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 96 120",
    "8/8/8/3k4/8/3K1R2/8/8 w - - 98 90",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2",
    "3qk3/8/8/8/8/8/8/3QK3 b - - 10 30",
    "5rk1/1p3ppp/p7/2b5/4P3/2N2n1P/PPP2PP1/R3R1K1 w - - 0 21",
    "k7/8/2Q5/8/8/8/8/1K6 b - - 0 1",
    "r5k1/pp3p1p/6p1/3Q4/8/1q6/5PPP/4R1K1 b - - 0 30",
];

/// Techniques that save work but may not change the score.
const HARMLESS: [&[&str]; 6] = [
    &[],
    &["scout_windows"],
    &["tt_cutoffs"],
    &["aspiration"],
    &["mate_distance", "scout_windows", "killer_moves", "counter_moves", "quiet_history"],
    &["tt_cutoffs", "aspiration", "scout_windows", "continuation_history", "pawn_history", "capture_history"],
];

fn plain(techniques: &[&str]) -> Parameters {
    let mut parameters = Parameters::PLAIN;
    for technique in techniques {
        parameters.set(technique, 1).expect("a technique of that name");
    }
    parameters
}

/// The scores of all depths up to one.
fn scores(board: &Board, depth: u32, parameters: &Parameters) -> Vec<Score> {
    let mut engine = Engine::with_evaluator(|| Box::new(Material));
    engine.set_parameters(parameters.clone());
    engine.set_position(*board, &[]);
    let heard = search(&mut engine, Limits::depth(depth));
    heard.reports.iter().filter(|report| report.depth > 0).map(|report| report.score).collect()
}

#[test]
fn the_three_references_agree() {
    for fen in POSITIONS {
        let board = board(fen);
        for depth in 1..=2 {
            let evaluator = &mut Material;
            let negamax = Reference::new(&board, evaluator).negamax(depth);
            let minimax = Reference::new(&board, evaluator).minimax(depth);
            let white = if board.turn() == Color::White { negamax } else { -negamax };
            assert_eq!(minimax, white, "{fen} at depth {depth}");
            assert_eq!(
                Reference::new(&board, evaluator).alpha_beta(depth),
                negamax,
                "{fen} at depth {depth}"
            );
        }
    }
}

#[test]
fn without_pruning_the_search_is_minimax() {
    for fen in POSITIONS {
        let board = board(fen);
        let deepest = if board.count_moves() > 25 { 3 } else { 4 };
        let expected: Vec<Score> =
            (1..=deepest).map(|depth| Reference::new(&board, &mut Material).alpha_beta(depth)).collect();
        for techniques in HARMLESS {
            assert_eq!(scores(&board, deepest, &plain(techniques)), expected, "{fen} with {techniques:?}");
        }
    }
}

#[test]
fn without_pruning_a_mirrored_position_has_the_same_score() {
    for fen in POSITIONS {
        let board = board(fen);
        let parameters = plain(&["quiescence"]);
        assert_eq!(scores(&board, 2, &parameters), scores(&mirrored(fen), 2, &parameters), "{fen}");
    }
}

/// The position with the colors changed over.
fn mirrored(fen: &str) -> Board {
    let mut fields = fen.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let swap = |text: &str| -> String {
        let swapped =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(swapped).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    fields[2] = swap(&fields[2]);
    fields[3] = fields[3].replace('6', "x").replace('3', "6").replace('x', "3");
    board(&fields.join(" "))
}
