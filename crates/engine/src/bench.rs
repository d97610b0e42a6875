//! A fixed amount of work: the same positions to the same depth with one thread and a small table. The number of
//! nodes is the engine's signature, equal on every machine; the speed is the machine's.

use crate::{Engine, Event, Limits, Statistics};
use std::fmt;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use vernier_chess::Board;

/// The usual depth.
pub const DEPTH: u32 = 15;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// What the searches did, added up.
    pub statistics: Statistics,
}

impl Bench {
    /// Positions visited a second.
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

/// Searches every position to that depth; `tell` gets a line for each.
pub fn run(depth: u32, mut tell: impl FnMut(&str)) -> Bench {
    let mut engine = Engine::new();
    let started = Instant::now();
    let mut nodes = 0;
    let mut statistics = Statistics::default();
    for (index, fen) in POSITIONS.iter().enumerate() {
        engine.new_game();
        let Ok(board) = fen.parse::<Board>() else { continue };
        let (visited, best) = search(&mut engine, board, depth);
        nodes += visited;
        statistics.add(&engine.statistics().unwrap_or_default());
        tell(&format!("{:>2}/{} {fen}: {best} after {visited} nodes", index + 1, POSITIONS.len()));
    }
    Bench { nodes, elapsed: started.elapsed(), statistics }
}

/// The nodes of the search and its move.
fn search(engine: &mut Engine, board: Board, depth: u32) -> (u64, String) {
    engine.set_position(board, &[]);
    let (sender, events) = channel();
    engine.go(Limits::depth(depth), Box::new(move |event| drop(sender.send(event))));
    engine.wait();
    let mut nodes = 0;
    let mut answer = String::from("no move");
    for event in events.try_iter() {
        match event {
            Event::Iteration(report) => nodes = report.nodes,
            Event::Done { best: Some(best), .. } => answer = best.to_string(),
            _ => {}
        }
    }
    (nodes, answer)
}

/// From our own games: openings, middlegames and endings.
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkb1r/pp3ppp/4pn2/2pp4/3P4/4PN2/PPPN1PPP/R1BQKB1R w KQkq - 0 5",
    "r1bqkbnr/ppp2ppp/3p4/n2Np3/P1B1P3/5N2/1PPP1PPP/R1BQK2R w KQkq - 1 7",
    "rnbqk2r/pp1pbppp/4pn2/2p1B3/2P1P3/3P1NPP/PP3P2/RN1QKB1R w KQkq - 3 9",
    "r1bqkb1r/pp1ppp1p/n1p2np1/8/Q1P5/3P1N2/PP2PPPP/RNB1KB1R w KQkq - 0 5",
    "rnbqkb1r/p4pp1/1pp1pn1p/3p4/P2P1B2/5NP1/1PP1PPBP/RN1QK2R w KQkq - 0 7",
    "r1bqkb1r/1pp1pp2/1n3n1p/p2p2p1/3P4/2PQB1P1/PP1NPPBP/R3K1NR w KQkq - 2 9",
    "r2q1rk1/3b1pbp/ppnpp1p1/2p2n2/2P5/P1NPPN1P/1PQBBPP1/R3K2R w KQ - 0 13",
    "rnbqkb1r/1pp2ppp/3p1n2/p2Pp3/8/P3P3/1PP2PPP/RNBQKBNR w KQkq - 0 5",
    "r1bqkb1r/ppp2p1p/2n2np1/3p4/4p3/P2PP3/1PP1BPPP/RNBQK1NR w KQkq - 0 7",
    "rn1qkb1r/pp1bppp1/5n2/2PpN3/6Pp/7P/PPPNPP2/R1BQKB1R w KQkq - 1 9",
    "r1q1k2r/pbp1nppp/1p1bp2n/3P4/7P/P1N1BN2/1PP2PP1/R2QKB1R w KQkq - 1 11",
    "1rbqkb1r/p2n1ppp/4p3/Ppp5/3P4/2P1PN2/4BPPP/R1BQK2R w KQk - 0 11",
    "2kr1b1r/ppq2pp1/4b2p/2Ppn3/1P2P2N/B1PQP1P1/P2N3P/2KR3R w - - 1 18",
    "r1bqk2r/pp2nppp/n1p5/8/2p1B3/2P1P1P1/P2PNP1P/R1BQK2R w KQkq - 1 11",
    "rn2k2r/pp1bbppp/5q2/P2p4/1P4P1/2p3P1/4P1BP/RNBQK2R w KQkq - 0 13",
    "1r3b1r/pp1kp3/2p2pQp/3p2p1/1q1P3P/8/PPPNPPP1/3nKB1R w K - 2 15",
    "r3r1k1/pp2bppp/5n2/qNp2bB1/2P1P3/6PP/nP2QPB1/1K1R3R w - - 0 21",
    "rBb1k2r/1p3ppp/2p1p3/3p4/3Pn3/bq2PNP1/P2N1PBP/1R3RK1 w kq - 0 15",
    "2r2r1k/3b2bp/Q1nq1p2/2pNp1pP/3nP3/P2PBNP1/5PB1/1R2R1K1 w - - 3 27",
    "1q3rk1/pr2bp2/2p3pP/4p3/P3P3/1PNn1P1Q/3PN1P1/1RB2K1R w - - 0 27",
    "3r1k1r/pp3p1n/2n1q1p1/4p2p/P1NpP2P/1P3NP1/2P5/3RQRK1 w - - 1 21",
    "1rq2bk1/Qb2np2/3p2pp/2p1p3/8/BP1PP1PP/P4PB1/2R2RK1 w - - 0 24",
    "2rq1r2/p2n1pkp/2b1p1p1/p1p4P/2P2QP1/3P4/2N2P2/1R2RBK1 w - - 1 31",
    "2r2n2/1b2bkp1/1p2p2p/pP1p3P/P2N1P2/3PP3/1q2N3/3Q1BRK w - - 5 51",
    "1r5r/3nkpp1/B1p1p2p/2Pp4/RP5P/1Pn1P1P1/5P2/2B1K2R w K - 1 24",
    "r3kb1r/p2npp2/6pp/q7/3P4/2P1B1P1/P1P1QP1P/1R2K1R1 w kq - 3 18",
    "4rq1k/6p1/1p1b1pBp/1p1p3P/2b5/P1P2QP1/5P2/R3B1K1 w - - 2 35",
    "2krb3/p4p2/1pnBp3/4P1pq/2P3R1/P1PB4/1K4Q1/8 w - - 4 39",
    "2r3k1/5p2/1p2p1p1/1B5p/P6P/b2PP3/2rB1PPK/3R4 w - - 7 31",
    "4r3/pbk2r1p/1pp5/5n2/P2P1P2/2PQ4/1PK4P/1R6 w - - 7 35",
    "2r2k2/2r1p3/p3Q1p1/Pp2p2p/7P/2P1P3/6P1/7K w - - 0 47",
    "r7/1p6/1k1pP2b/4n3/1Pp5/2P3R1/5PP1/5RK1 w - - 0 43",
    "2k5/5Rp1/1Pp2b2/2P2K2/3p1P1p/7P/6P1/4r3 w - - 3 47",
    "8/2p3rk/2p4p/p1q3p1/8/P3R1P1/5QPK/8 w - - 2 43",
    "4k3/8/6p1/p2qp2p/8/1P5P/P5P1/5QK1 w - - 8 39",
    "8/6p1/1p1b3k/1P4nP/3P2Q1/4Pr2/6K1/8 w - - 1 61",
    "4k3/4P1p1/R7/P2p3p/3P4/2pb4/7K/8 w - - 0 51",
    "8/5pk1/1R4pp/8/1P3P2/2r5/5K2/8 w - - 18 56",
    "8/Pk6/8/1P6/2pP1b1p/2K4P/8/8 w - - 1 56",
    // Chess960: rooks and kings that castle from other squares.
    "bqnrkbrn/1ppppp1p/p5p1/8/3P4/6N1/PPP1PPPP/BQNRKBR1 w GDgd - 0 3",
    "nrk1bbrq/ppp1pppp/3pn3/8/2P5/1P2N3/P2PPPPP/NRKB1BRQ w GBgb - 1 4",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_twice_is_the_same_number() {
        let mut lines = 0;
        let first = run(2, |_| lines += 1);
        assert_eq!(lines, POSITIONS.len());
        assert!(first.nodes > 20 * lines as u64);
        assert_eq!(first.nodes, first.statistics.nodes);
        assert_eq!(first.nodes, run(2, |_| ()).nodes);
        assert!(POSITIONS.iter().all(|fen| fen.parse::<Board>().is_ok()));
    }
}
