//! Symmetry, and that the three readers of the evaluation agree.

use super::{mirror, positions};
use crate::evaluation::{HandcraftedEval, Spine, Tapered, Term, Weights, coefficients, explain};
use crate::{Evaluator, Score};
use vernier_chess::{Board, Color};

fn real(weights: &Weights) -> Vec<[f64; 2]> {
    let halves = |value: Tapered| [value.middlegame(), value.endgame()].map(f64::from);
    weights.list().iter().map(|weight| halves(weight.value)).collect()
}

#[test]
fn a_mirrored_position_is_the_exact_negative_term_by_term() {
    let mut hand = HandcraftedEval::default();
    for board in positions() {
        let mirrored = mirror(&board);
        let (here, there) = (Spine::of(&board), Spine::of(&mirrored));
        for term in Term::ALL {
            let value = term.evaluate(&here, &Weights::DEFAULT, &mut ());
            assert_eq!(value, -term.evaluate(&there, &Weights::DEFAULT, &mut ()), "{term} of {board}");
        }
        // The side to move has changed with the colors, so that its own view stays.
        assert_eq!(hand.evaluate(&board), hand.evaluate(&mirrored), "{board}");
    }
}

#[test]
fn what_is_remembered_about_pawns_changes_nothing() {
    let (mut remembering, positions) = (HandcraftedEval::default(), positions());
    // Twice, so that the table answers at least the second time, from entries that others have overwritten.
    for board in positions.iter().chain(&positions) {
        let white = explain(board).score;
        let own = if board.turn() == Color::White { white } else { -white };
        assert_eq!(remembering.evaluate(board), Score(own), "{board}");
    }
}

#[test]
fn the_terms_sum_to_the_evaluation_in_any_order() {
    for board in positions() {
        let (breakdown, spine) = (explain(&board), Spine::of(&board));
        let lines: Tapered = breakdown.terms.iter().map(|line| line.total()).sum();
        let backwards: Tapered =
            Term::ALL.iter().rev().map(|term| term.evaluate(&spine, &Weights::DEFAULT, &mut ())).sum();
        assert_eq!((lines, backwards), (breakdown.total, breakdown.total), "{board}");
    }
}

#[test]
fn the_coefficients_give_the_evaluation() {
    let weights = Weights::DEFAULT;
    let real = real(&weights);
    for board in positions() {
        let formula = coefficients(&board, &weights);
        let difference = formula.evaluate(&real) - f64::from(explain(&board).score);
        // Two penalties and the blend are rounded in play; the danger formula is squared before.
        assert!(difference.abs() < 3.0, "{difference} in {board}");
    }
}

#[test]
fn without_danger_the_coefficients_times_the_weights_are_the_sum_exactly() {
    let weights = Weights::DEFAULT;
    let values = weights.list();
    for board in positions() {
        let formula = coefficients(&board, &weights);
        let linear: Tapered = formula
            .linear
            .iter()
            .map(|coefficient| values[usize::from(coefficient.weight)].value * i32::from(coefficient.times))
            .sum();
        let danger = Term::Danger.evaluate(&Spine::of(&board), &weights, &mut ());
        assert_eq!(linear + danger, explain(&board).total, "{board}");
    }
}

#[test]
fn the_gradient_is_the_slope_of_the_formula() {
    let weights = Weights::DEFAULT;
    let real = real(&weights);
    for board in positions().iter().step_by(500) {
        let formula = coefficients(board, &weights);
        let mut gradient = vec![[0.0; 2]; Weights::COUNT];
        formula.differentiate(&real, 1.0, &mut gradient);
        for (index, half) in (0..Weights::COUNT).flat_map(|index| [(index, 0), (index, 1)]) {
            let moved = |step: f64| {
                let mut weights = real.clone();
                weights[index][half] += step;
                formula.evaluate(&weights)
            };
            let slope = (moved(1e-3) - moved(-1e-3)) / 2e-3;
            assert!((slope - gradient[index][half]).abs() < 1e-3, "weight {index} of {board}");
        }
    }
}

#[test]
fn the_weights_know_their_names_places_and_file() {
    let weights = Weights::DEFAULT;
    let list = weights.list();
    assert_eq!(list.len(), Weights::COUNT);
    assert_eq!(weights.source(), include_str!("../weights.rs"));
    let number = |weight: &Tapered| weights.index_of(weight);
    assert_eq!(list[number(&weights.tempo)].name, "tempo");
    assert_eq!(list[number(&weights.shelter[2].0[3])].name, "shelter[2][3]");
    assert_eq!(list[number(&weights.squares.0[1].0[27])].name, "squares[1][d4]");

    let mut next = weights.clone();
    let mut count = 0;
    next.replace(|| {
        count += 1;
        Tapered::new(count, -count)
    });
    assert!(next.list().iter().map(|weight| weight.value.middlegame()).eq(1..=count));
    assert!(next.source().contains("tempo: Tapered = t(") && next.source() != weights.source());
}

#[test]
fn only_the_spine_looks_attacks_up() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/evaluation");
    let rust_files = |folder: &str| -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
    };
    let terms = rust_files(&format!("{folder}/terms"));
    assert_eq!(terms.len(), Term::ALL.len() + 1);
    for file in rust_files(folder).iter().chain(&terms) {
        let text = std::fs::read_to_string(file).unwrap();
        let is_spine = file.ends_with("evaluation/spine.rs");
        assert_eq!(text.contains("attacks::"), is_spine, "{}", file.display());
        assert!(!terms.contains(file) || !text.contains("Board"), "{} sees a board", file.display());
    }
}

#[test]
fn the_table_of_terms_can_be_read() {
    let text = explain(&Board::start()).to_string();
    assert!(Term::ALL.iter().all(|term| text.contains(term.label())), "{text}");
    let score = HandcraftedEval::default().evaluate(&Board::start());
    let evaluation = format!("evaluation {:+.2}", f64::from(score.0) / 100.0);
    assert!(text.contains("phase 24 of 24") && text.contains(&evaluation), "{text}");
}
