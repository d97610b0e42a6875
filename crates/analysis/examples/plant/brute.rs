//! Material by brute force: every move to a depth, then captures as long as they pay.

use vernier_chess::{Board, EXCHANGE_VALUES, Move, Role};

pub const ENDLESS: i32 = 1_000_000;

/// Captures and promotions.
pub fn forcing(board: &Board) -> impl Iterator<Item = Move> {
    board.legal_moves().into_iter().filter(|mv| mv.is_capture() || mv.is_promotion())
}

/// Material for the side to move.
pub fn balance(board: &Board) -> i32 {
    let us = board.turn();
    Role::ALL
        .into_iter()
        .map(|role| {
            EXCHANGE_VALUES[role]
                * (board.pieces(us, role).len() as i32 - board.pieces(!us, role).len() as i32)
        })
        .sum()
}

/// The best material by force, and how. Mates count.
pub fn search(board: &Board, depth: u32, mut alpha: i32, beta: i32) -> (i32, Vec<Move>) {
    let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
    if moves.is_empty() {
        return (if board.in_check() { -10_000 } else { 0 }, Vec::new());
    }
    let playing_out = depth == 0;
    let (mut best, mut line) = (-ENDLESS, Vec::new());
    if playing_out && !board.in_check() {
        best = balance(board);
        alpha = alpha.max(best);
        if best >= beta {
            return (best, line);
        }
        moves.retain(|mv| (mv.is_capture() || mv.is_promotion()) && board.see(*mv) >= 0);
    }
    moves.sort_by_key(|mv| if mv.is_capture() || mv.is_promotion() { -board.see(*mv) - 1 } else { 0 });
    for mv in moves {
        let (value, reply) = search(&board.play(mv), depth.saturating_sub(1), -beta, -alpha);
        if -value > best {
            best = -value;
            line = vec![mv];
            line.extend(reply);
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    (best, line)
}
