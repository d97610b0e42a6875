//! Tactics are rare in even positions, so they are looked for backwards: first a position in which a quiet move wins a piece, then a
//! move of the other side that leads there from a position in which nothing was lost yet.

use crate::blow::Blow;
use crate::brute::{ENDLESS, balance, forcing, search};
use crate::{DEPTH, JUDGE};
use vernier_chess::{Bitboard, Board, Move, Role, Square, attacks};
use vernier_engine::{Limits, Rng, SyncSearcher};

/// Nodes of the search that decides whether a position is even.
const CALM: u64 = 10_000;
/// Centipawns that a refutation must gain in a real search.
const CLEAR: i32 = 100;
/// Moves taken back for each tactic.
const TRIES: usize = 8;

/// A move that allows a tactic.
pub struct Ambush {
    pub before: Board,
    pub mv: Move,
    pub reply: Move,
    pub kind: &'static str,
    /// The piece that is lost.
    pub square: Square,
}

/// The quiet move that wins a piece.
struct Refutation {
    reply: Move,
    kind: &'static str,
    square: Square,
    value: i32,
}

/// A move that leads to this position and allows a tactic of one of the kinds that are wanted.
pub fn find(
    after: &Board,
    wanted: impl Fn(&str) -> bool,
    solo: &mut SyncSearcher,
    random: &mut Rng,
) -> Option<Ambush> {
    if after.in_check() || balance(after).abs() > 200 || !allows_blow(after) {
        return None;
    }
    let Refutation { reply, kind, square, value } =
        refutation(after, solo).filter(|found| wanted(found.kind))?;
    let mut ways = unmoves(after);
    random.shuffle(&mut ways);
    for (before, mv) in ways.into_iter().take(TRIES) {
        let forced = before.in_check() || before.legal_moves().len() < 5;
        if forced || solo.think(&before, &[], Limits::nodes(CALM)).score.0.abs() > 100 {
            continue;
        }
        let (best, _) = search(&before, DEPTH + 1, -ENDLESS, ENDLESS);
        if best - balance(&before) < 100 && best + value >= 200 {
            return Some(Ambush { before, mv, reply, kind, square });
        }
    }
    None
}

/// A quiet move of the side to move has the shape of a tactic, and every answer to it loses a piece by exchange. A quick look before
/// the search.
pub fn allows_blow(after: &Board) -> bool {
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

/// The tactic that a real search and brute force both choose, if no other move wins as much.
fn refutation(after: &Board, solo: &mut SyncSearcher) -> Option<Refutation> {
    // A move that wins a piece but gives back as much elsewhere is not a refutation.
    let chosen = |solo: &mut SyncSearcher, nodes| {
        let thought = solo.think(after, &[], Limits::nodes(nodes));
        thought.best.filter(|mv| !mv.is_capture() && thought.score.0 >= CLEAR)
    };
    let early = chosen(solo, JUDGE / 20)?;
    let reply = chosen(solo, JUDGE).filter(|reply| *reply == early)?;
    let (value, line) = search(after, DEPTH, -ENDLESS, ENDLESS);
    let taking = *line.get(2).filter(|mv| mv.is_capture() && line[0] == reply)?;
    if value - balance(after) < 200 || value > 5_000 || rival(after, reply, DEPTH) > value - 150 {
        return None;
    }
    let (kind, square) = Blow::of(after, reply, Some(taking))?.kind()?;
    // One ply deeper, this must still be the refutation.
    let (deeper, again) = search(after, DEPTH + 1, -ENDLESS, ENDLESS);
    let stands = again.first() == Some(&reply) && deeper - balance(after) >= 200;
    stands.then_some(Refutation { reply, kind, square, value: value.min(deeper) })
}

/// What the best of the other moves wins.
pub fn rival(after: &Board, reply: Move, depth: u32) -> i32 {
    let others = after.legal_moves().into_iter().filter(|mv| *mv != reply);
    others.map(|mv| -search(&after.play(mv), depth - 1, -ENDLESS, ENDLESS).0).max().unwrap_or(-ENDLESS)
}

/// Positions before a quiet move of the side that has just moved, with that move.
fn unmoves(after: &Board) -> Vec<(Board, Move)> {
    let mover = !after.turn();
    let mut found = Vec::new();
    for to in after.color(mover) {
        let Some(role) = after.role_at(to) else { continue };
        let origins = match role {
            Role::Pawn => Bitboard::from(to.file()) - after.occupied(),
            _ => attacks::of(role, mover, to, after.occupied()) - after.occupied(),
        };
        found.extend(origins.into_iter().filter_map(|from| unmove(after, from, to)));
    }
    found
}

/// The position before a piece went from one square to another.
fn unmove(after: &Board, from: Square, to: Square) -> Option<(Board, Move)> {
    let mut setup = after.setup();
    setup.pieces[from] = setup.pieces[to].take();
    setup.turn = !setup.turn;
    setup.en_passant = None;
    setup.halfmove_clock = 0;
    let before = Board::try_from(setup).ok()?;
    let mv =
        before.legal_moves().into_iter().find(|mv| (mv.from(), mv.to()) == (from, to) && !mv.is_castle())?;
    // The castling rights must match those of the position under study.
    (before.play(mv).setup().castling == after.setup().castling).then_some((before, mv))
}
