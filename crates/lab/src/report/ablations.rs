//! What each technique is worth, from the games of `vernier-lab ablate`.

use super::bars::{Bars, Measured};
use super::document::{Block, Section, Table};
use super::played_match::PlayedMatch;
use super::scale::grouped;
use crate::study::ablation::{Chain, Comparison, Comparisons, VERDICT_TITLE, leave_one_out, verdict};
use vernier_engine::SearchKind;

/// One technique under one regime.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The technique.
    pub technique: String,
    /// Whether it was added to those before it or left out of the whole.
    pub comparison: Comparisons,
    /// The regime.
    pub regime: String,
    /// The games.
    pub played: PlayedMatch,
}

/// A section for each kind of comparison, regimes side by side.
pub fn sections(pairings: &[Pairing], order: &[String]) -> Vec<Section> {
    [Comparisons::Chain, Comparisons::LeaveOneOut]
        .into_iter()
        .filter_map(|kind| {
            let of_kind: Vec<&Pairing> =
                pairings.iter().filter(|pairing| pairing.comparison == kind).collect();
            (!of_kind.is_empty()).then(|| section(kind, &of_kind, order))
        })
        .collect()
}

fn section(kind: Comparisons, pairings: &[&Pairing], order: &[String]) -> Section {
    let mut regimes: Vec<&str> = Vec::new();
    for pairing in pairings {
        if !regimes.contains(&pairing.regime.as_str()) {
            regimes.push(&pairing.regime);
        }
    }
    let techniques = in_order(kind, pairings, order);
    let find = |technique: &str, regime: &str| {
        pairings.iter().find(|pairing| pairing.technique == technique && pairing.regime == regime)
    };
    let bars = Bars {
        title: format!("Elo by technique, {}", kind.name()),
        unit: "Elo with 95 % interval".to_owned(),
        series: regimes.iter().map(|regime| series_name(regime, pairings)).collect(),
        rows: techniques
            .iter()
            .map(|&technique| {
                let values = regimes.iter().map(|regime| find(technique, regime).and_then(|p| p.measured()));
                (technique.to_owned(), values.collect())
            })
            .collect(),
    };
    let (title, words) = match kind {
        Comparisons::Chain => (
            "The chain",
            "Each technique against the search without it that has only the techniques above it; the first is added \
             to plain alpha-beta.",
        ),
        Comparisons::LeaveOneOut => (
            "Leave one out",
            "The whole search against the whole search without one technique; a technique that is off as a rule is \
             added to the whole search instead.",
        ),
    };
    let mut blocks = vec![Block::Words(words.to_owned()), Block::Figure(bars.draw())];
    let rows = regimes.iter().flat_map(|regime| {
        techniques.iter().filter_map(|technique| find(technique, regime)).map(|pairing| pairing.row())
    });
    let head = [
        "technique",
        "regime",
        "games",
        "won",
        "drawn",
        "lost",
        "pairs",
        "score",
        "Elo",
        "nElo",
        VERDICT_TITLE,
        "nodes a move",
    ];
    blocks.push(Block::Table(Table { words: 2, ..Table::new(&head, rows.collect()) }));
    let forfeits: u32 = pairings.iter().map(|pairing| pairing.played.forfeits).sum();
    if forfeits > 0 {
        blocks.push(Block::Words(format!("{forfeits} of these games were lost by a fault.")));
    }
    Section { title: title.to_owned(), blocks }
}

/// The techniques in the order of the manifest, else of the engine's table, then those it does not know any more.
fn in_order<'a>(kind: Comparisons, pairings: &[&'a Pairing], order: &[String]) -> Vec<&'a str> {
    let known: Vec<Comparison> = match kind {
        Comparisons::Chain => {
            SearchKind::ALL.into_iter().flat_map(|search| Chain::usual(search).comparisons()).collect()
        }
        Comparisons::LeaveOneOut => SearchKind::ALL.into_iter().flat_map(leave_one_out).collect(),
    };
    let known = order.iter().cloned().chain(known.into_iter().map(|comparison| comparison.technique));
    let known: Vec<String> = known.collect();
    let rank = |name: &str| known.iter().position(|known| known == name);
    let mut names: Vec<&str> = pairings.iter().map(|pairing| pairing.technique.as_str()).collect();
    names.sort_by_key(|name| (rank(name).unwrap_or(usize::MAX), *name));
    names.dedup();
    names
}

/// The regime with its limits.
fn series_name(regime: &str, pairings: &[&Pairing]) -> String {
    let limit = pairings.iter().find(|pairing| pairing.regime == regime);
    let limit =
        limit.and_then(|pairing| pairing.played.engines.first()).map(|engine| engine.limit.to_string());
    limit.map_or_else(|| regime.to_owned(), |limit| format!("{regime} ({limit})"))
}

impl Pairing {
    fn measured(&self) -> Option<Measured> {
        let estimate = self.played.standings.duel(0, 1)?.estimate();
        Some(Measured { value: estimate.elo.0, error: estimate.elo_error })
    }

    fn row(&self) -> Vec<String> {
        let mut row = vec![self.technique.clone(), self.regime.clone()];
        let Some(duel) = self.played.standings.duel(0, 1) else { return row };
        let ([lost, drawn, won], estimate) = (duel.games.0, duel.estimate());
        row.push((lost + drawn + won).to_string());
        row.extend([won, drawn, lost].map(|count| count.to_string()));
        row.extend([duel.pairs.to_string(), format!("{:.3}", estimate.score)]);
        row.extend([estimate.elo_text(), estimate.normalized_text()]);
        row.push(verdict(&duel.pairs));
        let nodes = [0, 1].map(|seat| {
            let seat = self.played.standings.seat(seat);
            grouped((seat.nodes / seat.moves.max(1)) as i64)
        });
        row.push(format!("{} / {}", nodes[0], nodes[1]));
        row
    }
}
