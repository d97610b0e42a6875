//! What is known without a search: evaluation terms, book moves and tablebases.

use crate::message::{Answer, BookMove, PieceWorth, TablebaseMove, TermValue};
use crate::position::{history, letter, uci};
use vernier_chess::{Color, Game};
use vernier_engine::evaluation::{Phase, Weights};
use vernier_engine::{Explanation, FiftyMoveRule, NnueEval, OpeningBook, Tablebases, Wdl};

/// The terms of the hand-written evaluation beside the network.
pub(crate) fn evaluation(id: u32, game: &Game, weights: &Weights) -> Answer {
    let explanation = Explanation::with_weights(game.board(), NnueEval::embedded().as_deref(), weights);
    let phase = explanation.terms.phase.0;
    let terms = explanation.terms.terms.iter().map(|line| {
        let value = |color| [line.worth[color].middlegame(), line.worth[color].endgame()];
        let total = line.total();
        TermValue {
            name: line.term.to_string(),
            white: value(Color::White),
            black: value(Color::Black),
            total: (total.middlegame() * phase + total.endgame() * (Phase::OPENING.0 - phase))
                / Phase::OPENING.0,
        }
    });
    let pieces = explanation.network.iter().flat_map(|network| &network.pieces).map(|found| PieceWorth {
        square: found.square.to_string(),
        piece: letter(found.piece),
        value: found.value,
    });
    Answer::Evaluation {
        id,
        hand: explanation.terms.score,
        network: explanation.network.as_ref().map(|network| network.score),
        terms: terms.collect(),
        pieces: pieces.collect(),
    }
}

/// Book moves by weight, and every move as the tablebases see it.
pub(crate) fn explorer(id: u32, game: &Game, tables: Option<&Tablebases>) -> Answer {
    let board = game.board();
    let moves = OpeningBook::embedded().moves(board, &[]);
    let all: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    let mut book: Vec<BookMove> = moves
        .iter()
        .map(|found| BookMove {
            uci: uci(board, found.mv),
            san: board.san(found.mv).to_string(),
            weight: found.weight,
            share: 100.0 * f64::from(found.weight) / all.max(1) as f64,
        })
        .collect();
    book.sort_by_key(|found| std::cmp::Reverse(found.weight));
    let known =
        tables.and_then(|tables| tables.moves(board, &history(game), FiftyMoveRule::Counts).ok().flatten());
    let tablebase = known.map(|moves| {
        let moves = moves.into_iter().map(|found| TablebaseMove {
            uci: uci(board, found.mv),
            san: board.san(found.mv).to_string(),
            result: result(found.wdl).to_owned(),
            dtz: found.dtz.map(|dtz| dtz.0),
        });
        moves.collect()
    });
    Answer::Explorer { id, book, tablebase }
}

const fn result(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => "win",
        Wdl::CursedWin => "cursed win",
        Wdl::Draw => "draw",
        Wdl::BlessedLoss => "blessed loss",
        Wdl::Loss => "loss",
    }
}
