//! Where no material changes: what the hand-written evaluation says, if the network agrees, and plain judgement.

use super::{Case, Kind, Proof, Reason};
use crate::line::material;
use crate::words;
use vernier_chess::{Board, Color};
use vernier_engine::NnueEval;
use vernier_engine::evaluation::{Phase, Term, explain};

/// A term must differ by this many centipawns to be named.
const LEAST: i32 = 15;
/// Terms named at most.
const MOST: usize = 3;

/// The terms that differ most between the ends of both lines, if the network agrees that the played line is worse.
pub(super) fn terms(case: &Case) -> Option<Reason> {
    let (best, played) = (&case.best_rest.board, &case.reply_rest.board);
    if material(best, case.us) != material(played, case.us) || best.in_check() || played.in_check() {
        return None;
    }
    let network = NnueEval::embedded()?;
    let by_network = |board: &Board| {
        let value = network.evaluate(board);
        if board.turn() == case.us { value } else { -value }
    };
    let [hand_best, hand_played] = [best, played].map(|board| values(board, case.us));
    let total: i32 = hand_best.iter().zip(&hand_played).map(|((_, best), (_, played))| best - played).sum();
    if total <= 0 || by_network(best) - by_network(played) <= 0 {
        return None;
    }
    let worse = hand_best.iter().zip(&hand_played).map(|((term, best), (_, played))| (*term, best - played));
    let mut worse: Vec<(Term, i32)> =
        worse.filter(|(term, by)| *by >= LEAST && *term != Term::Tempo).collect();
    worse.sort_by_key(|(_, by)| -by);
    worse.truncate(MOST);
    // The terms named must carry the difference.
    if worse.is_empty() || worse.iter().map(|(_, by)| by).sum::<i32>() * 2 < total {
        return None;
    }
    let named: Vec<String> =
        worse.iter().map(|(term, by)| format!("{} ({:.2})", term.label(), f64::from(*by) / 100.0)).collect();
    let text = format!(
        "Compared with {}, {} scores worse in {}.",
        case.best_name(),
        case.name(),
        words::list(&named)
    );
    Some(case.by_reply(Kind::Position, text, Vec::new()))
}

/// What each term is worth to a color, blended as the evaluation blends them.
fn values(board: &Board, us: Color) -> Vec<(Term, i32)> {
    let breakdown = explain(board);
    let sign = if us == Color::White { 1 } else { -1 };
    let blend = |line: &vernier_engine::evaluation::Line| {
        let (total, phase) = (line.total(), breakdown.phase.0);
        sign * (total.middlegame() * phase + total.endgame() * (Phase::OPENING.0 - phase)) / Phase::OPENING.0
    };
    breakdown.terms.iter().map(|line| (line.term, blend(line))).collect()
}

/// No single reason: said plainly.
pub(super) fn judgement(case: &Case) -> Reason {
    let difference = case.best.score.0 + case.reply.score.0;
    let by = match (case.best.score.is_decisive(), case.reply.score.is_decisive()) {
        (false, false) => format!("by {:.2}", f64::from(difference) / 100.0),
        _ => "clearly".to_owned(),
    };
    let text =
        format!("The search prefers {} to {} {by}; no single reason found.", case.best_name(), case.name());
    let proof = Proof { start: case.before, moves: case.best.moves.clone(), squares: Vec::new() };
    Reason { kind: Kind::Judgement, text, proof }
}
