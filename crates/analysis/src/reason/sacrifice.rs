//! Sacrifices that are sound.

use super::{Kind, Proof, Reason};
use crate::line::{Line, best_capture, material, taken};
use crate::words;
use vernier_chess::{Board, EXCHANGE_VALUES, Move, Role};

/// What a sacrifice gives up at least.
const LEAST: i32 = 200;

/// The capture that accepts what a move offers: it takes a piece and wins by exchange more than the move itself took.
pub(crate) fn offer(before: &Board, played: Move) -> Option<Move> {
    let after = before.play(played);
    let won = taken(before, played).map_or(0, |(role, _)| EXCHANGE_VALUES[role]);
    let accepting = best_capture(&after, LEAST + won)?;
    taken(&after, accepting).filter(|(role, _)| *role != Role::Pawn).map(|_| accepting)
}

/// A reason to call a move brilliant, if the line that accepts it, searched on its own, ends in mate or leaves the player
/// with less material and yet no worse.
pub(crate) fn sacrifice(before: &Board, played: Move, accepted: &Line) -> Option<Reason> {
    let us = before.turn();
    let after = before.play(played);
    let accepting = *accepted.moves.first()?;
    let (role, square) = taken(&after, accepting)?;
    let mates = accepted.score.is_mate() && accepted.score.0 < 0;
    let rest = accepted.rest();
    let given = material(before, us) - material(&rest.board, us);
    if !mates && given < LEAST {
        return None;
    }
    let name = words::numbered(before, played);
    let piece = words::role(role);
    let reply = words::numbered(&after, accepting);
    let text = match mates {
        true => format!("{name} offers the {piece} on {square}: after {reply} it is mate by force."),
        false => format!("{name} offers the {piece} on {square}; {reply} accepts it and is no better."),
    };
    let proof = Proof { start: after, moves: accepted.moves.clone(), squares: vec![square] };
    Some(Reason { kind: Kind::Sacrifice, text, proof })
}
