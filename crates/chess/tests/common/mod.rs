//! What several test files share: the test data beside the checkout, and random positions.
#![allow(dead_code)]

use vernier_chess::Board;

/// The text of a file of test data; none, with a line that says so, where the data is absent.
pub fn data(path: &str) -> Option<String> {
    let file = format!("{}/../../../shared/data/{path}", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) => {
            println!("not run: {file}: {error}");
            None
        }
    }
}

/// Numbers that are the same in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number from zero up to, but not including, `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

/// Positions met in random play from positions that differ in kind, the same ones for the same seed.
pub fn random_boards(count: usize, seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let mut board: Board = STARTS[random.below(STARTS.len())].parse().unwrap();
        for _ in 0..random.below(80) {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.play(moves[random.below(moves.len())]);
        }
        boards.push(board);
    }
    boards
}
