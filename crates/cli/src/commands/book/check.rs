//! `vernier book check`: is a book in order, are its moves legal, and can its positions come up?

use super::super::position;
use super::load;
use crate::failure::{Failure, Outcome};
use std::io::Write;

/// So many odd entries are shown one by one.
const SHOWN: usize = 20;

pub fn run(book: &str, fen: &[String], out: &mut dyn Write) -> Result<Outcome, Failure> {
    let (file, start) = (load(book)?, position(fen)?);
    let book = file.book();
    let survey = book.survey(&start);
    writeln!(out, "{} entries in order", book.len())?;
    writeln!(
        out,
        "{} positions can come up, with {} legal moves and {} odd entries",
        survey.positions,
        survey.legal,
        survey.rejected.len()
    )?;
    for (board, _, error) in survey.rejected.iter().take(SHOWN) {
        writeln!(out, "  {board}: {error}")?;
    }
    if survey.rejected.len() > SHOWN {
        writeln!(out, "  and {} more", survey.rejected.len() - SHOWN)?;
    }
    if !survey.unreached.is_empty() {
        writeln!(out, "{} entries belong to positions that cannot come up", survey.unreached.len())?;
        let malformed = survey.unreached.iter().filter(|entry| entry.code.promotion().is_err()).count();
        if malformed > 0 {
            writeln!(out, "  {malformed} of them are no moves at all")?;
        }
    }
    if book.cut_bytes() > 0 {
        writeln!(out, "{} bytes at the end are no entry", book.cut_bytes())?;
    }
    let sound = survey.rejected.is_empty() && book.cut_bytes() == 0;
    Ok(if sound { Outcome::Done } else { Outcome::Mismatch })
}
