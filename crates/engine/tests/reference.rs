//! The real search, with everything that prunes switched off, against searchers too simple to be wrong.

mod common;

use common::{Subject, board, search};
use vernier_chess::{Board, Color};
use vernier_engine::evaluation::HandcraftedEval;
use vernier_engine::reference::Reference;
use vernier_engine::{Engine, Limits, Material, Parameters, Request, Score};

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
    let mut engine = Subject::new(Engine::with_evaluator(|| Box::new(Material)));
    engine.set_parameters(parameters.clone());
    engine.position = Request::new(*board);
    let run = search(&mut engine, Limits::depth(depth));
    run.reports.iter().filter(|report| report.depth > 0).map(|report| report.score).collect()
}

#[test]
fn the_three_references_agree() {
    for fen in POSITIONS {
        let board = board(fen);
        for depth in 1..=4 {
            let evaluator = &mut Material;
            let negamax = Reference::new(&board, evaluator).negamax(depth);
            let minimax = Reference::new(&board, evaluator).minimax(depth);
            let white = if board.turn() == Color::White { negamax } else { -negamax };
            assert_eq!(minimax, white, "{fen} at depth {depth}");
            let alpha_beta = Reference::new(&board, evaluator).alpha_beta(depth);
            assert_eq!(alpha_beta, negamax, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn without_pruning_the_search_is_minimax() {
    for fen in POSITIONS {
        let board = board(fen);
        let expected: Vec<Score> =
            (1..=4).map(|depth| Reference::new(&board, &mut Material).alpha_beta(depth)).collect();
        for techniques in HARMLESS {
            assert_eq!(scores(&board, 4, &plain(techniques)), expected, "{fen} with {techniques:?}");
        }
    }
}

/// Nodes to depth 5 from the start with these techniques alone.
fn nodes(techniques: &[&str], hash: usize) -> u64 {
    let mut engine = Engine::with_evaluator(|| Box::new(HandcraftedEval::default()));
    engine.set_hash(hash).expect("a few megabytes");
    engine.set_parameters(plain(techniques));
    engine.search(Request::new(Board::start()).limits(Limits::depth(5)), |_| ()).nodes
}

#[test]
fn every_technique_works_in_a_plain_alpha_beta_search() {
    let chain = [
        &["quiescence"][..],
        &["quiescence", "tt_cutoffs"],
        &["quiescence", "tt_cutoffs", "tt_moves"],
        &["quiescence", "tt_cutoffs", "tt_moves", "null_move"],
        &["quiescence", "tt_cutoffs", "tt_moves", "null_move", "late_move_reduction"],
        &["quiescence", "tt_cutoffs", "tt_moves", "null_move", "late_move_reduction", "aspiration"],
        &["quiescence", "tt_cutoffs", "tt_moves", "null_move", "late_move_reduction", "scout_windows"],
    ];
    let counts = chain.map(|techniques| nodes(techniques, 16));
    for (index, count) in counts.iter().enumerate() {
        assert!(!counts[..index].contains(count), "{:?} changes nothing: {counts:?}", chain[index]);
    }
    assert!(counts[1] < counts[0] && counts[3] < counts[2] && counts[4] < counts[3], "{counts:?}");
}

#[test]
fn the_base_of_the_chain_does_not_use_the_table() {
    let base = ["quiescence", "killer_moves", "quiet_history"];
    assert_eq!(nodes(&base, 1), nodes(&base, 64));
    assert_ne!(nodes(&[&base[..], &["tt_moves"]].concat(), 16), nodes(&base, 16));
}

#[test]
fn every_ordering_switch_changes_the_tree() {
    let base = ["quiescence", "killer_moves"];
    let without = nodes(&base, 16);
    for switch in ["second_killer", "least_attackers", "quiet_history", "counter_moves"] {
        assert_ne!(nodes(&[&base[..], &[switch]].concat(), 16), without, "{switch}");
    }
}

/// Score and nodes with an aspiration window of that share of the score and that many points, from that depth on.
fn aspire(share: i32, window: i32, depth: i32) -> (Option<Score>, u64) {
    let mut parameters = plain(&["quiescence", "aspiration", "scout_windows", "tt_moves"]);
    for (name, value) in [
        ("aspiration_depth", depth),
        ("aspiration_share", share),
        ("aspiration_window", window),
        ("aspiration_growth", 10),
    ] {
        parameters.set(name, value).expect("in range");
    }
    let mut engine = Engine::with_evaluator(|| Box::new(HandcraftedEval::default()));
    engine.set_parameters(parameters);
    let board = board("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 4 8");
    let answer = engine.search(Request::new(board).limits(Limits::depth(5)), |_| ());
    (answer.score(), answer.nodes)
}

#[test]
fn aspiration_windows_have_the_share_the_points_and_the_depth_they_are_given() {
    // The narrowest window of all still ends, and every window finds the same score.
    let (score, nodes) = aspire(0, 0, 1);
    for (share, window, depth, what) in
        [(100, 0, 1, "the share"), (0, 60, 1, "the points"), (0, 0, 5, "the depth")]
    {
        let (found, taken) = aspire(share, window, depth);
        assert_eq!(found, score, "{what}");
        assert_ne!(taken, nodes, "{what} alone changes the search");
    }
}

#[test]
fn without_pruning_a_mirrored_position_has_the_same_score() {
    for fen in POSITIONS {
        let board = board(fen);
        let parameters = plain(&["quiescence"]);
        assert_eq!(scores(&board, 2, &parameters), scores(&board.mirrored(), 2, &parameters), "{fen}");
    }
}
