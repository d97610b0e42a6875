//! The laws of the evaluation, with every experiment on and off.

/// Makes two tests of each law: on positions of our own, and on the shared ones.
macro_rules! laws {
    ($($law:ident),* $(,)?) => {
        mod own {
            $(#[test] fn $law() { super::$law(&crate::evaluation::tests::positions()); })*
        }
        mod shared {
            $(
                #[test]
                #[ignore = "needs ../shared/data"]
                fn $law() { super::$law(&crate::evaluation::tests::shared_positions()); }
            )*
        }
    };
}

mod endgames;
mod laws;
mod signs;
mod spine;

use super::Weights;
use crate::{Parameters, Rng};
use vernier_chess::Board;

/// Where random games begin: openings, middlegames, endgames, castling of both styles, promotions.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/4k3/8/8/2BBK3/8/3q4 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Positions of random games.
fn positions() -> Vec<Board> {
    let mut rng = Rng::new(18);
    let mut positions = Vec::new();
    for game in 0..64 {
        let mut position = board(STARTS[game % STARTS.len()]);
        for ply in 0..160 {
            if ply % 7 == game % 7 {
                positions.push(position);
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
    assert!(positions.len() > 1_000, "{}", positions.len());
    positions
}

/// Positions of every kind: openings, middlegames, tactics, endgames.
fn shared_positions() -> Vec<Board> {
    let files = [
        "books/openings_balanced_8moves.epd",
        "books/openings_uho_4060.epd",
        "books/positions_endgames.epd",
        "sts/sts_v3.epd",
        "syzygy/endgame_large.epd",
        "tactics/wac.epd",
        "tactics/ecm98_part1.epd",
        "tactics/mate_random_2.epd",
        "tactics/mates2000.epd",
    ];
    let all: Vec<Board> =
        files.iter().flat_map(|file| lines(&shared(file))).map(|(board, _)| board).collect();
    assert_eq!(all.len(), 12_975);
    all
}

/// Endgames of our own with their results, made by the script beside the file.
const OWN_ENDGAMES: &str = include_str!("../../../tests/data/endgames.epd");

/// The text of a shared file.
fn shared(file: &str) -> String {
    let path = format!("{}/../../../shared/data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The positions of an EPD file with the rest of their lines.
fn lines(text: &str) -> Vec<(Board, String)> {
    text.lines()
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            (board(&format!("{} 0 1", fields[..4].join(" "))), fields[4..].join(" "))
        })
        .collect()
}

/// Everything as it is, and each experiment of the hand-written evaluation switched on by itself.
fn experiments() -> Vec<Parameters> {
    let is_ours = |meaning: &str| meaning.starts_with("Hand-written evaluation:");
    let switches = Parameters::TABLE.iter().filter(|parameter| is_ours(parameter.meaning));
    let mut all = vec![Parameters::DEFAULT];
    all.extend(switches.map(|switch| {
        let mut parameters = Parameters::DEFAULT;
        parameters.set(switch.name, 1).expect("a switch");
        parameters
    }));
    assert_eq!(all.len(), 8);
    all
}

/// The weights of each of these.
fn weights() -> Vec<Weights> {
    experiments().iter().map(|parameters| Weights::DEFAULT.with_experiments(parameters)).collect()
}

/// Composed problems may have more pieces than a game can give.
fn board(fen: &str) -> Board {
    Board::mend_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).board
}
