//! Makes the positions of `tests/data/planted.tsv`: moves that lose or miss material, and moves that do not, found by brute
//! force. Games of random and weakly searched moves are walked through; a plain search for material alone, with captures
//! played out, judges every candidate. It shares nothing with the detectors it tests but the board.
//!
//! `cargo run -p vernier-analysis --example plant > crates/analysis/tests/data/planted.tsv`

use vernier_chess::{Board, EXCHANGE_VALUES, Move, Role, Square, attacks};
use vernier_engine::{Limits, NnueEval, SyncSearcher};

/// Positions of each kind.
const WANTED: [(&str, usize); 6] =
    [("hang", 100), ("none", 100), ("threat", 50), ("defender", 50), ("fork", 20), ("capture", 30)];
/// Full-width plies of the search for material, before captures are played out.
const DEPTH: u32 = 3;
const ENDLESS: i32 = 1_000_000;

fn main() {
    let worker = std::thread::Builder::new().stack_size(SyncSearcher::STACK).spawn(plant).expect("a thread");
    worker.join().expect("the work ends");
}

fn plant() {
    let network = NnueEval::embedded().expect("a network");
    let mut solo = SyncSearcher::new(Box::new(NnueEval::new(network)), 16).expect("16 MB");
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below.max(1) as u64) as usize
    };
    let mut left = WANTED.map(|(_, wanted)| wanted);
    println!("# kind, position, move, piece, square; made by brute force: examples/plant.rs");
    while left.iter().any(|left| *left > 0) {
        let mut board = Board::start();
        let length = 14 + next(60);
        for ply in 0..length {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = if ply < 8 {
                moves[next(moves.len())]
            } else {
                match solo.think(&board, &[], Limits::nodes(400)).best {
                    Some(best) => best,
                    None => break,
                }
            };
            board = board.play(mv);
        }
        let moves = board.legal_moves();
        if moves.is_empty() || board.in_check() || balance(&board).abs() > 100 {
            continue;
        }
        let (best, _) = search(&board, DEPTH + 1, -ENDLESS, ENDLESS);
        let quiet = best - balance(&board) < 100;
        for _ in 0..10 {
            let mv = moves[next(moves.len())];
            let found = if quiet { error(&board, mv, best) } else { omission(&board, mv, best) };
            let Some((kind, square)) = found else { continue };
            let index = WANTED.iter().position(|(name, _)| *name == kind).expect("a kind");
            if left[index] > 0 {
                left[index] -= 1;
                let role =
                    square.and_then(|square| board.play(mv).role_at(square)).map_or('-', Role::to_char);
                let square = square.map_or("-".to_owned(), |square| square.to_string());
                println!("{kind}\t{board}\t{mv}\t{role}\t{square}");
                break;
            }
        }
    }
}

/// What is wrong with a move in a position where nothing can be won: the kind, and the piece that falls.
fn error(board: &Board, mv: Move, best: i32) -> Option<(&'static str, Option<Square>)> {
    let after = board.play(mv);
    let (value, line) = search(&after, DEPTH, -ENDLESS, ENDLESS);
    let loss = best + value;
    if loss <= 0 {
        return Some(("none", None));
    }
    let reply = *line.first()?;
    if after.is_checkmate() || value > 5_000 || board.legal_moves().len() < 5 {
        return None;
    }
    // The reply must be the only one that wins as much.
    let rival = after
        .legal_moves()
        .into_iter()
        .filter(|mv| *mv != reply)
        .map(|mv| -search(&after.play(mv), DEPTH - 1, -ENDLESS, ENDLESS).0)
        .max();
    if rival.is_some_and(|rival| rival > value - 150) {
        return None;
    }
    if !reply.is_capture() {
        return fork(&after, reply, &line, loss);
    }
    let square = reply.to();
    let role = after.role_at(square).filter(|role| *role != Role::Pawn)?;
    let price = EXCHANGE_VALUES[role] - 100;
    if loss < price || reply.is_promotion() {
        return None;
    }
    if square == mv.to() || mv.is_castle() {
        return Some(("hang", Some(square)));
    }
    let mut passed = *board;
    let _ = passed.make_null();
    let (threat, threat_line) = search(&passed, DEPTH, -ENDLESS, ENDLESS);
    if threat_line.first().is_some_and(|first| first.from() == reply.from() && first.to() == square)
        && best + threat >= price
    {
        return Some(("threat", Some(square)));
    }
    let guards = |board: &Board| board.attackers(square, board.occupied()) & board.color(!after.turn());
    if guards(board) == mv.from().bitboard() && guards(&after).is_empty() && best + threat < price {
        return Some(("defender", Some(square)));
    }
    Some(("hang", Some(square)))
}

/// A knight or pawn attacks two pieces worth more than it, and takes one of them two plies later.
fn fork(after: &Board, reply: Move, line: &[Move], loss: i32) -> Option<(&'static str, Option<Square>)> {
    let role = after.role_at(reply.from()).filter(|role| matches!(role, Role::Knight | Role::Pawn))?;
    let hit = after.play(reply);
    let targets = attacks::of(role, after.turn(), reply.to(), hit.occupied()) & hit.color(hit.turn());
    let worth = |square: &Square| {
        hit.role_at(*square)
            .is_some_and(|target| target == Role::King || EXCHANGE_VALUES[target] > EXCHANGE_VALUES[role])
    };
    let targets: Vec<Square> = targets.into_iter().filter(worth).collect();
    let taking = *line.get(2)?;
    (targets.len() >= 2 && loss >= 200 && taking.from() == reply.to() && targets.contains(&taking.to()))
        .then_some(("fork", None))
}

/// A move that neither wins nor loses where another wins a piece.
fn omission(board: &Board, mv: Move, best: i32) -> Option<(&'static str, Option<Square>)> {
    let (value, _) = search(&board.play(mv), DEPTH, -ENDLESS, ENDLESS);
    let now = balance(board);
    (best - now >= 300 && best < 5_000 && -value == now).then_some(("capture", None))
}

/// Material for the side to move.
fn balance(board: &Board) -> i32 {
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
fn search(board: &Board, depth: u32, mut alpha: i32, beta: i32) -> (i32, Vec<Move>) {
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
