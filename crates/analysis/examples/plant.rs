//! Makes the positions of `tests/data/planted.tsv`: moves that lose or miss material, and moves that do not, found by brute
//! force. Games of random and weakly searched moves are walked through; a plain search for material alone, with captures
//! played out, judges every candidate. It shares nothing with the detectors it tests but the board. `tests/planted.py`
//! confirms every row with python-chess. The rare kinds take hours: the file holds what a run had printed when it was stopped.
//!
//! `cargo run --release -p vernier-analysis --example plant > crates/analysis/tests/data/planted.tsv`

use vernier_chess::{Bitboard, Board, EXCHANGE_VALUES, Move, Role, Square, attacks};
use vernier_engine::{Limits, NnueEval, Rng, SyncSearcher};

/// The first kinds of [`WANTED`] come by themselves; the others are rare and looked for.
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
/// Full-width plies of the search for material, before captures are played out.
const DEPTH: u32 = 3;
/// Nodes of the search that says whether a refutation is the one to choose.
const JUDGE: u64 = 50_000;
/// Moves tried in a position.
const TRIES: usize = 4;
const ENDLESS: i32 = 1_000_000;

fn main() {
    let worker = std::thread::Builder::new().stack_size(SyncSearcher::STACK).spawn(plant).expect("a thread");
    worker.join().expect("the work ends");
}

fn plant() {
    let network = NnueEval::embedded().expect("a network");
    let mut solo = SyncSearcher::new(Box::new(NnueEval::new(network)), 16).expect("16 MB");
    let mut random = Rng::new(16);
    let mut left = WANTED.map(|(_, wanted)| wanted);
    println!(
        "# kind, position, move, piece, square, reply or better move; made by brute force: examples/plant.rs"
    );
    while left.iter().any(|left| *left > 0) {
        let board = walk(&mut solo, &mut random);
        let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
        if moves.is_empty() || board.in_check() || balance(&board).abs() > 100 {
            continue;
        }
        random.shuffle(&mut moves);
        let wins_at_once = forcing(&board).any(|mv| board.see(mv) >= 300);
        let plain = left[..PLAIN].iter().any(|left| *left > 0) && random.below(4) == 0;
        let rare = |mv: &Move| wins_at_once || loses_guard(&board, *mv) || allows_blow(&board.play(*mv));
        let tried: Vec<Move> = moves.into_iter().filter(|mv| plain || rare(mv)).take(TRIES).collect();
        if tried.is_empty() {
            continue;
        }
        let (best, _) = search(&board, DEPTH + 1, -ENDLESS, ENDLESS);
        let quiet = best - balance(&board) < 100;
        for mv in tried {
            let found = if quiet { error(&board, mv, best) } else { omission(&board, mv, best) };
            let Some((kind, square)) = found else { continue };
            let index = WANTED.iter().position(|(name, _)| *name == kind).expect("a kind");
            if left[index] == 0 {
                continue;
            }
            // The board on which something is won, and how: after the move, or instead of it.
            let scene = if kind == "capture" { board } else { board.play(mv) };
            let reply = search(&scene, DEPTH, -ENDLESS, ENDLESS).1.first().copied();
            // Where a real search finds something better still, the fact is there but is not the point.
            if kind != "none" && solo.think(&scene, &[], Limits::nodes(JUDGE)).best != reply {
                continue;
            }
            left[index] -= 1;
            let reply = reply.map_or("-".to_owned(), |reply| reply.to_string());
            let role = square.and_then(|square| board.play(mv).role_at(square)).map_or('-', Role::to_char);
            let square = square.map_or("-".to_owned(), |square| square.to_string());
            println!("{kind}\t{board}\t{mv}\t{role}\t{square}\t{reply}");
            eprintln!("{left:?}");
            break;
        }
    }
}

