//! `vernier book check`: is a book in order, are its moves legal, and can its positions come up?

use super::load;
use crate::arguments::{JsonArguments, PositionArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// How many bad entries are shown one by one.
const SHOWN: usize = 20;

/// Check that a book is in order, that its moves are legal and its positions reachable
#[derive(Args)]
pub struct Check {
    /// The book file; 'embedded' is the book inside the program
    book: PathBuf,
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    json: JsonArguments,
}

#[derive(Serialize)]
struct Document {
    entries: usize,
    positions: usize,
    legal: usize,
    bad: Vec<String>,
    unreachable: usize,
    malformed: usize,
    cut_bytes: usize,
}

impl Check {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let (file, start) = (load(&self.book)?, self.position.board()?);
        let book = file.book();
        let survey = book.survey(&start);
        let document = Document {
            entries: book.len(),
            positions: survey.positions,
            legal: survey.legal,
            bad: survey.rejected.iter().map(|(board, _, reason)| format!("{board}: {reason}")).collect(),
            unreachable: survey.unreached.len(),
            malformed: survey.unreached.iter().filter(|entry| entry.code.promotion().is_err()).count(),
            cut_bytes: book.cut_bytes(),
        };
        if self.json.json {
            write_json(out, &document)?;
        } else {
            document.write(out)?;
        }
        Ok(Outcome::of(document.bad.is_empty() && document.cut_bytes == 0))
    }
}

impl Document {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Self { entries, positions, legal, bad, unreachable, malformed, cut_bytes } = self;
        writeln!(out, "{entries} entries in order")?;
        writeln!(
            out,
            "{positions} reachable positions with {legal} legal moves and {} bad entries",
            bad.len()
        )?;
        for line in bad.iter().take(SHOWN) {
            writeln!(out, "  {line}")?;
        }
        if bad.len() > SHOWN {
            writeln!(out, "  and {} more", bad.len() - SHOWN)?;
        }
        if *unreachable > 0 {
            writeln!(out, "{unreachable} entries belong to unreachable positions")?;
        }
        if *malformed > 0 {
            writeln!(out, "  {malformed} of them are not moves")?;
        }
        if *cut_bytes > 0 {
            writeln!(out, "{cut_bytes} bytes at the end are not an entry")?;
        }
        Ok(())
    }
}
