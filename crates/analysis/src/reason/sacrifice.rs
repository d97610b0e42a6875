//! Sacrifices that are sound: material is offered by choice, taking it was searched, and the taker is mated or stays ahead in material
//! without being better.

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

/// A reason to call a move brilliant, if the line that accepts it, searched on its own, ends in mate or comes to rest with the player
/// down in material, compared with the position before and with the best other move. That he is not worse for it is for the caller to see.
pub(crate) fn sacrifice(before: &Board, played: Move, accepted: &Line, other: &Line) -> Option<Reason> {
    let us = before.turn();
    let after = before.play(played);
    let accepting = *accepted.moves.first()?;
    let (role, square) = taken(&after, accepting)?;
    let end = accepted.board(accepted.moves.len());
    let mates = end.is_checkmate() && end.turn() != us;
    let rest = accepted.rest();
    let without = material(before, us).min(material(&other.rest().board, us));
    if !mates && without - material(&rest.board, us) < LEAST {
        return None;
    }
    let name = words::numbered(before, played);
    let piece = words::role(role);
    let reply = words::numbered(&after, accepting);
    let text = match mates {
        true => format!("{name} offers the {piece} on {square}: after {reply} it is mate by force."),
        false => format!("{name} offers the {piece} on {square}; {reply} accepts it and is no better."),
    };
    let moves = if mates { accepted.moves.clone() } else { rest.moves };
    let proof = Proof { start: after, moves, squares: vec![square] };
    Some(Reason { kind: Kind::Sacrifice, text, proof })
}
