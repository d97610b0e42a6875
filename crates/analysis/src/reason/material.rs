//! Material lost or not won.

use super::{Case, Kind, Reason};
use crate::Line;
use crate::line::{material, passed, taken};
use crate::words;
use vernier_chess::{Bitboard, Board, Color, EXCHANGE_VALUES, Move, Role, Square};

/// A pawn, by which a price may be short.
const PAWN: i32 = 100;
/// A smaller loss is not worth naming.
const LEAST: i32 = 100;

/// The reply takes a piece, the exchange on its square wins it, and at rest it is still gone.
pub(super) fn hangs(case: &Case) -> Option<Reason> {
    let (role, square) = piece_taken(case)?;
    let answer = case.answer()?;
    let value = EXCHANGE_VALUES[role];
    if case.after.see(answer) < value - PAWN || case.loss() < value - PAWN || case.cost() < value / 2 {
        return None;
    }
    let (name, piece, reply) = (case.name(), words::role(role), case.answer_name());
    let moved = square == landing(case);
    let text = match taken(&case.before, case.played) {
        Some((pawn, _)) if moved => {
            format!("{name} gives the {piece} for a {}: {reply}.", words::role(pawn))
        }
        _ if moved => format!("{name} puts the {piece} where it can be taken: {reply} wins it."),
        _ => format!("{name} leaves the {piece} on {square} hanging: {reply} wins it."),
    };
    Some(case.by_reply(Kind::Hangs, text, vec![square]))
}

/// The piece that falls had one defender, and that has moved away or is taken first.
pub(super) fn removes_defender(case: &Case) -> Option<Reason> {
    if case.cost() < LEAST {
        return None;
    }
    moves_defender(case).or_else(|| loses_defender(case))
}

fn moves_defender(case: &Case) -> Option<Reason> {
    let (role, square) = piece_taken(case)?;
    let from = case.played.from();
    if square == landing(case) || defenders(&case.before, square, case.us) != from.bitboard() {
        return None;
    }
    // If the piece was already lost before, its defender is not the point.
    let price = EXCHANGE_VALUES[role] - PAWN;
    let lost_before = passed(&case.before).is_some_and(|board| wins_on(&board, square, price));
    let still_defended = defenders(&case.after, square, case.us).any();
    if lost_before || still_defended || case.loss() < price {
        return None;
    }
    let defender = words::role(case.before.role_at(from)?);
    let text = format!(
        "{} takes away the only defender of the {} on {square}, the {defender}: {} wins it.",
        case.name(),
        words::role(role),
        case.answer_name()
    );
    Some(case.by_reply(Kind::RemovesDefender, text, vec![square, from]))
}

/// The reply takes the defender, the next move of the opponent what it defended.
fn loses_defender(case: &Case) -> Option<Reason> {
    let losses = case.losses();
    let [first, second, ..] = losses[..] else { return None };
    if first.ply != 0 || second.ply != 2 || second.role == Role::Pawn || second.square == first.square {
        return None;
    }
    let alone = defenders(&case.after, second.square, case.us) == first.square.bitboard();
    if !alone || second.origin != second.square || case.loss() < EXCHANGE_VALUES[second.role] - PAWN {
        return None;
    }
    let text = format!(
        "{} lets the defender of the {} on {} be taken: after {} it falls.",
        case.name(),
        words::role(second.role),
        second.square,
        case.answer_name()
    );
    Some(case.by_reply(Kind::RemovesDefender, text, vec![second.square, first.square]))
}

/// The reply was threatened before: passing would have lost the same piece to the same move.
pub(super) fn ignores_threat(case: &Case) -> Option<Reason> {
    let victim = case.losses().first().map(|capture| (capture.role, capture.square))?;
    let wins = case.loss() >= LEAST && case.cost() >= LEAST;
    if !wins || !(was_searched(case, victim) || was_in_the_air(case)) {
        return None;
    }
    let text = format!(
        "{} does nothing against the threat of {}, which wins {}.",
        case.name(),
        case.answer_name(),
        words::gain(&case.before, &case.reply_rest.board, !case.us)
    );
    Some(case.by_reply(Kind::IgnoresThreat, text, vec![victim.1]))
}

/// A search after passing begins with the reply and wins the same piece.
fn was_searched(case: &Case, victim: (Role, Square)) -> bool {
    let (Some(threat), Some(answer)) = (&case.threat, case.answer()) else { return false };
    let same_move = |mv: &Move| (mv.from(), mv.to()) == (answer.from(), answer.to());
    let rest = threat.rest();
    let won = material(&rest.board, !case.us) - material(&threat.start, !case.us);
    let settled = Line { moves: rest.moves.clone(), ..threat.clone() };
    let first = settled.captures(rest.moves.len()).into_iter().find(|capture| capture.ply % 2 == 0);
    threat.moves.first().is_some_and(same_move)
        && won >= LEAST
        && first.is_some_and(|first| (first.role, first.square) == victim)
}

/// The reply takes a piece that it could have taken, and won, before the move.
fn was_in_the_air(case: &Case) -> bool {
    let (Some(board), Some(answer), Some((role, square))) =
        (passed(&case.before), case.answer(), piece_taken(case))
    else {
        return false;
    };
    let price = EXCHANGE_VALUES[role] - PAWN;
    let stood_there = case.before.piece_at(square) == case.after.piece_at(square);
    stood_there && board.is_legal(answer) && board.see(answer) >= price && case.loss() >= price
}

/// The reply wins material, however it does it.
pub(super) fn loses(case: &Case) -> Option<Reason> {
    if case.loss() < LEAST || case.cost() < LEAST {
        return None;
    }
    let first = *case.losses().first()?;
    let won = words::gain(&case.before, &case.reply_rest.board, !case.us);
    let text = match first.ply {
        0 => format!("{} loses {won}: {}.", case.name(), case.answer_name()),
        _ => format!("{} loses {won}, beginning with {}.", case.name(), case.answer_name()),
    };
    Some(case.by_reply(Kind::LosesMaterial, text, vec![first.square]))
}

/// The best line wins material that the played move does not.
pub(super) fn misses_capture(case: &Case) -> Option<Reason> {
    if case.best_gain() < LEAST || case.difference() < LEAST {
        return None;
    }
    let best = *case.best.moves.first()?;
    let won = words::gain(&case.before, &case.best_rest.board, case.us);
    let text = format!("{} misses {}, which wins {won}.", case.name(), case.best_name());
    Some(case.by_best(Kind::MissesCapture, text, vec![best.to()]))
}

/// The piece the reply takes, if it is not a pawn.
fn piece_taken(case: &Case) -> Option<(Role, Square)> {
    taken(&case.after, case.answer()?).filter(|(role, _)| *role != Role::Pawn)
}

/// Where the played piece stands now. A castling king is not where its move points.
pub(super) fn landing(case: &Case) -> Square {
    if case.played.is_castle() { case.after.king(case.us) } else { case.played.to() }
}

/// The pieces of a color that protect a square.
pub(super) fn defenders(board: &Board, square: Square, color: Color) -> Bitboard {
    board.attackers(square, board.occupied()) & board.color(color)
}

/// True if the side to move wins so much by a capture on a square.
pub(super) fn wins_on(board: &Board, square: Square, least: i32) -> bool {
    board.legal_moves().into_iter().any(|mv| mv.is_capture() && mv.to() == square && board.see(mv) >= least)
}
