//! A report written into the game it is about.

use crate::report::{Evaluation, GameReport, MoveReport};
use vernier_chess::pgn::{GameTree, NodeId};

/// Plies of a best line or a proof that are written.
const LINE: usize = 12;

/// Annotates a game: evaluations and chances (`[%eval]`, `[%wdl]`) on every move, and on marked moves the annotation, the
/// reasons, the best line and the line that proves the first reason. What others wrote stays.
pub fn write(tree: &mut GameTree, report: &GameReport) {
    let mainline: Vec<NodeId> = tree.mainline().collect();
    let end = mainline.last().copied();
    let mut parent = None;
    for (id, mv) in mainline.into_iter().zip(&report.moves) {
        if let Some(mark) = mv.mark
            && !tree[id].nags.iter().any(|nag| (1..=9).contains(&nag.0))
        {
            tree[id].nags.push(mark.nag());
        }
        let others: Vec<String> = tree[id].comments.drain(..).map(|text| without_commands(&text)).collect();
        let is_last = tree[id].next().is_empty();
        let mut texts = vec![commands(mv)];
        for reason in &mv.reasons {
            texts.push(reason.text.clone());
            // After the last move there is nothing to vary: a variation there would continue the game.
            if is_last && !reason.proof.text.is_empty() {
                texts.push(format!("({})", reason.proof.text));
            }
        }
        let own = texts.join(" ");
        tree[id].comments.push(own.clone());
        let kept = others.into_iter().filter(|text| !text.is_empty() && !own.contains(text.as_str()));
        let kept: Vec<String> = kept.collect();
        tree[id].comments.extend(kept);
        if mv.mark.is_some_and(|mark| mark.is_error()) {
            if let Some(best) = &mv.best {
                graft(tree, parent, &best.uci, end);
            }
            if let Some(proof) = mv.reasons.first().map(|reason| &reason.proof)
                && proof.fen == mv.fen
                && !is_last
            {
                graft(tree, Some(id), &proof.uci, end);
            }
        }
        parent = Some(id);
    }
    let _ = tree.tags.set("Annotator", "Vernier");
    if let Some((eco, name)) = &report.opening {
        let _ = tree.tags.set("ECO", eco);
        let _ = tree.tags.set("Opening", name);
    }
}

/// Evaluation and chances as other programs read them, from White's view.
fn commands(mv: &MoveReport) -> String {
    let evaluation = match mv.evaluation {
        // A mate on the board has no distance; its sign follows from the result.
        Evaluation::Mate(moves) => format!("#{moves}"),
        // Other programs do not know tablebase scores: a large number of pawns means the same.
        Evaluation::Tablebase(plies) => format!("{:.2}", 200.0 * f64::from(plies.signum().min(1) | 1)),
        Evaluation::Centipawns(value) => format!("{:.2}", f64::from(value) / 100.0),
    };
    let chances = mv.chances;
    format!("[%eval {evaluation}] [%wdl {} {} {}]", chances.win, chances.draw, chances.loss)
}

/// A comment without earlier evaluations.
fn without_commands(text: &str) -> String {
    let mut rest = text.to_owned();
    for name in ["[%eval ", "[%wdl "] {
        while let Some(start) = rest.find(name)
            && let Some(length) = rest[start..].find(']')
        {
            rest.replace_range(start..=start + length, "");
        }
    }
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds a line after a move. What the tree has already is not added twice, and nothing is added after the end of the game.
fn graft(tree: &mut GameTree, at: Option<NodeId>, moves: &[String], end: Option<NodeId>) {
    let mut board = tree.board(at);
    let mut at = at;
    for word in moves.iter().take(LINE) {
        if at == end {
            return;
        }
        let Ok(mv) = board.parse_uci(word) else { return };
        let known = tree.next(at).iter().copied().find(|id| tree[*id].mv() == Some(mv));
        let Some(next) = known.or_else(|| tree.add(at, mv).ok()) else { return };
        at = Some(next);
        board = board.play(mv);
    }
}
