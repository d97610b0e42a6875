//! `vernier eval`: what a position is worth before any search.

use crate::arguments::{JsonArguments, PositionArguments, WeightsArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use vernier_chess::{Board, Color};
use vernier_engine::{Explanation, NetworkView, NnueEval};

/// Explain the evaluation of a position, without a search
#[derive(Args)]
pub struct Eval {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    weights: WeightsArguments,
    #[command(flatten)]
    json: JsonArguments,
}

impl Eval {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let board = self.position.board()?;
        let weights = self.weights.weights()?;
        let explanation = Explanation::with_weights(&board, NnueEval::embedded().as_deref(), &weights);
        if self.json.json {
            write_json(out, &Document::of(&board, &explanation))?;
        } else {
            writeln!(out, "{explanation}")?;
        }
        Ok(Outcome::Done)
    }
}

/// The explanation for scripts. Scores are centipawns from White's view; a term has a middlegame and an endgame value.
#[derive(Serialize)]
struct Document {
    fen: String,
    score: i32,
    handcrafted: Handcrafted,
    network: Option<NetworkDocument>,
}

#[derive(Serialize)]
struct Handcrafted {
    score: i32,
    phase: i32,
    terms: Vec<TermDocument>,
}

#[derive(Serialize)]
struct TermDocument {
    name: String,
    white: [i32; 2],
    black: [i32; 2],
}

#[derive(Serialize)]
struct NetworkDocument {
    checksum: String,
    score: i32,
    pieces: Vec<PieceDocument>,
}

#[derive(Serialize)]
struct PieceDocument {
    square: String,
    piece: String,
    value: Option<i32>,
}

impl Document {
    fn of(board: &Board, explanation: &Explanation) -> Self {
        let terms = explanation.terms.terms.iter().map(|line| {
            let value = |color| [line.worth[color].middlegame(), line.worth[color].endgame()];
            TermDocument {
                name: line.term.to_string(),
                white: value(Color::White),
                black: value(Color::Black),
            }
        });
        Self {
            fen: board.to_string(),
            score: explanation.score(),
            handcrafted: Handcrafted {
                score: explanation.terms.score,
                phase: explanation.terms.phase.0,
                terms: terms.collect(),
            },
            network: explanation.network.as_ref().map(NetworkDocument::of),
        }
    }
}

impl NetworkDocument {
    fn of(view: &NetworkView) -> Self {
        let pieces = view.pieces.iter().map(|found| PieceDocument {
            square: found.square.to_string(),
            piece: found.piece.to_string(),
            value: found.value,
        });
        Self { checksum: format!("{:08x}", view.checksum), score: view.score, pieces: pieces.collect() }
    }
}
