//! Makes the positions of `tests/data/planted.tsv`: moves that lose or miss material, and moves that do not, found by brute
//! force. Games of random and weakly searched moves are walked through; a plain search for material alone, with captures
//! played out, judges every candidate. It shares nothing with the detectors it tests but the board. `tests/planted.py`
//! confirms every row with python-chess.
//!
//! `cargo run --release -p vernier-analysis --example plant > planted.tsv`, or `plant -- pin=20 skewer=20` for some kinds only.

mod ambush;
mod blow;
mod brute;

use ambush::{Ambush, rival};
use brute::{ENDLESS, balance, forcing, search};
use vernier_chess::{Board, EXCHANGE_VALUES, Move, Role, Square};
use vernier_engine::{Limits, NnueEval, Rng, SyncSearcher};

/// The first kinds of [`WANTED`] come by themselves; the others are looked for.
const PLAIN: usize = 3;
/// Positions of each kind.
const WANTED: [(&str, usize); 10] = [
    ("hang", 100),
    ("none", 100),
    ("threat", 50),
    ("defender", 50),
    ("fork", 50),
    ("skewer", 30),
    ("pin", 30),
    ("discovered", 30),
    ("trapped", 30),
    ("capture", 50),
];
/// Kinds that a quiet move brings about: see [`ambush`].
const TACTICS: [&str; 5] = ["fork", "skewer", "pin", "discovered", "trapped"];
/// Full-width plies of the search for material, before captures are played out.
const DEPTH: u32 = 3;
/// Nodes of the search that says whether a refutation is the one to choose.
const JUDGE: u64 = 50_000;
/// Moves tried in a position.
const TRIES: usize = 4;

fn main() {
    let worker = std::thread::Builder::new().stack_size(SyncSearcher::STACK).spawn(plant).expect("a thread");
    worker.join().expect("the work ends");
}

/// The positions still wanted of each kind.
struct Quota([usize; WANTED.len()]);

impl Quota {
    /// What the command line asks for: everything, or `pin=20` and the like.
    fn asked() -> Self {
        let words: Vec<String> = std::env::args().skip(1).collect();
        Self(WANTED.map(|(kind, usual)| {
            match words.is_empty() {
                true => usual,
                false => words
                    .iter()
                    .find_map(|word| word.split_once('=').filter(|(name, _)| *name == kind))
                    .map_or(0, |(_, number)| number.parse().expect("a number")),
            }
        }))
    }

    fn wants(&self, kind: &str) -> bool {
        WANTED.iter().zip(self.0).any(|((name, _), left)| *name == kind && left > 0)
    }

    /// Prints a row of the file.
    fn take(&mut self, kind: &str, board: &Board, mv: Move, square: Option<Square>, reply: Option<Move>) {
        if let Some(index) = WANTED.iter().position(|(name, _)| *name == kind) {
            self.0[index] -= 1;
        }
        let reply = reply.map_or("-".to_owned(), |reply| reply.to_string());
        let role = square.and_then(|square| board.play(mv).role_at(square)).map_or('-', Role::to_char);
        let square = square.map_or("-".to_owned(), |square| square.to_string());
        println!("{kind}\t{board}\t{mv}\t{role}\t{square}\t{reply}");
        eprintln!("{:?}", self.0);
    }
}

fn plant() {
    let network = NnueEval::embedded().expect("a network");
    let mut solo = SyncSearcher::new(Box::new(NnueEval::new(network)), 16).expect("16 MB");
    let mut quota = Quota::asked();
    let seed = std::env::var("SEED").map_or(16, |seed| seed.parse().expect("a number"));
    let mut random = Rng::new(seed);
    println!(
        "# kind, position, move, piece, square, reply or better move; made by brute force: examples/plant"
    );
    while quota.0.iter().any(|left| *left > 0) {
        let game = walk(&mut solo, &mut random);
        if TACTICS.iter().any(|kind| quota.wants(kind)) {
            for after in &game {
                let found = ambush::find(after, |kind| quota.wants(kind), &mut solo, &mut random);
                if let Some(Ambush { before, mv, reply, kind, square }) = found {
                    quota.take(kind, &before, mv, Some(square), Some(reply));
                    break;
                }
            }
        }
        if WANTED.iter().any(|(kind, _)| !TACTICS.contains(kind) && quota.wants(kind))
            && let Some(board) = game.last()
        {
            try_moves(board, &mut quota, &mut solo, &mut random);
        }
    }
}

