//! This library beside the other chess libraries in Rust: `cargo bench -p vernier-chess` prints one table.
//!
//! Every library does the same work in the way that is fastest and natural for it. The libraries take turns within
//! each round, so that whatever else the machine does hits all of them; time in which another program had the CPU does
//! not count, and the best of the rounds does.

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::str::FromStr;

const ROUNDS: usize = 21;
/// How often a FEN is read in one measurement.
const READINGS: u64 = 2_000;

/// A library and how it does each kind of work.
struct Library {
    name: &'static str,
    /// Counts leaves, the last ply without playing it.
    bulk: fn(&str, u32) -> u64,
    /// Counts leaves, every move played (and taken back, where the library can).
    played: fn(&str, u32) -> u64,
    /// Reads a FEN so many times; gives that number back.
    setup: fn(&str, u64) -> u64,
}

/// The first is measured, the second is what it is measured against.
const LIBRARIES: [Library; 4] = [
    Library { name: "vernier-chess", bulk: vernier::bulk, played: vernier::played, setup: vernier::setup },
    Library { name: "cozy-chess", bulk: cozy::bulk, played: cozy::played, setup: cozy::setup },
    Library { name: "chess", bulk: jordan::bulk, played: jordan::played, setup: jordan::setup },
    Library { name: "shakmaty", bulk: shak::bulk, played: shak::played, setup: shak::setup },
];

/// A position with a depth for each walk and the leaves that each must find.
struct Position {
    name: &'static str,
    fen: &'static str,
    bulk: (u32, u64),
    played: (u32, u64),
}

const POSITIONS: [Position; 6] = [
    Position {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        bulk: (5, 4_865_609),
        played: (4, 197_281),
    },
    Position {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        bulk: (4, 4_085_603),
        played: (3, 97_862),
    },
    Position {
        name: "endgame",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        bulk: (5, 674_624),
        played: (5, 674_624),
    },
    Position {
        name: "promotions",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        bulk: (5, 15_833_292),
        played: (4, 422_333),
    },
    Position {
        name: "discovered",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        bulk: (4, 2_103_487),
        played: (3, 62_379),
    },
    Position {
        name: "middlegame",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        bulk: (4, 3_894_594),
        played: (3, 89_890),
    },
];

/// One leaf, whose position the compiler must really have made.
fn leaf<B>(board: &B) -> u64 {
    black_box(board);
    1
}

mod vernier {
    use vernier_chess::{Board, perft};

    fn board(fen: &str) -> Board {
        fen.parse().expect("a legal position")
    }

    pub fn bulk(fen: &str, depth: u32) -> u64 {
        perft(&board(fen), depth)
    }

    pub fn played(fen: &str, depth: u32) -> u64 {
        walk(&mut board(fen), depth)
    }

    fn walk(board: &mut Board, depth: u32) -> u64 {
        let mut leaves = 0;
        for mv in board.legal_moves() {
            let undo = board.make(mv);
            leaves += if depth == 1 { super::leaf(board) } else { walk(board, depth - 1) };
            board.unmake(mv, undo);
        }
        leaves
    }

    pub fn setup(fen: &str, times: u64) -> u64 {
        super::repeat(times, || board(super::black_box(fen)))
    }
}

mod cozy {
    use cozy_chess::Board;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen, false).expect("a legal position")
    }

    pub fn bulk(fen: &str, depth: u32) -> u64 {
        counted(&board(fen), depth)
    }

    fn counted(board: &Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                leaves += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    leaves += counted(&next, depth - 1);
                }
            }
            false
        });
        leaves
    }

    pub fn played(fen: &str, depth: u32) -> u64 {
        walk(&board(fen), depth)
    }

    fn walk(board: &Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += if depth == 1 { super::leaf(&next) } else { walk(&next, depth - 1) };
            }
            false
        });
        leaves
    }

    pub fn setup(fen: &str, times: u64) -> u64 {
        super::repeat(times, || board(super::black_box(fen)))
    }
}

/// The crate that is simply called `chess`.
mod jordan {
    use super::FromStr;
    use chess::{Board, MoveGen};

    fn board(fen: &str) -> Board {
        Board::from_str(fen).expect("a legal position")
    }

    pub fn bulk(fen: &str, depth: u32) -> u64 {
        MoveGen::movegen_perft_test(&board(fen), depth as usize) as u64
    }

