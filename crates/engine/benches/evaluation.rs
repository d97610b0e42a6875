//! What one evaluation costs, how much of it is building the spine, and what it gains that the terms share it.
//!
//! `cargo bench -p vernier-engine --bench evaluation [-- CALLS]`, with few calls for an instruction counter.

use std::hint::black_box;
use std::time::Instant;
use vernier_chess::Board;
use vernier_engine::Evaluator;
use vernier_engine::evaluation::{HandcraftedEval, Spine, Tapered, Term, Weights};

/// Openings, middlegames and endgames.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 1 6",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1PN1PN2/P4PPP/R1BQKB1R w KQ - 1 9",
    "2rq1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R b - - 8 11",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "3r1rk1/1p3pp1/p3p2p/2q1P3/3N4/1P2Q2P/P4PP1/3R2K1 w - - 0 27",
    "8/5pk1/4p1p1/3rP2p/1R3P1P/5KP1/8/8 w - - 0 45",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/2p2p2/3b4/3P1p2/2B2P2/4K3/5P2/8 w - - 0 40",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 0 50",
];

/// Nanoseconds for each call, the best of several rounds.
fn measure<T>(positions: &[T], calls: usize, mut call: impl FnMut(&T)) -> f64 {
    let round = || {
        let start = Instant::now();
        for _ in 0..calls {
            positions.iter().for_each(|position| call(black_box(position)));
        }
        start.elapsed().as_secs_f64() * 1e9 / (calls * positions.len()) as f64
    };
    std::iter::repeat_with(round).take(7).fold(f64::INFINITY, f64::min)
}

/// Whose attacks a term reads, of knights, bishops, rooks and queens.
fn needs(term: Term) -> [bool; 4] {
    match term {
        Term::Passed | Term::Mobility | Term::Danger | Term::Threats | Term::Space => [true; 4],
        Term::Outposts => [true, false, false, false],
        Term::Bishops => [false, true, false, false],
        Term::Rooks => [false, false, true, false],
        _ => [false; 4],
    }
}

/// The sum of all terms, each of which first looks at the position itself.
fn sum_apart(board: &Board, spine: &mut Spine) -> Tapered {
    let worth = |term: &Term| {
        spine.look_at_part(board, needs(*term));
        term.evaluate(spine, &Weights::DEFAULT, &mut ())
    };
    Term::ALL.iter().map(worth).sum()
}

/// The sum of all terms, which share what was found.
fn sum_shared(board: &Board, spine: &mut Spine) -> Tapered {
    spine.look_at_part(board, [true; 4]);
    Term::ALL.iter().map(|term| term.evaluate(spine, &Weights::DEFAULT, &mut ())).sum()
}

fn main() {
    let calls = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(20_000);
    let boards = POSITIONS.map(|fen| fen.parse::<Board>().expect("a legal position"));
    let mut hand = HandcraftedEval::default();
    let mut spine = Spine::of(&boards[0]);
    let spine_time = measure(&boards, calls, |board| {
        spine.look_at_part(board, [true; 4]);
        black_box(&spine);
    });
    let remembered = measure(&boards, calls, |board| {
        black_box(hand.evaluate(board));
    });
    // Too few positions to forget any pawns by themselves, so another evaluator is asked that remembers none.
    let mut forgetful = HandcraftedEval::forgetful();
    let fresh = measure(&boards, calls, |board| {
        black_box(forgetful.evaluate(board));
    });
    println!("spine                    {spine_time:7.1} ns");
    println!("evaluation, known pawns  {remembered:7.1} ns ({:.0} % spine)", 100.0 * spine_time / remembered);
    println!("evaluation, new pawns    {fresh:7.1} ns ({:.0} % spine)", 100.0 * spine_time / fresh);

    for board in &boards {
        let (apart, shared) = (sum_apart(board, &mut spine), sum_shared(board, &mut spine));
        assert_eq!(apart, shared, "each term reads what it says it reads");
    }
    let shared = measure(&boards, calls, |board| {
        black_box(sum_shared(board, &mut spine));
    });
    let apart = measure(&boards, calls, |board| {
        black_box(sum_apart(board, &mut spine));
    });
    println!("terms that share a spine {shared:7.1} ns");
    println!("terms that each look     {apart:7.1} ns ({:+.0} %)", 100.0 * (apart / shared - 1.0));
    println!("size of the spine        {:7} bytes", size_of::<Spine>());

    println!();
    let spines = boards.map(|board| Spine::of(&board));
    for term in Term::ALL {
        let time = measure(&spines, calls / 4, |spine| {
            black_box(term.evaluate(spine, &Weights::DEFAULT, &mut ()));
        });
        println!("{term:<24} {time:7.1} ns");
    }
}
