//! `vernier book show`: what a book says about a position.

use super::super::{castling_mode, position};
use super::load;
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::io::Write;

pub fn run(
    book: &str,
    fen: &[String],
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let (file, board) = (load(book)?, position(fen)?);
    let found = file.book().moves(&board);
    if found.moves.is_empty() && found.rejected.is_empty() {
        writeln!(out, "The book does not know this position.")?;
        return Ok(Outcome::Done);
    }
    let mode = castling_mode(arguments, &board);
    let total: u64 = found.moves.iter().map(|found| u64::from(found.weight)).sum();
    writeln!(out, "{:<7} {:<6} {:>6} {:>7} {:>10}", "Move", "UCI", "Weight", "Share", "Learn")?;
    for entry in &found.moves {
        let (san, uci) = (board.san(entry.mv).to_string(), board.uci(entry.mv, mode));
        let share = 100.0 * f64::from(entry.weight) / total.max(1) as f64;
        writeln!(out, "{san:<7} {uci:<6} {:>6} {share:>6.1}% {:>10}", entry.weight, entry.learn)?;
    }
    for (_, error) in &found.rejected {
        writeln!(out, "left out: {error}")?;
    }
    Ok(Outcome::Done)
}
