//! `vernier moves`: the legal moves of a position.

use crate::arguments::{JsonArguments, NotationArguments, PositionArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// List the legal moves of a position, in UCI and in standard notation
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    notation: NotationArguments,
    #[command(flatten)]
    json: JsonArguments,
}

#[derive(Serialize)]
struct Listing {
    fen: String,
    moves: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    uci: String,
    san: String,
}

impl Moves {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let board = self.position.board()?;
        let mode = self.notation.castling_mode(&board);
        let entry = |mv| Entry { uci: board.uci(mv, mode), san: board.san(mv).to_string() };
        let mut moves: Vec<Entry> = board.legal_moves().into_iter().map(entry).collect();
        moves.sort_by(|one, other| one.uci.cmp(&other.uci));
        if self.json.json {
            write_json(out, &Listing { fen: board.fen(mode), moves })?;
        } else {
            for Entry { uci, san } in moves {
                writeln!(out, "{uci:<5}  {san}")?;
            }
        }
        Ok(Outcome::Done)
    }
}
