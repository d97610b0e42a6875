//! The results of an ablation: a row for each comparison, for people and for programs.

use super::{AblationMatch, Comparisons, verdict};
use crate::play::standings::Standings;
use crate::report::{MatchSummary, PairingSummary};
use crate::stats::Sprt;
use serde::{Deserialize, Serialize};

/// One comparison in numbers, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AblationRow {
    /// `chain` or `leave-one-out`.
    pub comparison: Comparisons,
    /// The technique.
    pub technique: String,
    /// The regime's name.
    pub regime: String,
    /// Its limits.
    pub limit: String,
    /// Games won, drawn and lost by the search that has the technique.
    pub games: [u64; 3],
    /// The same with White.
    pub as_white: [u64; 3],
    /// The same with Black.
    pub as_black: [u64; 3],
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// The mean score.
    pub score: f64,
    /// The difference in Elo; none if one side won everything.
    pub elo: Option<f64>,
    /// Half its 95 % interval.
    pub elo_error: Option<f64>,
    /// The same in normalized Elo.
    pub nelo: Option<f64>,
    /// Half its 95 % interval.
    pub nelo_error: Option<f64>,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The verdict of the test.
    pub verdict: String,
    /// What it decides between.
    pub bounds: [f64; 2],
    /// Nodes a move of the search with the technique and of the one without.
    pub nodes: [u64; 2],
    /// Games that were lost by a fault.
    pub forfeits: u32,
}

/// What a row is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// `chain` or `leave-one-out`.
    pub comparison: Comparisons,
    /// The technique.
    pub technique: String,
    /// The regime's name.
    pub regime: String,
    /// Its limits.
    pub limit: String,
}

/// The rows of an ablation, judged by one test.
pub struct AblationTable {
    sprt: Sprt,
    rows: Vec<AblationRow>,
}

impl AblationTable {
    /// No rows yet. Without a test of its own an ablation is judged by the usual one.
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self { sprt: sprt.unwrap_or_else(verdict::usual_test), rows: Vec::new() }
    }

    /// Adds the result of a match.
    pub fn add(&mut self, found: &AblationMatch<'_>, standings: &Standings) {
        let subject = Subject {
            comparison: found.kind,
            technique: found.comparison.technique.clone(),
            regime: found.regime.name.clone(),
            limit: found.regime.limit().map_or(String::new(), |limit| limit.to_string()),
        };
        self.rows.extend(AblationRow::new(subject, standings, &self.sprt));
    }

    /// The rows so far.
    pub fn rows(&self) -> &[AblationRow] {
        &self.rows
    }

    /// One row a line, as JSON.
    pub fn json_lines(&self) -> serde_json::Result<String> {
        json_lines(&self.rows)
    }

    /// A table for people.
    pub fn markdown(&self) -> String {
        let (bounds, mut text) = (self.sprt.bounds(), String::new());
        text += &format!(
            "| comparison | technique | regime | games | + = - | white + = - | black + = - | pairs 0 ½ 1 1½ 2 | score | Elo | nElo | LLR [{}, {}] | verdict |\n",
            bounds.elo0, bounds.elo1
        );
        text += "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
        for row in &self.rows {
            text += &row.markdown();
        }
        text
    }
}

impl AblationRow {
    /// The games of the search with a technique (the first engine) against the one without; none if there are none.
    pub fn new(subject: Subject, standings: &Standings, sprt: &Sprt) -> Option<Self> {
        let pairing = MatchSummary::of(standings, Some(sprt)).pairings.into_iter().next()?;
        let PairingSummary { games, as_white, as_black, pairs, score, llr, .. } = pairing;
        let finite = |value: f64| Some(value).filter(|value| value.is_finite());
        let seats = [0, 1].map(|seat| standings.seat(seat));
        let faults = seats.iter().flat_map(|seat| &seat.faults);
        let bounds = sprt.bounds();
        Some(Self {
            comparison: subject.comparison,
            technique: subject.technique,
            regime: subject.regime,
            limit: subject.limit,
            games,
            as_white,
            as_black,
            pairs,
            score,
            elo: finite(pairing.elo),
            elo_error: finite(pairing.elo_error),
            nelo: finite(pairing.nelo),
            nelo_error: finite(pairing.nelo_error),
            llr: llr.unwrap_or(0.0),
            verdict: pairing.verdict.unwrap_or_default(),
            bounds: [bounds.elo0, bounds.elo1],
            nodes: seats.map(|seat| seat.nodes / seat.moves.max(1)),
            forfeits: faults.filter(|(fault, _)| fault.costs_the_game()).map(|(_, count)| count).sum(),
        })
    }

    /// True if both rows are about the same technique under the same regime.
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        let subject = |row: &Self| (row.comparison, row.technique.clone(), row.regime.clone());
        subject(self) == subject(other)
    }

    /// The difference in Elo with its error.
    pub fn elo_text(&self) -> String {
        with_error(self.elo, self.elo_error)
    }

    /// The same in normalized Elo.
    pub fn nelo_text(&self) -> String {
        with_error(self.nelo, self.nelo_error)
    }

    fn markdown(&self) -> String {
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {:.3} | {} | {} | {:+.2} | {} |\n",
            self.comparison.name(),
            self.technique,
            self.regime,
            self.games.iter().sum::<u64>(),
            list(self.games),
            list(self.as_white),
            list(self.as_black),
            list(self.pairs),
            self.score,
            self.elo_text(),
            self.nelo_text(),
            self.llr,
            self.verdict,
        )
    }
}

/// One row a line, as JSON.
pub fn json_lines(rows: &[AblationRow]) -> serde_json::Result<String> {
    rows.iter().map(|row| Ok(serde_json::to_string(row)? + "\n")).collect()
}

/// Counts with blanks between them.
pub fn list<const N: usize>(counts: [u64; N]) -> String {
    counts.map(|count| count.to_string()).join(" ")
}

fn with_error(value: Option<f64>, error: Option<f64>) -> String {
    match (value, error) {
        (Some(value), Some(error)) => format!("{value:+.1} ± {error:.1}"),
        (Some(value), None) => format!("{value:+.1}"),
        _ => "-".to_owned(),
    }
}
