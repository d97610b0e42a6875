//! What the tests of this crate share: seeded random positions, a slow model of the rules of chess, and the test data that
//! lies beside the checkout.

#![allow(dead_code)] // Each test file uses its own part.

pub mod games;
pub mod model;

use vernier_chess::{Board, Color, MoveKind, Piece, Rng, Role, Square};

/// The perft suites of the shared data with the number of their lines.
pub const PERFT_SUITES: &[(&str, usize)] = &[
    ("perft/standard.epd", 125),
    ("perft/tricky.epd", 96),
    ("perft/enpassant.epd", 500),
    ("perft/single_check.epd", 300),
    ("perft/double_check.epd", 184),
    ("perft/chess960.epd", 960),
    ("perft/chess960_tricky.epd", 25),
    ("perft/dfrc.epd", 140),
];

/// Positions where rules meet: pins against en passant, crowded castling, promotions everywhere.
pub const TRICKY: [&str; 26] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    // En passant that would open a rank, a diagonal or a file to the king, and pushes that check.
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1",
    "7b/8/8/3pP3/8/2K5/8/7k w - d6 0 1",
    "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "3k4/8/8/8/2pPp3/8/8/3RK3 b - d3 0 1",
    "8/8/4b3/8/1pP5/k7/8/K7 b - c3 0 1",
    // A king that stood in check by another pawn before the push, which taking en passant does not answer.
    "4k3/8/8/1p3pP1/2K5/8/8/8 w - f6 0 1",
    // En passant that uncovers a check, along a diagonal and along a rank.
    "6k1/8/8/3pP3/8/1B6/8/4K3 w - d6 0 1",
    "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1",
    // Chess960: the rook shields the king, neither or only one moves, they swap, attacks pass through the rook.
    "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",
    "4k3/8/8/8/8/8/8/r1R1K3 w C - 0 1",
    "4k3/8/8/8/8/8/8/5KRr w G - 0 1",
    "4k3/8/8/8/8/8/8/R1K4R w AH - 0 1",
    "4k3/8/8/8/8/8/8/RRK4R w BH - 0 1",
    "2r1k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1",
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w ACac - 0 1",
    "1k3r2/8/8/8/8/8/8/q1RK1R2 w CF - 0 1",
    // 218 legal moves; a double check.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/8/1b6/5n2/8/R3K2R w KQ - 0 1",
];

/// A back rank of Chess960: bishops on both colors, the king between the rooks.
fn back_rank(random: &mut Rng) -> String {
    loop {
        let mut letters = *b"rnbqkbnr";
        for last in (1..8).rev() {
            letters.swap(last, random.below(last + 1));
        }
        let text = String::from_utf8_lossy(&letters).into_owned();
        let (Some(left), Some(right)) = (text.find('b'), text.rfind('b')) else { continue };
        let (Some(king), Some(first), Some(last)) = (text.find('k'), text.find('r'), text.rfind('r')) else {
            continue;
        };
        if left % 2 != right % 2 && first < king && king < last {
            return text;
        }
    }
}

/// A start position of double Chess960, with the castling rooks named by their files.
fn shuffled_start(random: &mut Rng) -> Board {
    let (white, black) = (back_rank(random).to_uppercase(), back_rank(random));
    let files = |rank: &str, base: u8| -> String {
        let rooks = rank.char_indices().filter(|(_, letter)| letter.eq_ignore_ascii_case(&'r'));
        rooks.map(|(file, _)| char::from(base + file as u8)).collect()
    };
    let rights = files(&white, b'A') + &files(&black, b'a');
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights} - 0 1");
    fen.parse().expect("a start position is legal")
}

/// A position to begin a game from.
fn start(random: &mut Rng) -> Board {
    match random.below(3) {
        0 => Board::start(),
        1 => shuffled_start(random),
        _ => Board::mend_fen(random.pick(&TRICKY)).expect("a tricky position is legal").board,
    }
}

/// Plays one random game and shows each position on the way. Castling, double pushes, en passant and promotions are
/// played more often than they would come by themselves.
fn walk_once(random: &mut Rng, plies: usize, mut visit: impl FnMut(&Board)) {
    let mut board = start(random);
    visit(&board);
    for _ in 0..plies {
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        if random.below(3) == 0 {
            let rare = |kind| !matches!(kind, MoveKind::Quiet | MoveKind::Capture);
            if moves.iter().any(|mv| rare(mv.kind())) {
                moves.retain(|mv| rare(mv.kind()));
            }
        }
        board = board.play(random.pick(&moves));
        visit(&board);
    }
}

/// Every position of this many random games from start positions of every kind; the seed decides all.
pub fn positions(seed: u64, games: usize) -> Vec<Board> {
    let (mut random, mut positions) = (Rng::new(seed), Vec::new());
    for _ in 0..games {
        walk_once(&mut random, 80, |board| positions.push(*board));
    }
    assert!(positions.len() > games * 20, "the games are long enough to be worth it");
    assert!(positions.iter().any(|board| board.turn() == Color::Black && board.in_check()));
    positions
}

/// So many positions of random games, far apart from each other.
pub fn random_boards(count: usize, seed: u64) -> Vec<Board> {
    let mut random = Rng::new(seed);
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let (until, mut last) = (random.below(80), None);
        walk_once(&mut random, until, |board| last = Some(*board));
        boards.extend(last);
    }
    boards
}

/// The text of a file of the data that lies beside the checkout. Tests that need it are ignored unless asked for.
pub fn data(path: &str) -> String {
    String::from_utf8(data_bytes(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The bytes of such a file.
pub fn data_bytes(path: &str) -> Vec<u8> {
    let file = format!("{}/../../../shared/data/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Panics unless two boards are the same in everything, the en passant square of a pinned pawn included, which
/// only the Polyglot key sees.
#[track_caller]
pub fn assert_identical(left: &Board, right: &Board) {
    assert_eq!(left, right);
    let sets = |board: &Board| {
        Color::ALL
            .map(|color| Role::ALL.map(|role| board.pieces(color, role)))
            .map(|sets| (sets, board.occupied()))
    };
    assert_eq!(
        (sets(left), left.key(), left.polyglot_key()),
        (sets(right), right.key(), right.polyglot_key())
    );
}

/// Panics unless what a board keeps up to date equals what a fresh one computes.
#[track_caller]
pub fn assert_consistent(board: &Board) {
    let fresh = board.setup().mend().unwrap_or_else(|error| panic!("{board}: {error}")).board;
    assert_eq!(*board, fresh);
    assert_eq!(board.key(), fresh.key(), "{board}");
    for color in Color::ALL {
        for role in Role::ALL {
            let from_squares = Square::ALL
                .into_iter()
                .filter(|square| board.piece_at(*square) == Some(Piece::new(color, role)));
            assert_eq!(board.pieces(color, role), from_squares.collect(), "{board}");
        }
    }
}
