//! The policy network says the same on every processor and in the trainer, and bad files are refused.

use vernier_chess::{Board, Move};
use vernier_nnue::Kernel;
use vernier_nnue::feature::View;
use vernier_nnue::policy::output::Rows;
use vernier_nnue::policy::{PolicyError, PolicyNetwork, input};

fn logits(network: &PolicyNetwork, board: &Board) -> Vec<i32> {
    let moves = board.legal_moves();
    let mut out = vec![0; moves.len()];
    network.logits(board, &moves, &mut out);
    out
}

/// Positions of a few random games.
fn positions() -> Vec<Board> {
    let mut state = 7u64;
    let mut found = Vec::new();
    for game in 0..20 {
        let mut board =
            if game % 2 == 0 { Board::start() } else { Board::chess960(48 * game).expect("below 960") };
        for _ in 0..120 {
            let moves: Vec<Move> = board.legal_moves().iter().copied().collect();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            board = board.play(moves[(state >> 33) as usize % moves.len()]);
            found.push(board);
        }
    }
    found.push("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1".parse().expect("legal"));
    found
}

#[test]
fn all_kernels_agree() {
    for hidden in [128, 256, 512] {
        let network = PolicyNetwork::random(hidden, 5).expect("the shape is fine");
        let scalar = network.clone().with_kernel(Kernel::available()[0]);
        let mut compared = 0;
        for board in positions() {
            let truth = logits(&scalar, &board);
            for kernel in Kernel::available() {
                assert_eq!(
                    logits(&network.clone().with_kernel(kernel), &board),
                    truth,
                    "{kernel} on {board}"
                );
            }
            compared += truth.len();
        }
        assert!(compared > 30_000, "{compared} moves");
    }
}

#[test]
fn swapping_colors_and_mirroring_files_changes_nothing() {
    let network = PolicyNetwork::random(256, 9).expect("the shape is fine");
    let sorted = |fen: &str| {
        let mut found = logits(&network, &fen.parse().expect("legal"));
        found.sort_unstable();
        found
    };
    let white = sorted("r1bq1rk1/ppp2ppp/2n5/3np3/1b6/2N1PN2/PPPB1PPP/R2QKB1R w - - 2 7");
    assert_eq!(white, sorted("r2qkb1r/pppb1ppp/2n1pn2/1B6/3NP3/2N5/PPP2PPP/R1BQ1RK1 b - - 2 7"));
    // The first position with every file mirrored.
    assert_eq!(white, sorted("1kr1qb1r/ppp2ppp/5n2/3pn3/6b1/2NP1N2/PPP1BPPP/R1BKQ2R w - - 2 7"));
}

#[test]
fn files_round_trip_and_damage_is_detected() {
    let network = PolicyNetwork::random(128, 1).expect("the shape is fine");
    let bytes = network.to_bytes();
    assert_eq!(PolicyNetwork::from_bytes(&bytes).expect("what was written").to_bytes(), bytes);
    let read = |bytes: &[u8]| PolicyNetwork::from_bytes(bytes).map(drop);
    for place in [20, 30, 50, 64, 1_000, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert_eq!(read(&damaged), Err(PolicyError::Checksum), "byte {place}");
    }
    assert_eq!(read(b"VERNIERN"), Err(PolicyError::Foreign));
    assert_eq!(read(&[]), Err(PolicyError::Foreign));
    assert!(matches!(read(&bytes[..40]), Err(PolicyError::Length { .. })));
    assert!(matches!(read(&bytes[..bytes.len() - 1]), Err(PolicyError::Length { .. })));
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert_eq!(read(&newer), Err(PolicyError::Version(2)));
    let mut wide = bytes.clone();
    wide[11] = 40;
    assert!(matches!(read(&wide), Err(PolicyError::Shape { field: "hidden", .. })));
    assert!(matches!(
        PolicyNetwork::random(100, 1).map(drop),
        Err(PolicyError::Shape { field: "hidden", value: 100 })
    ));
}

/// A line of `policy.golden.tsv`.
fn check_golden(networks: &[PolicyNetwork], line: &str) {
    let fields: Vec<&str> = line.split('\t').collect();
    let [fen, inputs, moves] = fields[..] else { panic!("three columns: {line}") };
    let board: Board = fen.parse().expect("a position");
    let mut seen: Vec<usize> = input::active(&board).collect();
    seen.sort_unstable();
    let expected: Vec<usize> = inputs.split(',').map(|number| number.parse().expect("an input")).collect();
    assert_eq!(seen, expected, "{board}");
    let view = View::of(&board, board.turn());
    for network in networks {
        let mut found: Vec<String> = board
            .legal_moves()
            .iter()
            .zip(logits(network, &board))
            .map(|(mv, logit)| (Rows::of(&board, view, *mv), logit))
            .map(|(rows, logit)| format!("{}:{}:{logit}", rows.place, rows.character))
            .collect();
        let mut expected: Vec<String> = moves.split(',').map(str::to_owned).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{board} by {}", network.kernel());
    }
}

#[test]
fn python_and_every_kernel_agree() {
    let network = PolicyNetwork::from_bytes(include_bytes!("../../engine/nets/policy.nnue"))
        .expect("written by the trainer");
    let networks: Vec<PolicyNetwork> =
        Kernel::available().into_iter().map(|kernel| network.clone().with_kernel(kernel)).collect();
    let lines: Vec<&str> = include_str!("../../engine/nets/policy.golden.tsv").lines().skip(1).collect();
    assert_eq!(lines.len(), 64);
    lines.into_iter().for_each(|line| check_golden(&networks, line));
}