    pub fn played(fen: &str, depth: u32) -> u64 {
        walk(&board(fen), depth)
    }

    fn walk(board: &Board, depth: u32) -> u64 {
        let after = |mv| {
            let next = board.make_move_new(mv);
            if depth == 1 { super::leaf(&next) } else { walk(&next, depth - 1) }
        };
        MoveGen::new_legal(board).map(after).sum()
    }

    pub fn setup(fen: &str, times: u64) -> u64 {
        super::repeat(times, || board(super::black_box(fen)))
    }
}

mod shak {
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

    fn board(fen: &str) -> Chess {
        let setup: Fen = fen.parse().expect("a position");
        setup.into_position(CastlingMode::Standard).expect("a legal position")
    }

    pub fn bulk(fen: &str, depth: u32) -> u64 {
        counted(&board(fen), depth)
    }

    fn counted(board: &Chess, depth: u32) -> u64 {
        let moves = board.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|mv| counted(&after(board, mv), depth - 1)).sum()
    }

    pub fn played(fen: &str, depth: u32) -> u64 {
        walk(&board(fen), depth)
    }

    fn walk(board: &Chess, depth: u32) -> u64 {
        let after = |mv| {
            let next = after(board, mv);
            if depth == 1 { super::leaf(&next) } else { walk(&next, depth - 1) }
        };
        board.legal_moves().into_iter().map(after).sum()
    }

    fn after(board: &Chess, mv: shakmaty::Move) -> Chess {
        let mut next = board.clone();
        next.play_unchecked(mv);
        next
    }

    pub fn setup(fen: &str, times: u64) -> u64 {
        super::repeat(times, || board(super::black_box(fen)))
    }
}

/// Does it so many times and keeps the optimiser from seeing that nobody looks.
fn repeat<T>(times: u64, work: impl Fn() -> T) -> u64 {
    for _ in 0..times {
        black_box(work());
    }
    times
}

/// Millions a second, best of the rounds, of each library.
fn speeds(expected: u64, work: impl Fn(&Library) -> u64) -> [f64; LIBRARIES.len()] {
    let mut best = [0.0f64; LIBRARIES.len()];
    for _ in 0..ROUNDS {
        for (library, best) in LIBRARIES.iter().zip(&mut best) {
            let start = ThreadTime::now();
            let done = black_box(work(library));
            let seconds = start.elapsed().as_secs_f64();
            assert_eq!(done, expected, "{} counts wrong", library.name);
            *best = best.max(done as f64 / seconds / 1e6);
        }
    }
    best
}

fn print_row(name: &str, cells: [f64; LIBRARIES.len()], unit: &str) {
    print!("{name:<36}");
    for cell in cells {
        print!("{cell:>14.2}{unit}");
    }
    println!();
}

/// Prints one kind of work: a row a position, the geometric mean, and that mean against the second library.
fn measure(title: &str, work: impl Fn(&Library, &Position) -> u64, expected: impl Fn(&Position) -> u64) {
    let mut product = [1.0f64; LIBRARIES.len()];
    for position in &POSITIONS {
        let row = speeds(expected(position), |library| work(library, position));
        print_row(&format!("{title}, {}", position.name), row, " ");
        for (product, speed) in product.iter_mut().zip(row) {
            *product *= speed;
        }
    }
    let mean = product.map(|product| product.powf(1.0 / POSITIONS.len() as f64));
    print_row(&format!("{title}, geometric mean"), mean, " ");
    print_row(&format!("{title}, against {}", LIBRARIES[1].name), mean.map(|speed| speed / mean[1]), "x");
}

fn main() {
    // Cargo passes `--bench` and whatever filter was typed; a comparison is made whole or not at all.
    print!("{:<36}", "millions a second");
    LIBRARIES.iter().for_each(|library| print!("{:>14} ", library.name));
    println!();
    let bulk = |library: &Library, position: &Position| (library.bulk)(position.fen, position.bulk.0);
    measure("bulk perft", bulk, |position| position.bulk.1);
    let played = |library: &Library, position: &Position| (library.played)(position.fen, position.played.0);
    measure("every leaf played", played, |position| position.played.1);
    let setup = |library: &Library, position: &Position| (library.setup)(position.fen, READINGS);
    measure("FEN", setup, |_| READINGS);
}
