//! Mates allowed and missed.

use super::{Case, Kind, Proof, Reason};
use crate::Line;
use vernier_engine::{Score, Verdict};

/// The opponent now mates and did not before.
pub(super) fn allows(case: &Case) -> Option<Reason> {
    let moves = proved_mate(&case.reply)?;
    if mate_in(-case.best.score).is_some() {
        return None;
    }
    let text = match moves {
        1 => format!("{} allows mate at once: {}.", case.name(), case.answer_name()),
        _ => format!("{} allows mate in {moves}, beginning with {}.", case.name(), case.answer_name()),
    };
    let proof =
        Proof { start: case.after, moves: case.reply.moves.clone(), squares: vec![case.after.king(case.us)] };
    Some(Reason { kind: Kind::AllowsMate, text, proof })
}

/// There was a mate, and it is gone.
pub(super) fn misses(case: &Case) -> Option<Reason> {
    let moves = proved_mate(&case.best)?;
    if mate_in(-case.reply.score).is_some() || case.after.is_checkmate() {
        return None;
    }
    let text = match moves {
        1 => format!("{} misses mate at once: {}.", case.name(), case.best_name()),
        _ => format!("{} misses mate in {moves}, beginning with {}.", case.name(), case.best_name()),
    };
    let king = case.before.king(!case.us);
    let proof = Proof { start: case.before, moves: case.best.moves.clone(), squares: vec![king] };
    Some(Reason { kind: Kind::MissesMate, text, proof })
}

/// The moves in which the side to move mates, if the line shows them all.
fn proved_mate(line: &Line) -> Option<i32> {
    mate_in(line.score).filter(|_| line.board(line.moves.len()).is_checkmate())
}

/// The moves in which the side to move mates.
fn mate_in(score: Score) -> Option<i32> {
    match score.verdict() {
        Verdict::Mate(moves) if moves > 0 => Some(moves),
        _ => None,
    }
}
