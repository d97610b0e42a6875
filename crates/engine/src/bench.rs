//! A fixed amount of work: the same positions to the same depth with one thread and a small table. The number of
//! nodes is the engine's signature, equal on every machine; the speed is the machine's.

use crate::{Engine, Limits, Request, Statistics};
use std::fmt;
use std::time::{Duration, Instant};
use vernier_chess::Board;

/// The usual depth.
pub const DEPTH: u32 = 15;

/// The usual number of simulations for each position, where a tree search is measured.
pub const SIMULATIONS: u64 = 10_000;

/// The result of a bench.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bench {
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// What the searches did, added up.
    pub statistics: Statistics,
}

impl Bench {
    /// Positions visited per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.elapsed.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// The line that testing frameworks read.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Searches every position to that depth; `on_line` gets a line for each.
pub fn run(depth: u32, on_line: impl FnMut(&str)) -> Bench {
    run_with(&mut Engine::new(), &Limits::depth(depth), on_line)
}

/// The same with an engine that is set up differently, or with other limits.
pub fn run_with(engine: &mut Engine, limits: &Limits, on_line: impl FnMut(&str)) -> Bench {
    run_while(engine, limits, || true, on_line).unwrap_or_default()
}

/// The same while `go_on` is true; `None` if it was stopped. To stop it quickly, stop the running search as well.
pub fn run_while(
    engine: &mut Engine,
    limits: &Limits,
    go_on: impl Fn() -> bool,
    mut on_line: impl FnMut(&str),
) -> Option<Bench> {
    let started = Instant::now();
    let mut nodes = 0;
    let mut statistics = Statistics::default();
    for (index, fen) in POSITIONS.iter().enumerate() {
        engine.new_game();
        let board = read(fen);
        let answer = engine.search(Request::new(board).limits(limits.clone()), |_| ());
        let (visited, best) =
            (answer.nodes, answer.best.map_or_else(|| "no move".to_owned(), |best| best.to_string()));
        if !go_on() {
            return None;
        }
        nodes += visited;
        statistics.add(&engine.statistics().unwrap_or_default());
        on_line(&format!("{:>2}/{} {fen}: {best} after {visited} nodes", index + 1, POSITIONS.len()));
    }
    Some(Bench { nodes, elapsed: started.elapsed(), statistics })
}

/// Reads a bench position. Skipping one would change the signature, so an unreadable position ends the run.
fn read(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("the bench position '{fen}' cannot be read: {error}"))
}

