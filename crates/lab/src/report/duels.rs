//! Matches, pairing by pairing, and the paths of their sequential tests.

use super::document::{Block, Section, Table};
use super::lines::{Curve, Lines};
use super::played_match::PlayedMatch;
use super::scale::{Spacing, grouped};
use crate::play::standings;
use crate::stats::{Bounds, Model, Pairs, Sprt};

/// A match.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The folder it is in.
    pub folder: String,
    /// Its games.
    pub played: PlayedMatch,
    /// The test it was played for, if it is known.
    pub sprt: Option<Sprt>,
}

/// This many values of the ratio are enough for a drawing.
const STEPS: usize = 300;

/// The table of matches with a path for each test.
pub fn section(duels: &[Duel]) -> Option<Section> {
    if duels.is_empty() {
        return None;
    }
    let rows = duels.iter().flat_map(Duel::rows).collect();
    let head = ["match", "limits", "games", "won", "drawn", "lost", "Elo", "nElo", "LOS", "pairs", "test"];
    let mut blocks = vec![Block::Table(Table { words: 2, ..Table::new(&head, rows) })];
    blocks.extend(duels.iter().filter_map(Duel::path).map(Block::Figure));
    Some(Section { title: "Matches and tests".to_owned(), blocks })
}

impl Duel {
    /// Who played whom.
    fn name(&self) -> String {
        match &self.played.engines[..] {
            [first, second, ..] => format!("{} - {}", first.name, second.name),
            _ => self.folder.clone(),
        }
    }

    /// A row for every pairing of the match.
    fn rows(&self) -> Vec<Vec<String>> {
        let duels = self.played.standings.duels();
        duels.into_iter().map(|((first, second), duel)| self.row(first, second, duel)).collect()
    }

    fn row(&self, first: usize, second: usize, duel: &standings::Duel) -> Vec<String> {
        let ([lost, drawn, won], estimate) = (duel.games.0, duel.estimate());
        let engine = |seat: usize| self.played.engines.get(seat);
        let limit = engine(first).map_or(String::new(), |engine| engine.limit.to_string());
        let name = |seat: usize| engine(seat).map_or("?", |engine| engine.name.as_str());
        let sprt = self.sprt.filter(|_| (first, second) == (0, 1));
        let test = sprt.map_or_else(String::new, |sprt| {
            format!(
                "{} {:+.2}: {}",
                limits(&sprt),
                sprt.log_likelihood_ratio(&duel.pairs),
                sprt.verdict(&duel.pairs)
            )
        });
        vec![
            format!("{} - {}", name(first), name(second)),
            limit,
            grouped((lost + drawn + won) as i64),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            estimate.elo_text(),
            estimate.normalized_text(),
            format!("{:.1} %", 100.0 * estimate.superiority),
            duel.pairs.to_string(),
            test,
        ]
    }

    /// The log-likelihood ratio after each pair, with the bounds at which it stops.
    fn path(&self) -> Option<super::svg::Canvas> {
        let sprt = self.sprt.as_ref()?;
        let points = path(sprt, &self.played.course);
        let lines = Lines {
            title: format!("{}: log-likelihood ratio, SPRT {}", self.name(), limits(sprt)),
            across: "pairs of games".to_owned(),
            up: "log-likelihood ratio".to_owned(),
            spacing: Spacing::Linear,
            curves: vec![Curve { name: self.name(), points }],
            bounds: vec![(sprt.upper(), "accepted".into()), (sprt.lower(), "rejected".into())],
        };
        Some(lines.draw())
    }
}

/// The bounds, as they are written.
fn limits(sprt: &Sprt) -> String {
    let Bounds { elo0, elo1, model } = sprt.bounds();
    match model {
        Model::Normalized => format!("[{elo0}, {elo1}] nElo"),
        Model::Logistic => format!("[{elo0}, {elo1}] Elo"),
    }
}

/// The ratio along the course of a match: from nothing, at even steps, to the last pair.
fn path(sprt: &Sprt, course: &[Pairs]) -> Vec<(f64, f64)> {
    let step = course.len().div_ceil(STEPS).max(1);
    let points = course.iter().rev().step_by(step).rev();
    let points = points.map(|pairs| (pairs.total() as f64, sprt.log_likelihood_ratio(pairs)));
    std::iter::once((0.0, 0.0)).chain(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Tally;

    #[test]
    fn the_llr_starts_at_zero_and_ends_with_the_verdict() {
        let sprt = Sprt::new(Bounds { elo0: 0.0, elo1: 5.0, model: Model::Normalized }, 0.05, 0.05).unwrap();
        let course: Vec<Pairs> = (1..=1000).map(|n| Tally([n / 9, n / 5, n / 2, n / 4, n / 7])).collect();
        let points = path(&sprt, &course);
        assert!(points.len() <= STEPS + 2 && points.len() > STEPS / 2);
        assert_eq!(points[0], (0.0, 0.0));
        let last = course.last().unwrap();
        assert_eq!(points.last(), Some(&(last.total() as f64, sprt.log_likelihood_ratio(last))));
        assert_eq!(path(&sprt, &[]), [(0.0, 0.0)]);
    }
}