/// Tries moves of an even position until one shows something that is still wanted.
fn try_moves(board: &Board, quota: &mut Quota, solo: &mut SyncSearcher, random: &mut Rng) {
    let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
    if moves.is_empty() || board.in_check() || balance(board).abs() > 100 {
        return;
    }
    random.shuffle(&mut moves);
    let wins_at_once = forcing(board).any(|mv| board.see(mv) >= 300);
    let plain = quota.0[..PLAIN].iter().any(|left| *left > 0) && random.below(4) == 0;
    let rare = |mv: &Move| wins_at_once || loses_guard(board, *mv);
    let tried: Vec<Move> = moves.into_iter().filter(|mv| plain || rare(mv)).take(TRIES).collect();
    if tried.is_empty() {
        return;
    }
    let (best, _) = search(board, DEPTH + 1, -ENDLESS, ENDLESS);
    let quiet = best - balance(board) < 100;
    for mv in tried {
        let found = if quiet { error(board, mv, best) } else { omission(board, mv, best) };
        let Some((kind, square)) = found.filter(|(kind, _)| quota.wants(kind)) else { continue };
        // The board on which something is won, and how: after the move, or instead of it.
        let scene = if kind == "capture" { *board } else { board.play(mv) };
        let reply = search(&scene, DEPTH, -ENDLESS, ENDLESS).1.first().copied();
        // Where a real search finds something better still, the fact is there but is not the point.
        if kind == "none" || solo.think(&scene, &[], Limits::nodes(JUDGE)).best == reply {
            return quota.take(kind, board, mv, square, reply);
        }
    }
}

/// The move takes the only defender away from a piece that is attacked. A quick look before the search.
fn loses_guard(board: &Board, mv: Move) -> bool {
    let (us, after) = (board.turn(), board.play(mv));
    let pieces = board.color(us) - board.role(Role::Pawn) - board.role(Role::King);
    let around =
        |board: &Board, square, color| board.attackers(square, board.occupied()) & board.color(color);
    pieces.without(mv.from()).into_iter().any(|square| {
        around(board, square, us) == mv.from().bitboard()
            && around(&after, square, us).is_empty()
            && around(&after, square, !us).any()
    })
}

/// The later positions of a game of random and weakly searched moves.
fn walk(solo: &mut SyncSearcher, random: &mut Rng) -> Vec<Board> {
    let mut game = vec![Board::start()];
    for ply in 0..14 + random.below(60) {
        let board = game[game.len() - 1];
        let moves = board.legal_moves();
        let mv = match ply {
            _ if moves.is_empty() => None,
            0..8 => Some(moves[random.below(moves.len())]),
            _ => solo.think(&board, &[], Limits::nodes(400)).best,
        };
        let Some(mv) = mv else { break };
        game.push(board.play(mv));
    }
    game.drain(..8.min(game.len() - 1));
    game
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
    // The reply must be the only one that wins as much. Tactics are found elsewhere.
    if rival(&after, reply, DEPTH) > value - 150 || !reply.is_capture() {
        return None;
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

/// A move that neither wins nor loses where another wins a piece.
fn omission(board: &Board, mv: Move, best: i32) -> Option<(&'static str, Option<Square>)> {
    let (value, _) = search(&board.play(mv), DEPTH, -ENDLESS, ENDLESS);
    let now = balance(board);
    (best - now >= 300 && best < 5_000 && -value == now).then_some(("capture", None))
}