/// Captures and promotions.
fn forcing(board: &Board) -> impl Iterator<Item = Move> {
    board.legal_moves().into_iter().filter(|mv| mv.is_capture() || mv.is_promotion())
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

/// A quiet move of the opponent has the shape of a tactic, and every answer to it loses a piece by exchange. A quick look before
/// the search.
fn allows_blow(after: &Board) -> bool {
    after.legal_moves().into_iter().any(|reply| {
        let shaped = !reply.is_capture() && Blow::of(after, reply, None).is_some_and(|blow| blow.has_shape());
        shaped && {
            let board = after.play(reply);
            board.legal_moves().into_iter().all(|defence| {
                let board = board.play(defence);
                forcing(&board).any(|mv| board.see(mv) >= 200)
            })
        }
    })
}

/// A position of a game of random and weakly searched moves.
fn walk(solo: &mut SyncSearcher, random: &mut Rng) -> Board {
    let mut board = Board::start();
    for ply in 0..14 + random.below(60) {
        let moves = board.legal_moves();
        let mv = match ply {
            _ if moves.is_empty() => None,
            0..8 => Some(moves[random.below(moves.len())]),
            _ => solo.think(&board, &[], Limits::nodes(400)).best,
        };
        let Some(mv) = mv else { break };
        board = board.play(mv);
    }
    board
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
        let taking = *line.get(2).filter(|mv| mv.is_capture() && loss >= 200)?;
        let blow = Blow::of(&after, reply, Some(taking))?;
        let (kind, square) = blow.kind()?;
        // Two plies deeper the refutation must still be this one.
        let (deeper, again) = search(&after, DEPTH + 1, -ENDLESS, ENDLESS);
        return (again.first() == Some(&reply) && deeper + best >= 200).then_some((kind, Some(square)));
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

/// A quiet reply, the board after it, and what its side takes next.
struct Blow {
    before: Board,
    board: Board,
    reply: Move,
    role: Role,
    taking: Option<Move>,
}

impl Blow {
    fn of(after: &Board, reply: Move, taking: Option<Move>) -> Option<Self> {
        let board = after.play(reply);
        let role = board.role_at(reply.to()).filter(|_| !reply.is_castle() && !reply.is_promotion())?;
        Some(Self { before: *after, board, reply, role, taking })
    }

    /// What the reply does, and the square of the piece that falls.
    fn kind(&self) -> Option<(&'static str, Square)> {
        let taking = self.taking?;
        let target = taking.to();
        // What is taken must have stood there: a defence that puts something in the way is another story.
        self.victims().has(target).then_some(())?;
        let by_itself = taking.from() == self.reply.to();
        if by_itself && self.attacked().has(target) && self.worth_taking().count() >= 2 {
            return Some(("fork", target));
        }
        if let Some((front, back)) = self.ray() {
            let [first, second] = [front, back].map(|square| self.worth(square));
            if by_itself && target == back && first > second {
                return Some(("skewer", back));
            }
            if target == front && first < second && second >= 500 {
                return Some(("pin", front));
            }
        }
        if self.opened(taking.from()).has(target) {
            return Some(("discovered", target));
        }
        self.is_trapped(target).then_some(("trapped", target))
    }

    /// It could be any of these.
    fn has_shape(&self) -> bool {
        let victims = self.victims();
        self.worth_taking().count() >= 2
            || self.ray().is_some()
            || self
                .board
                .color(!self.board.turn())
                .into_iter()
                .any(|slider| self.opened(slider).meets(victims))
            || (self.attacked() & victims).into_iter().any(|square| self.is_trapped(square))
    }

    /// Pieces of the side that must answer, without pawns and king.
    fn victims(&self) -> Bitboard {
        self.board.color(self.board.turn()) - self.board.role(Role::Pawn) - self.board.role(Role::King)
    }

    fn attacked(&self) -> Bitboard {
        attacks::of(self.role, self.before.turn(), self.reply.to(), self.board.occupied())
    }

    /// Pieces it attacks that are worth more than it or stand alone, and the king.
    fn worth_taking(&self) -> impl Iterator<Item = Square> {
        let defended = |square: Square| {
            (self.board.attackers(square, self.board.occupied()) & self.board.color(self.board.turn())).any()
        };
        let own = self.board.color(self.board.turn()) - self.board.role(Role::Pawn);
        (self.attacked() & own)
            .into_iter()
            .filter(move |square| self.worth(*square) > EXCHANGE_VALUES[self.role] || !defended(*square))
    }

    fn worth(&self, square: Square) -> i32 {
        match self.board.role_at(square) {
            Some(Role::King) => 10_000,
            role => role.map_or(0, |role| EXCHANGE_VALUES[role]),
        }
    }

    /// Two pieces, one behind the other, on a line of the piece that moved.
    fn ray(&self) -> Option<(Square, Square)> {
        if !matches!(self.role, Role::Bishop | Role::Rook | Role::Queen) {
            return None;
        }
        let own = self.board.color(self.board.turn()) - self.board.role(Role::Pawn);
        let (at, occupied) = (self.reply.to(), self.board.occupied());
        (self.attacked() & own).into_iter().find_map(|front| {
            let through = attacks::of(self.role, self.before.turn(), at, occupied.without(front));
            let beyond = (through - self.attacked()) & own & attacks::line(at, front);
            beyond.into_iter().next().map(|back| (front, back))
        })
    }

    /// What a slider that did not move attacks now and did not before.
    fn opened(&self, slider: Square) -> Bitboard {
        let seen = |board: &Board| match board.role_at(slider) {
            Some(role @ (Role::Bishop | Role::Rook | Role::Queen)) if slider != self.reply.to() => {
                attacks::of(role, self.before.turn(), slider, board.occupied())
            }
            _ => Bitboard::EMPTY,
        };
        seen(&self.board) - seen(&self.before)
    }

    /// It is attacked now, was not before, and has squares to go to, on each of which it is lost.
    fn is_trapped(&self, square: Square) -> bool {
        let mut exits =
            self.board.legal_moves().into_iter().filter(|mv| mv.from() == square).collect::<Vec<Move>>();
        let price = self.worth(square) - 100;
        exits.retain(|mv| {
            let there = self.board.play(*mv);
            let lost = there
                .legal_moves()
                .into_iter()
                .any(|taking| taking.to() == mv.to() && taking.is_capture() && there.see(taking) >= price);
            !lost || mv.is_capture()
        });
        let could_move = self.board.legal_moves().into_iter().any(|mv| mv.from() == square);
        let was_safe = (self.before.attackers(square, self.before.occupied())
            & self.before.color(self.before.turn()))
        .is_empty();
        could_move && was_safe && exits.is_empty()
    }
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
