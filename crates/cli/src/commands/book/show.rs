//! `vernier book show`: the moves of a book in a position.

use super::{EMBEDDED, load};
use crate::arguments::{JsonArguments, NotationArguments, PositionArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Show the moves of a book in a position
#[derive(Args)]
pub struct Show {
    /// The book file; 'embedded' is the book inside the program
    #[arg(default_value = EMBEDDED)]
    book: PathBuf,
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    notation: NotationArguments,
    #[command(flatten)]
    json: JsonArguments,
}

#[derive(Serialize)]
struct Document {
    fen: String,
    moves: Vec<MoveDocument>,
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct MoveDocument {
    san: String,
    uci: String,
    weight: u16,
    share: f64,
    learn: u32,
}

impl Show {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let (book, board) = (load(&self.book)?, self.position.board()?);
        let found = book.book().moves(&board);
        let mode = self.notation.castling_mode(&board);
        let total: u64 = found.moves.iter().map(|found| u64::from(found.weight)).sum();
        let moves = found.moves.iter().map(|entry| MoveDocument {
            san: board.san(entry.mv).to_string(),
            uci: board.uci(entry.mv, mode),
            weight: entry.weight,
            share: f64::from(entry.weight) / total.max(1) as f64,
            learn: entry.learn,
        });
        let left_out = found.rejected.iter().map(|(_, reason)| reason.to_string()).collect();
        let document = Document { fen: board.fen(mode), moves: moves.collect(), left_out };
        if self.json.json {
            write_json(out, &document)?;
        } else {
            document.write(out)?;
        }
        Ok(Outcome::Done)
    }
}

impl Document {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.moves.is_empty() && self.left_out.is_empty() {
            return writeln!(out, "The book does not know this position.");
        }
        writeln!(out, "{:<7} {:<6} {:>6} {:>7} {:>10}", "Move", "UCI", "Weight", "Share", "Learn")?;
        for MoveDocument { san, uci, weight, share, learn } in &self.moves {
            writeln!(out, "{san:<7} {uci:<6} {weight:>6} {:>6.1}% {learn:>10}", 100.0 * share)?;
        }
        for reason in &self.left_out {
            writeln!(out, "left out: {reason}")?;
        }
        Ok(())
    }
}
