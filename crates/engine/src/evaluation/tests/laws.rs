//! Symmetry, and that the three readers of the evaluation agree.

use super::{experiments, weights};
use crate::evaluation::{
    HandcraftedEval, Spine, Tapered, Term, Weights, coefficients, explain, explain_with,
};
use crate::{Evaluator, Parameters, Score};
use vernier_chess::{Board, Color};

fn real(weights: &Weights) -> Vec<[f64; 2]> {
    let halves = |value: Tapered| [value.middlegame(), value.endgame()].map(f64::from);
    weights.list().iter().map(|weight| halves(weight.value)).collect()
}

laws!(
    a_mirrored_position_is_the_exact_negative_term_by_term,
    what_is_remembered_about_pawns_changes_nothing,
    the_terms_sum_to_the_evaluation_in_any_order,
    the_coefficients_give_the_evaluation,
    without_danger_the_coefficients_times_the_weights_are_the_sum_exactly,
    the_gradient_is_the_slope_of_the_formula,
);

fn a_mirrored_position_is_the_exact_negative_term_by_term(positions: &[Board]) {
    for parameters in experiments() {
        let weights = Weights::DEFAULT.with_experiments(&parameters);
        let mut hand = HandcraftedEval::default();
        hand.prepare(&parameters);
        for board in positions {
            let mirrored = board.mirrored();
            let (here, there) = (Spine::of(board), Spine::of(&mirrored));
            for term in Term::ALL {
                let value = term.evaluate(&here, &weights, &mut ());
                assert_eq!(value, -term.evaluate(&there, &weights, &mut ()), "{term} of {board}");
            }
            // The side to move has changed with the colors, so that its own view stays.
            assert_eq!(hand.evaluate(board), hand.evaluate(&mirrored), "{board}");
        }
    }
}

fn what_is_remembered_about_pawns_changes_nothing(positions: &[Board]) {
    let mut remembering = HandcraftedEval::default();
    for parameters in experiments() {
        let weights = Weights::DEFAULT.with_experiments(&parameters);
        remembering.prepare(&parameters);
        // Twice, so that the table answers at least the second time, from entries that others have overwritten.
        for board in positions.iter().chain(positions) {
            let white = explain_with(board, &weights).score;
            let own = if board.turn() == Color::White { white } else { -white };
            assert_eq!(remembering.evaluate(board), Score(own), "{board}");
        }
    }
}

fn the_terms_sum_to_the_evaluation_in_any_order(positions: &[Board]) {
    for (weights, board) in
        weights().iter().flat_map(|weights| positions.iter().map(move |board| (weights, board)))
    {
        let (breakdown, spine) = (explain_with(board, weights), Spine::of(board));
        let lines: Tapered = breakdown.terms.iter().map(|line| line.total()).sum();
        let backwards: Tapered =
            Term::ALL.iter().rev().map(|term| term.evaluate(&spine, weights, &mut ())).sum();
        assert_eq!((lines, backwards), (breakdown.total, breakdown.total), "{board}");
    }
}

fn the_coefficients_give_the_evaluation(positions: &[Board]) {
    let weights = Weights::DEFAULT;
    let real = real(&weights);
    for board in positions {
        let formula = coefficients(board, &weights);
        let difference = formula.evaluate(&real) - f64::from(explain(board).score);
        // Two penalties and the blend are rounded in play; the danger formula is squared before.
        assert!(difference.abs() < 3.0, "{difference} in {board}");
    }
}

fn without_danger_the_coefficients_times_the_weights_are_the_sum_exactly(positions: &[Board]) {
    for (weights, board) in
        weights().iter().flat_map(|weights| positions.iter().map(move |board| (weights, board)))
    {
        let (formula, values) = (coefficients(board, weights), weights.list());
        let linear: Tapered = formula
            .linear
            .iter()
            .map(|coefficient| values[usize::from(coefficient.weight)].value * i32::from(coefficient.times))
            .sum();
        let danger = Term::Danger.evaluate(&Spine::of(board), weights, &mut ());
        assert_eq!(linear + danger, explain_with(board, weights).total, "{board}");
    }
}

fn the_gradient_is_the_slope_of_the_formula(positions: &[Board]) {
    let weights = Weights::DEFAULT;
    let real = real(&weights);
    for board in positions.iter().step_by(positions.len() / 20) {
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
fn weights_have_names_indices_and_a_file() {
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
fn only_the_spine_looks_up_attacks() {
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
fn the_table_of_terms_is_readable() {
    let text = explain(&Board::start()).to_string();
    assert!(Term::ALL.iter().all(|term| text.contains(term.label())), "{text}");
    let score = HandcraftedEval::default().evaluate(&Board::start());
    let evaluation = format!("evaluation {:+.2}", f64::from(score.0) / 100.0);
    assert!(text.contains("phase 24 of 24") && text.contains(&evaluation), "{text}");
}

#[test]
fn each_experiment_changes_what_it_says() {
    let cases = [
        // A king that walked, its rook still in the corner.
        ("hand_castled_squares", "4k3/pppppppp/8/8/8/8/PPPPPPPP/6KR w - - 0 1", Term::Shelter),
        ("hand_castling", "4k3/pppppppp/8/8/8/8/PPPPPPPP/5RK1 w - - 0 1", Term::Squares),
        ("hand_bishop_capture", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", Term::Imbalance),
        ("hand_passed_path", "R7/4P1k1/8/8/8/8/8/4K3 w - - 0 1", Term::Passed),
        ("hand_pawn_tension", "4k3/8/8/4p3/3P4/2P5/8/4K3 w - - 0 1", Term::PawnStructure),
    ];
    for (switch, fen, term) in cases {
        let spine = Spine::of(&fen.parse().expect("legal"));
        let mut parameters = Parameters::DEFAULT;
        parameters.set(switch, 1).expect("a switch");
        let weights = Weights::DEFAULT.with_experiments(&parameters);
        for other in Term::ALL {
            let [plain, tried] =
                [&Weights::DEFAULT, &weights].map(|weights| other.evaluate(&spine, weights, &mut ()));
            assert_eq!(plain != tried, *other == term, "{switch}: {other}");
        }
    }
}
