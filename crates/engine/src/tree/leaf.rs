//! What a leaf is worth: random play-outs, the evaluation, or quiescence on top of it.

use super::line::Line;
use super::node::Value;
use crate::{MAX_PLY, Parameters, Rng, Score, WinCurve};
use vernier_chess::{EXCHANGE_VALUES, Move, MoveClass, Role};

/// Captures that lose more than this against what is needed are not tried.
const MARGIN: i32 = 170;

/// The value of the position on the board to its side to move, who has a legal move.
pub(super) fn value(line: &mut Line<'_>, parameters: &Parameters, rng: &mut Rng) -> Value {
    if line.board.has_insufficient_material() {
        return Value::DRAW;
    }
    let curve = WinCurve::self_play(&line.board);
    let score = if !parameters.tree_evaluation {
        return play_out(line, parameters.tree_playout_plies, rng);
    } else if parameters.tree_quiescence || line.board.in_check() {
        quiesce(line, -Score::INFINITE, Score::INFINITE)
    } else {
        line.evaluate()
    };
    let (win, loss) = (curve.win(score), curve.win(-score));
    Value { points: (1.0 + win - loss) / 2.0, draw: (1.0 - win - loss).max(0.0) }
}

/// Captures and promotions until nothing hangs, then the evaluation. In check every move is tried.
fn quiesce(line: &mut Line<'_>, mut alpha: Score, beta: Score) -> Score {
    let (ply, in_check) = (line.ply(), line.board.in_check());
    if ply >= MAX_PLY {
        return if in_check { Score::DRAW } else { line.evaluate() };
    }
    let mut best = Score::mated_in(ply);
    let mut stand = Score::DRAW;
    if !in_check {
        stand = line.evaluate();
        best = stand;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
    }
    let class = if in_check { MoveClass::All } else { MoveClass::Noisy };
    let mut moves: Vec<(i32, Move)> = Vec::new();
    line.board.for_each_move(class, |mv| moves.push((promise(line, mv), mv)));
    moves.sort_unstable_by_key(|(promise, mv)| (core::cmp::Reverse(*promise), mv.bits()));
    for (promise, mv) in moves {
        if !in_check {
            let most = stand + MARGIN + promise;
            if !mv.is_promotion() && most <= alpha && !alpha.is_decisive() {
                best = best.max(most);
                continue;
            }
            if !line.board.see_at_least(mv, 0) {
                continue;
            }
        }
        line.make(mv);
        let score =
            if line.board.has_insufficient_material() { Score::DRAW } else { -quiesce(line, -beta, -alpha) };
        line.unmake();
        best = best.max(score);
        alpha = alpha.max(score);
        if score >= beta || (in_check && mv.is_quiet() && !best.is_loss()) {
            // One quiet way out of check that does not lose is enough.
            break;
        }
    }
    best
}

/// What a move wins at once.
fn promise(line: &Line<'_>, mv: Move) -> i32 {
    let taken = match mv.is_capture() {
        true => line.board.role_at(mv.to()).map_or(EXCHANGE_VALUES[Role::Pawn], |role| EXCHANGE_VALUES[role]),
        false => 0,
    };
    taken + mv.promotion().map_or(0, |role| EXCHANGE_VALUES[role] - EXCHANGE_VALUES[Role::Pawn])
}

/// Plays random moves to the end of the game, or for this many plies, after which the material decides.
fn play_out(line: &Line<'_>, plies: i32, rng: &mut Rng) -> Value {
    let (mut board, us) = (line.board, line.board.turn());
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return match (board.in_check(), board.turn() == us) {
                (true, true) => Value::LOSS,
                (true, false) => Value::WIN,
                (false, _) => Value::DRAW,
            };
        }
        if board.has_insufficient_material() || board.halfmove_clock() >= 100 {
            return Value::DRAW;
        }
        board = board.play(moves[rng.below(moves.len())]);
    }
    let count = |color| -> i32 {
        Role::ALL.into_iter().map(|role| EXCHANGE_VALUES[role] * board.pieces(color, role).len() as i32).sum()
    };
    let curve = WinCurve::self_play(&board);
    let score = Score(count(us) - count(!us));
    let (win, loss) = (curve.win(score), curve.win(-score));
    Value { points: (1.0 + win - loss) / 2.0, draw: (1.0 - win - loss).max(0.0) }
}
