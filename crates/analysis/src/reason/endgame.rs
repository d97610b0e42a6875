//! Tablebases, queening pawns and draws.

use super::material;
use super::{Case, Kind, Proof, Reason};
use crate::words;
use vernier_chess::{Game, Key, Move, Role};
use vernier_engine::{FiftyMoveRule, Tablebases, Wdl};

/// What tablebases say of a move.
#[derive(Clone, Debug)]
pub struct TableChange {
    /// The result before the move.
    pub before: Wdl,
    /// The result the move leads to.
    pub after: Wdl,
    /// The line of the tables after the best move, the best move first.
    pub line: Vec<Move>,
}

/// Moves of a table's line that are shown.
const TABLE_LINE: usize = 12;

impl TableChange {
    /// Looks a move up; nothing if the tables do not know the position.
    pub fn look(tables: &Tablebases, game: &Game, played: Move) -> Option<Self> {
        let mut keys: Vec<Key> = game.keys().to_vec();
        keys.pop();
        let ranked = tables.moves(game.board(), &keys, FiftyMoveRule::Counts).ok()??;
        let best = ranked.first()?;
        let after = ranked.iter().find(|found| found.mv == played)?.wdl;
        let (before, mut line) = (best.wdl, vec![best.mv]);
        let mut on = game.clone();
        on.play(best.mv).ok()?;
        while line.len() < TABLE_LINE {
            let mut keys: Vec<Key> = on.keys().to_vec();
            keys.pop();
            let Ok(Some(ranked)) = tables.moves(on.board(), &keys, FiftyMoveRule::Counts) else { break };
            let Some(next) = ranked.first().copied() else { break };
            on.play(next.mv).ok()?;
            line.push(next.mv);
        }
        Some(Self { before, after, line })
    }
}

/// The tables know a better result than the move keeps.
pub(super) fn tablebase(case: &Case) -> Option<Reason> {
    let tables = case.tables.as_ref()?;
    let class = |wdl: Wdl| match wdl {
        Wdl::Win => 2,
        Wdl::Loss => 0,
        _ => 1,
    };
    if class(tables.after) >= class(tables.before) {
        return None;
    }
    let (had, has) = match (class(tables.before), class(tables.after)) {
        (2, 1) => ("a win", "a draw"),
        (2, _) => ("a win", "a loss"),
        _ => ("a draw", "a loss"),
    };
    let best = *tables.line.first()?;
    let text = format!(
        "{} turns {had} into {has}, by the tablebases; {} keeps {had}.",
        case.name(),
        words::numbered(&case.before, best)
    );
    let proof = Proof { start: case.before, moves: tables.line.clone(), squares: vec![best.to()] };
    Some(Reason { kind: Kind::Tablebase, text, proof })
}

/// A pawn of the opponent queens in the reply and stays; it does not in the best line. Or the other way round.
pub(super) fn passed_pawn(case: &Case) -> Option<Reason> {
    let queens = |line: &crate::Line, parity: usize| {
        line.moves
            .iter()
            .enumerate()
            .find(|(ply, mv)| ply % 2 == parity && mv.promotion() == Some(Role::Queen))
            .map(|(ply, mv)| {
                let origin = line.moves[..ply]
                    .iter()
                    .rev()
                    .fold(mv.from(), |at, mv| if mv.to() == at { mv.from() } else { at });
                (origin, *mv, ply)
            })
    };
    let theirs = queens(&case.reply, 0).filter(|_| queens(&case.best, 1).is_none());
    if let Some((origin, mv, ply)) = theirs.filter(|_| case.loss() > -200) {
        let text =
            format!("{} lets the pawn on {origin} through: it becomes a queen on {}.", case.name(), mv.to());
        let proof = Proof {
            start: case.after,
            moves: case.reply.moves[..=ply].to_vec(),
            squares: vec![origin, mv.to()],
        };
        return Some(Reason { kind: Kind::PassedPawn, text, proof });
    }
    let (origin, mv, ply) = queens(&case.best, 0).filter(|_| queens(&case.reply, 1).is_none())?;
    if ply == 0 && material::misses_capture(case).is_some() {
        // What the promotion wins has been said, and it is not what comes after it.
        return None;
    }
    let text = format!(
        "{} misses {}, after which the pawn on {origin} becomes a queen on {}.",
        case.name(),
        case.best_name(),
        mv.to()
    );
    let proof =
        Proof { start: case.before, moves: case.best.moves[..=ply].to_vec(), squares: vec![origin, mv.to()] };
    Some(Reason { kind: Kind::PassedPawn, text, proof })
}

/// Expected points from which a game counts as won.
const WON: f64 = 75.0;

/// The game was won, and the reply draws it by force of the rules.
pub(super) fn gives_draw(case: &Case) -> Option<Reason> {
    if case.best.expected() < WON || case.reply.score.0 != 0 {
        return None;
    }
    let mut game = case.game.clone();
    game.play(case.played).ok()?;
    let mut way = drawn(&game);
    let mut plies = 0;
    for mv in &case.reply.moves {
        if way.is_some() {
            break;
        }
        game.play(*mv).ok()?;
        plies += 1;
        way = drawn(&game);
    }
    let text = format!("{} gives away a won game: it ends in a draw by {}.", case.name(), way?);
    let proof = Proof { start: case.after, moves: case.reply.moves[..plies].to_vec(), squares: Vec::new() };
    Some(Reason { kind: Kind::GivesDraw, text, proof })
}

/// Why a game is drawn. A position that comes back can come back once more.
fn drawn(game: &Game) -> Option<&'static str> {
    let board = game.board();
    if board.is_stalemate() {
        Some("stalemate")
    } else if board.has_insufficient_material() {
        Some("lack of material")
    } else if game.occurrences() >= 2 {
        Some("repetition")
    } else if board.halfmove_clock() >= 100 && !board.is_checkmate() {
        Some("the fifty-move rule")
    } else {
        None
    }
}