/// From our own games: openings, middlegames and endings. To choose others:
///
/// ```text
/// vernier-lab datagen --out data/bench.vgr --games 300 --nodes 2000 --seed 2026 --chess960 10 --network hand
/// vernier-lab records sample data/bench.vgr --count 44
/// ```
pub(crate) const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkb1r/pp2pppp/7n/2pp4/8/1P3N1P/P1PPPPP1/RNBQKB1R w KQkq - 0 4",
    "rnbqkb1r/ppp1pp1p/5np1/3p4/7P/3P2R1/PPP1PPP1/RNBQKBN1 b Qkq - 0 4",
    "rnb1kbnr/ppp3pp/3p4/4ppq1/P7/2P3PB/1P1PPP1P/RNBQK1NR w KQkq - 0 5",
    "r2qkbnr/p1p1p1pp/n2pb3/1p3p2/1PP3P1/8/P2PPPBP/RNBQK1NR w KQkq - 3 6",
    "rnbq1rk1/1pppb1pp/4p3/p7/3P1Nn1/2P5/PP2PP2/RNBQKB1R w KQ - 0 10",
    "rnbqk1r1/pp1p1p1p/2p1p3/b2P2p1/P2PP3/1QN2N2/1P3PPP/R1B1KB1R w KQq - 0 9",
    "1rb1k2r/p1q2ppp/2n2n2/3p4/3Pp3/P1b1P3/1BPNQPPP/1R1K1B1R w k - 0 14",
    "r1q1kb1r/2p2ppp/3p1n2/p1n1p3/2P5/P1NPPN1P/1P3PP1/R1B1KB1R b KQkq - 1 10",
    "1r1q1b1r/1pp2kp1/2npbn1p/1Q2p3/4P3/2PP1N2/PB2NPPP/R4RK1 w - - 1 16",
    "r1n1k2r/pb2q1p1/3p1np1/1Np1p3/3PP2b/1PP1BP2/1P1QN1B1/R1K4R w kq - 2 20",
    "2r2r2/1pkp4/p3b3/R2n3p/4Npp1/2P2P1P/1K1P2P1/3R1B2 w - - 0 29",
    "r5k1/1b1n3p/p5pb/q1ppp3/2P5/3Q1P2/PP1N1NPP/R4RK1 w - - 1 19",
    "r2q1rk1/3nbppp/bp2p3/pN1p3P/P1PP2n1/1P1B1N2/1B3PP1/R2Q1RK1 b - - 0 16",
    "3r1rk1/2b1npp1/1p2p2p/p1p5/2N2PP1/2QqP2P/PP2N1K1/R1B5 w - - 0 22",
    "r4rk1/1pp2p2/2n1qnpp/p2pp3/7P/2PP1NP1/PP3P2/R1Q1RNK1 b - - 1 19",
    "4r1kr/2R3p1/p4n1p/1p1b4/1P6/P3B2N/1P4PP/4KB1R w K - 2 20",
    "5r1b/pr6/2p1nkp1/2P5/5P2/5P2/6P1/3R1KBR w - - 1 31",
    "r4k1r/5pb1/5np1/8/1P1p1N2/1Q3KP1/P6P/7R w - - 0 29",
    "r3kb1Q/p2ppp2/1qp3p1/4P3/1pnN2P1/2P4B/PP5P/R1B2RK1 b q - 1 16",
    "1k5r/pp3pq1/2pb4/2np4/4bNP1/1PP1P1Q1/PK1BB3/5R2 b - - 1 23",
    "3rk1r1/pb3pb1/3qp2p/1p2NP1n/2PBp3/1Q6/PP2N1PP/R4RK1 b - - 4 23",
    "8/pp2nkb1/2q1pp2/4P1p1/P3QPP1/2N5/1PP2K1r/R1B5 w - - 2 23",
    "8/6k1/2R4p/3p2p1/1NnP2P1/7P/7K/2r5 b - - 6 57",
    "3rr1k1/6p1/1p3b2/pPp1pp2/5n1p/3P3P/PPKN1R2/3RB3 b - - 4 31",
    "6k1/p2bq3/1pp1p3/P6p/1PQP2p1/4PnP1/6BN/7K b - - 2 35",
    "1r2k3/p2p1pp1/2p2n2/8/3PP3/q1B3P1/P1QK1P1r/3R1R2 w - - 5 21",
    "7k/5R2/3pB2P/5P2/8/1PK5/5rp1/1b6 w - - 0 48",
    "6k1/4r2p/1pR3pP/8/2K4r/8/8/8 w - - 2 47",
    "8/5p2/8/2ppkP2/p7/5r2/1K2R3/8 b - - 3 53",
    "8/1b6/pp1p4/8/P2K1Pk1/1P1N2n1/8/8 b - - 0 47",
    "8/1p6/1k2p1B1/2p4P/1r6/7r/2PK4/8 b - - 5 41",
    "8/4Q2p/1r4k1/8/1p1P2pP/pP6/5PK1/8 w - - 3 59",
    "7r/8/2Bp2n1/p1b2kp1/P1P3p1/2N3P1/5P2/4RK2 b - - 0 43",
    "8/6p1/2B5/5pk1/3bp3/2p5/2P5/5K2 b - - 1 52",
    "8/1p6/4k3/pP5K/4pp2/3p2r1/8/3R4 b - - 1 61",
    "8/8/8/P5R1/8/K1kb4/8/1r6 w - - 11 72",
    "1r4k1/5p2/6p1/1n2b3/8/5Q2/5P1q/1R3K2 w - - 0 44",
    "8/8/5pk1/8/K6p/8/4r3/6B1 b - - 5 64",
    "2r2k2/7p/5p2/pbp1pP2/1p1pP3/P2P2P1/1P2B2P/2R3K1 b - - 4 30",
    "8/8/2kp2p1/6Q1/8/P2P4/K1P5/8 b - - 2 51",
    "8/8/8/4k3/R5R1/7p/3K4/6r1 b - - 0 104",
    "8/6k1/8/2P3pp/8/3Q3P/6P1/7K w - - 0 57",
    // Chess960: rooks and kings that castle from other squares, after a few random moves.
    "bqnrkbrn/1ppppp1p/p5p1/8/3P4/6N1/PPP1PPPP/BQNRKBR1 w GDgd - 0 3",
    "nrk1bbrq/ppp1pppp/3pn3/8/2P5/1P2N3/P2PPPPP/NRK1BBRQ w GBgb - 1 4",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The signature of the search, equal on every machine and with every build. A change of play changes this number; the
    /// commit says so.
    #[test]
    fn the_signature_is_pinned() {
        assert_eq!(run(9, |_| ()).nodes, 365_073);
    }

    #[test]
    fn the_same_bench_twice_gives_the_same_nodes() {
        let mut lines = 0;
        let first = run(2, |_| lines += 1);
        assert_eq!(lines, POSITIONS.len());
        assert!(first.nodes > 20 * lines as u64);
        assert_eq!(first.nodes, first.statistics.nodes);
        assert_eq!(first.nodes, run(2, |_| ()).nodes);
    }

    #[test]
    #[should_panic(expected = "the bench position '8/8/8/8/8/8/8/8 w - - 0 1' cannot be read")]
    fn a_position_that_cannot_be_read_ends_the_run() {
        read("8/8/8/8/8/8/8/8 w - - 0 1");
    }
}
