//! Perft against known counts: whole suites within a budget of nodes, and every way of counting.

mod common;

use common::{data, positions};
use vernier_chess::{Board, Perft, perft, perft_pseudo_legal};

/// Counts above this are left to `vernier perft --suite`.
const BUDGET: u64 = 1_000_000;

/// Checks every count of a suite that is within the budget; returns how many positions and counts that were.
fn run_suite(text: &str) -> (usize, usize) {
    let (mut positions, mut counts) = (0, 0);
    for line in text.lines() {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap();
        let board = Board::mend_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).board;
        positions += 1;
        for field in fields {
            let (depth, leaves) = field.strip_prefix('D').and_then(|field| field.split_once(' ')).unwrap();
            let (depth, leaves): (u32, u64) = (depth.parse().unwrap(), leaves.parse().unwrap());
            if leaves <= BUDGET {
                assert_eq!(perft(&board, depth), leaves, "depth {depth} of {fen}");
                counts += 1;
            }
        }
    }
    (positions, counts)
}

macro_rules! suites {
    ($($name:ident: $positions:literal positions, $counts:literal counts;)*) => {
        $(
            #[test]
            #[ignore = "needs ../shared/data"]
            fn $name() {
                let name = concat!(stringify!($name), ".epd");
                assert_eq!(run_suite(&data(&format!("perft/{name}"))), ($positions, $counts));
            }
        )*
    };
}

suites! {
    standard: 125 positions, 669 counts;
    tricky: 96 positions, 436 counts;
    chess960: 960 positions, 3771 counts;
    chess960_tricky: 25 positions, 108 counts;
    dfrc: 140 positions, 530 counts;
    enpassant: 500 positions, 1648 counts;
    single_check: 300 positions, 1200 counts;
    double_check: 184 positions, 736 counts;
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
/// Each side always has exactly one move.
const LOCKED: &str = "k1b5/1p1p4/1P1P4/8/8/4p1p1/4P1P1/5B1K w - - 0 1";

#[test]
fn all_ways_of_counting_agree() {
    for (fen, counts) in [(KIWIPETE, [1, 48, 2_039, 97_862]), (PROMOTIONS, [1, 24, 496, 9_483])] {
        let board: Board = fen.parse().unwrap();
        for (depth, expected) in (0..).zip(counts) {
            assert_eq!(perft(&board, depth), expected);
            assert_eq!(perft_pseudo_legal(&board, depth), expected);
            for (threads, hash_mb) in [(0, 0), (1, 0), (1, 1), (3, 0), (3, 1), (1000, 1)] {
                let count = Perft::new(depth).threads(threads).hash_mb(hash_mb);
                assert_eq!(count.run(&board), expected, "{count:?} of {fen}");
                let divide = count.divide(&board);
                let moves: Vec<_> = divide.iter().map(|(mv, _)| *mv).collect();
                assert_eq!(moves.len(), if depth == 0 { 0 } else { board.legal_moves().len() });
                for (mv, leaves) in divide {
                    assert_eq!(leaves, perft(&board.play(mv), depth - 1), "{count:?} after {mv}");
                }
            }
        }
    }
}

#[test]
fn a_small_table_shared_by_threads_stays_right() {
    // One megabyte for far more positions than it holds: entries are overwritten all the time.
    let board: Board = PROMOTIONS.parse().unwrap();
    assert_eq!(Perft::new(5).hash_mb(1).threads(4).run(&board), 3_605_103);
    assert_eq!(Perft::new(5).hash_mb(1).run(&board), 3_605_103);
}

#[test]
fn mate_and_stalemate_have_no_leaves() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"] {
        let board: Board = fen.parse().unwrap();
        for depth in 1..5 {
            assert_eq!(Perft::new(depth).threads(2).hash_mb(1).run(&board), 0);
            assert_eq!(perft(&board, depth), 0);
        }
        assert!(Perft::new(1).divide(&board).is_empty());
    }
}

#[test]
fn any_depth_fits_the_stack() {
    let board: Board = LOCKED.parse().unwrap();
    assert_eq!(perft(&board, 100_000), 1);
    assert_eq!(Perft::new(100_000).hash_mb(1).run(&board), 1);
    assert_eq!(Perft::new(100_000).threads(2).run(&board), 1);
}

#[test]
fn counts_beyond_64_bits_stop_at_the_largest() {
    let board: Board = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    assert_eq!(Perft::new(40).hash_mb(16).run(&board), u64::MAX);
    assert_eq!(Perft::new(40).hash_mb(16).threads(2).run(&board), u64::MAX);
}

#[test]
fn counting_two_plies_at_once_equals_counting_replies() {
    for board in positions(29, 400) {
        let replies: usize = board.legal_moves().iter().map(|mv| board.play(*mv).count_moves()).sum();
        assert_eq!(perft(&board, 2), replies as u64, "{board}");
    }
}
