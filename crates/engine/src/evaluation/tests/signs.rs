//! Basic chess knowledge, as inequalities.

use super::board;
use crate::evaluation::danger::penalty;
use crate::evaluation::{HandcraftedEval, Spine, Tapered, Term, Weights, explain};
use crate::{Evaluator, Score};

/// The evaluation from the side to move's view.
fn score(fen: &str) -> i32 {
    HandcraftedEval::default().evaluate(&board(fen)).0
}

/// One term from White's view, blended evenly.
fn term(term: Term, fen: &str) -> i32 {
    let value = term.evaluate(&Spine::of(&board(fen)), &Weights::DEFAULT, &mut ());
    value.middlegame() + value.endgame()
}

#[test]
fn more_material_is_better() {
    let up = [
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 700),
        ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 300),
        ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 200),
        ("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 30),
    ];
    for (fen, least) in up {
        assert!(score(fen) > least, "{fen}: {}", score(fen));
    }
}

#[test]
fn the_start_position_is_worth_the_right_to_move() {
    assert_eq!(explain(&vernier_chess::Board::start()).score, Weights::DEFAULT.tempo.middlegame());
}

#[test]
fn each_term_has_the_right_sign() {
    // The first of each pair is better for White in that term.
    let pairs = [
        (Term::Passed, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1"),
        (Term::Passed, "4k3/8/8/P7/8/8/8/R3K3 w - - 0 1", "4k3/8/8/P7/8/8/8/r3K3 w - - 0 1"),
        (Term::PawnStructure, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/8/1P2P3/4K3 w - - 0 1"),
        (Term::PawnStructure, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1"),
        (Term::Mobility, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"),
        (Term::Rooks, "4k3/8/8/8/8/8/1P6/R3K3 w - - 0 1", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"),
        (Term::Rooks, "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/R7/8/8/8/4K3 w - - 0 1"),
        (Term::Rooks, "4k3/8/8/8/8/8/6PP/3K3R w - - 0 1", "4k3/8/8/8/8/8/6PP/5K1R w - - 0 1"),
        (Term::Bishops, "4k3/8/8/8/8/3P4/2P5/2B1K3 w - - 0 1", "4k3/8/8/8/8/2P5/3P4/2B1K3 w - - 0 1"),
        (Term::Bishops, "4k3/B7/8/1p6/8/8/8/4K3 w - - 0 1", "4k3/B7/1p6/8/8/8/8/4K3 w - - 0 1"),
        (Term::Outposts, "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1"),
        (Term::Threats, "4k3/8/8/8/3r4/4B3/8/4K3 w - - 0 1", "4k3/8/3r4/8/8/4B3/8/4K3 w - - 0 1"),
        (Term::Shelter, "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "4k3/8/8/5PPP/8/8/8/6K1 w - - 0 1"),
        (Term::Shelter, "4k3/7p/8/8/8/8/5PPP/6K1 w - - 0 1", "4k3/8/8/8/8/7p/5PP1/6K1 w - - 0 1"),
        (Term::Danger, "3qk3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "4k3/8/8/8/6nq/8/5PPP/6K1 w - - 0 1"),
        (Term::Imbalance, "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1K1B1 w - - 0 1"),
        (Term::Tempo, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"),
    ];
    for (kind, better, worse) in pairs {
        let (better_value, worse_value) = (term(kind, better), term(kind, worse));
        assert!(better_value > worse_value, "{kind}: {better_value} {worse_value} in {better} and {worse}");
    }
}

#[test]
fn an_attack_grows_faster_than_its_attackers() {
    let danger = |pieces: &str| -term(Term::Danger, &format!("4k3/8/8/8/{pieces}/5PPP/6K1 w - - 0 1"));
    let (one, two, three) = (danger("7q/8"), danger("6nq/8"), danger("6nq/3b4"));
    assert!(0 <= one && one < two && two < three, "{one} {two} {three}");
    let units = Tapered::new(200, 0);
    assert_eq!(penalty(units * 2).middlegame(), 4 * penalty(units).middlegame());
}

#[test]
fn more_space_is_better_with_many_pieces() {
    let fen = "rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1";
    assert!(term(Term::Space, fen) > 0);
}

#[test]
fn a_board_full_of_queens_stays_within_bounds() {
    let queens = score("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert!((8_000..=Score::MAX_EVALUATION.0).contains(&queens), "{queens}");
}
