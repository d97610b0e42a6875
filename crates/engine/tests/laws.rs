//! Laws of the search: what it leaves behind, what quiescence may claim, and what is counted.

mod common;

use common::board;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use vernier_chess::Board;
use vernier_engine::{
    Answer, Changes, Engine, Evaluator, Limits, Material, Parameters, Request, Score, Statistics,
};

/// Counts how many moves it is away from the position it was reset to, and how often it was pushed.
struct Balance {
    away: Arc<AtomicI64>,
    pushes: Arc<AtomicI64>,
}

impl Evaluator for Balance {
    fn reset(&mut self, _: &Board) {
        self.away.store(0, Relaxed);
    }

    fn push(&mut self, _: &Changes) {
        self.away.fetch_add(1, Relaxed);
        self.pushes.fetch_add(1, Relaxed);
    }

    fn pop(&mut self) {
        self.away.fetch_sub(1, Relaxed);
    }

    fn evaluate(&mut self, board: &Board) -> Score {
        Material.evaluate(board)
    }
}

/// Debug builds also assert that board and keys are those of the root.
#[test]
fn a_search_leaves_the_evaluator_as_it_found_it() {
    let (away, pushes) = (Arc::new(AtomicI64::new(0)), Arc::new(AtomicI64::new(0)));
    let counters = (Arc::clone(&away), Arc::clone(&pushes));
    let mut engine = Engine::with_evaluator(move || {
        Box::new(Balance { away: Arc::clone(&counters.0), pushes: Arc::clone(&counters.1) })
    });
    let kiwipete = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for position in [Board::start(), kiwipete] {
        // By a depth, and in the middle of a line.
        for limits in [Limits::depth(6), Limits::nodes(1), Limits::nodes(777), Limits::nodes(20_000)] {
            let before = pushes.load(Relaxed);
            engine.search(Request::new(position).limits(limits.clone()), |_| ());
            assert_eq!(away.load(Relaxed), 0, "{limits:?}");
            assert!(pushes.load(Relaxed) > before, "{limits:?}");
        }
    }
}

/// A search of one ply with these techniques alone, by material.
fn one_ply(position: &Board, techniques: &[&str]) -> Answer {
    let mut parameters = Parameters::PLAIN;
    for technique in techniques {
        parameters.set(technique, 1).expect("a technique of that name");
    }
    let mut engine = Engine::with_evaluator(|| Box::new(Material));
    engine.set_parameters(parameters);
    engine.search(Request::new(*position).limits(Limits::depth(1)), |_| ())
}

#[test]
fn beyond_the_horizon_the_opponent_may_stand_pat() {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/1p1k4/3p1p2/1P1P1P2/3K4/8/8 b - - 2 44",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 4 8",
    ];
    for fen in positions {
        let position = board(fen);
        // In check nobody may stand pat.
        let gives_check = |mv| {
            let mut after = position;
            let _ = after.make(mv);
            after.in_check()
        };
        assert!(!position.legal_moves().into_iter().any(gives_check), "{fen}");
        let [plain, quiet] =
            [&[][..], &["quiescence"]].map(|techniques| one_ply(&position, techniques).score());
        assert!(quiet <= plain, "{fen}: {quiet:?} after captures, {plain:?} standing pat");
    }
}

#[test]
fn exchanges_are_resolved_before_a_position_is_judged() {
    // The queen can take a pawn that a pawn defends.
    let position = board("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1");
    let [plain, quiet] = [&[][..], &["quiescence"]].map(|techniques| one_ply(&position, techniques));
    let takes = |answer: &Answer| answer.best.is_some_and(|mv| position.piece_at(mv.to()).is_some());
    assert!(takes(&plain) && !takes(&quiet), "{plain:?} {quiet:?}");
    assert!(quiet.score() < plain.score());
    // Twice attacked and once defended a rook can be taken: what is left is the queen, and not a rook more.
    let position = board("4k3/2p5/3r4/8/8/3R4/3Q4/4K3 w - - 0 1");
    let score = one_ply(&position, &["quiescence"]).score().expect("a score");
    assert!((900..=1000).contains(&score.0), "{score:?}");
}

#[test]
fn moves_and_cutoffs_are_counted() {
    let count = |techniques: &[&str]| -> Statistics {
        let mut parameters = Parameters::PLAIN;
        techniques.iter().for_each(|name| parameters.set(name, 1).expect("a technique of that name"));
        let mut engine = Engine::with_evaluator(|| Box::new(Material));
        engine.set_parameters(parameters);
        engine.search(Request::new(Board::start()).limits(Limits::depth(4)), |_| ());
        engine.statistics().expect("a search has ended")
    };
    let plain = count(&[]);
    assert_eq!(plain.moves_pruned, 0);
    assert!(plain.cutoffs > 0 && plain.first_move_cutoffs <= plain.cutoffs);
    // Every node but the roots of the four iterations was reached by a move that was searched.
    assert!(plain.moves_searched <= plain.nodes && plain.nodes <= plain.moves_searched + 4, "{plain:?}");
    let pruned = count(&["scout_windows", "late_move_pruning"]);
    assert!(pruned.moves_pruned > 0, "{pruned:?}");
    let text = plain.to_string();
    assert!(text.contains("moves searched") && text.contains("by the first move"), "{text}");
}
