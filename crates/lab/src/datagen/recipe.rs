//! Everything that determines how games go.

use super::Rules;
use crate::openings::opening::{self, Opening};
use crate::play::tablebases::TablebaseJudge;
use vernier_engine::Evaluator;
use vernier_records::Header;

/// An evaluation by name, and how to make one for each thread.
pub struct Judge {
    /// Which it is, for the header of the file.
    pub name: String,
    /// Makes one.
    pub make: Box<dyn Fn() -> Box<dyn Evaluator> + Send + Sync>,
}

/// Everything that determines how games go, except the program itself.
#[derive(Clone, Copy)]
pub struct Recipe<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The evaluation.
    pub judge: &'a Judge,
    /// Tablebases that end games.
    pub tables: Option<&'a TablebaseJudge>,
    /// Where standard games begin, before their random moves; none for the start position.
    pub openings: &'a [Opening],
}

impl Recipe<'_> {
    /// The header of a file of such games made by that program.
    pub fn header(&self, program: &str) -> Header {
        let tables = self.tables.map_or_else(|| "none".to_owned(), TablebaseJudge::describe);
        let header = self.rules.header(&self.judge.name, program).with("tablebases", tables);
        // Headers of games from the start position stay as they were before there were openings.
        if self.openings.is_empty() {
            return header;
        }
        header.with("openings", opening::fingerprint(self.openings))
    }
}
