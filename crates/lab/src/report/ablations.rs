//! What each technique is worth, from the games of `vernier-lab ablate`.

use super::bars::{Bars, Measured};
use super::document::{Block, Section, Table};
use super::lines::{Curve, Lines};
use super::panels::{self, Panel};
use super::scale::{Spacing, grouped};
use crate::study::ablation::{AblationRow, Chain, Comparison, Comparisons, Published, leave_one_out, list};
use vernier_engine::SearchKind;

/// The results of one manifest.
#[derive(Clone, Debug, Default)]
pub struct Ablation {
    /// The name of its folder.
    pub name: String,
    /// The links of its chain.
    pub order: Vec<String>,
    /// What others have published about them.
    pub published: Vec<Published>,
    /// A row for each technique under each regime.
    pub rows: Vec<AblationRow>,
}

impl Ablation {
    /// Adds a row, instead of the one about the same if there is one.
    pub fn replace(&mut self, row: AblationRow) {
        self.rows.retain(|known| !known.is_about_the_same(&row));
        self.rows.push(row);
    }

    /// Adds a row unless there is one about the same.
    pub fn keep(&mut self, row: AblationRow) {
        if !self.rows.iter().any(|known| known.is_about_the_same(&row)) {
            self.rows.push(row);
        }
    }

    /// A section for each kind of comparison, regimes side by side.
    pub fn sections(&self) -> Vec<Section> {
        let kinds = [Comparisons::Chain, Comparisons::LeaveOneOut];
        kinds.into_iter().filter_map(|kind| self.section(kind)).collect()
    }

    fn section(&self, kind: Comparisons) -> Option<Section> {
        let rows: Vec<&AblationRow> = self.rows.iter().filter(|row| row.comparison == kind).collect();
        if rows.is_empty() {
            return None;
        }
        let (techniques, regimes) = (self.techniques(kind, &rows), regimes(&rows));
        let find = |technique: &str, regime: &str| {
            rows.iter().copied().find(|row| row.technique == technique && row.regime == regime)
        };
        let (title, words) = match kind {
            Comparisons::Chain => (
                "The chain",
                "Each technique against the search without it that has only the techniques above it; the first is \
                 added to the base.",
            ),
            Comparisons::LeaveOneOut => (
                "Leave one out",
                "The whole search against the whole search without one technique; a technique that is off by \
                 default is added to the whole search instead.",
            ),
        };
        let bars = Bars {
            title: format!("Elo by technique, {} ({})", kind.name(), self.name),
            unit: "Elo with 95 % interval".to_owned(),
            series: regimes.iter().map(|regime| series_name(regime, &rows)).collect(),
            rows: techniques
                .iter()
                .map(|technique| {
                    let values = regimes.iter().map(|regime| find(technique, regime).and_then(measured));
                    ((*technique).to_owned(), values.collect())
                })
                .collect(),
        };
        let mut blocks = vec![Block::Words(words.to_owned()), Block::Figure(bars.draw())];
        if kind == Comparisons::Chain {
            let curve = |regime: &&str| Curve {
                name: series_name(regime, &rows),
                points: sums(techniques.iter().map_while(|technique| find(technique, regime)?.elo)),
            };
            blocks.push(Block::Figure(cumulative(&self.name, regimes.iter().map(curve).collect())));
            for regime in &regimes {
                let found = techniques.iter().filter_map(|technique| find(technique, regime));
                let title = format!("Games of each pairing, {} ({})", self.name, series_name(regime, &rows));
                blocks.push(Block::Figure(panels::draw(&title, &found.map(panel).collect::<Vec<_>>())));
            }
        }
        let cells = regimes.iter().flat_map(|regime| {
            techniques.iter().filter_map(|technique| find(technique, regime)).map(|row| self.cells(row))
        });
        blocks.push(Block::Table(Table { words: 2, ..Table::new(&self.head(), cells.collect()) }));
        let forfeits: u32 = rows.iter().map(|row| row.forfeits).sum();
        if forfeits > 0 {
            blocks.push(Block::Words(format!("Games among these that were lost by a fault: {forfeits}.")));
        }
        Some(Section { title: format!("{title}: {}", self.name), blocks })
    }

    fn head(&self) -> Vec<&'static str> {
        let mut head =
            vec!["technique", "regime", "games", "+ = -", "as White", "as Black", "pairs", "score"];
        head.extend(["Elo", "nElo", "SPRT", "nodes a move"]);
        if !self.published.is_empty() {
            head.push("published Elo");
        }
        head
    }

    fn cells(&self, row: &AblationRow) -> Vec<String> {
        let [elo0, elo1] = row.bounds;
        let [with, without] = row.nodes.map(|nodes| grouped(nodes as i64));
        let mut cells = vec![row.technique.clone(), row.regime.clone()];
        cells.push(row.games.iter().sum::<u64>().to_string());
        cells.extend([row.games, row.as_white, row.as_black].map(list));
        cells.extend([list(row.pairs), format!("{:.3}", row.score), row.elo_text(), row.nelo_text()]);
        cells.push(format!("[{elo0}, {elo1}] {} ({:+.2})", row.verdict, row.llr));
        cells.push(format!("{with} / {without}"));
        if !self.published.is_empty() {
            let same = |known: &&Published| known.technique == row.technique && known.regime == row.regime;
            let published = self.published.iter().find(same);
            cells.push(published.map_or("-".to_owned(), |published| format!("{:+.1}", published.elo)));
        }
        cells
    }

    /// The techniques in the order of the manifest, else of the engine's table, then those it does not know any more.
    fn techniques<'a>(&self, kind: Comparisons, rows: &[&'a AblationRow]) -> Vec<&'a str> {
        let known: Vec<Comparison> = match kind {
            Comparisons::Chain => {
                SearchKind::ALL.into_iter().flat_map(|search| Chain::usual(search).comparisons()).collect()
            }
            Comparisons::LeaveOneOut => SearchKind::ALL.into_iter().flat_map(leave_one_out).collect(),
        };
        let known = known.into_iter().map(|comparison| comparison.technique);
        let known: Vec<String> = self.order.iter().cloned().chain(known).collect();
        let rank = |name: &str| known.iter().position(|known| known == name);
        let mut names: Vec<&str> = rows.iter().map(|row| row.technique.as_str()).collect();
        names.sort_by_key(|name| (rank(name).unwrap_or(usize::MAX), *name));
        names.dedup();
        names
    }
}

fn panel(row: &AblationRow) -> Panel {
    let AblationRow { technique, pairs, as_white, as_black, .. } = row.clone();
    Panel { title: technique, pairs, as_white, as_black }
}

/// The regimes, each once, in the order of the rows.
fn regimes<'a>(rows: &[&'a AblationRow]) -> Vec<&'a str> {
    let mut regimes: Vec<&str> = Vec::new();
    for row in rows {
        if !regimes.contains(&row.regime.as_str()) {
            regimes.push(&row.regime);
        }
    }
    regimes
}

/// The regime with its limits.
fn series_name(regime: &str, rows: &[&AblationRow]) -> String {
    let row = rows.iter().find(|row| row.regime == regime);
    row.map_or_else(|| regime.to_owned(), |row| format!("{regime} ({})", row.limit))
}

fn measured(row: &AblationRow) -> Option<Measured> {
    Some(Measured { value: row.elo?, error: row.elo_error.unwrap_or(f64::NAN) })
}

/// What the links add up to, one after another, from nothing.
fn sums(elo: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let add = |sum: &mut f64, elo: f64| {
        *sum += elo;
        Some(*sum)
    };
    let sums = std::iter::once(0.0).chain(elo.scan(0.0, add));
    sums.enumerate().map(|(links, sum)| (links as f64, sum)).collect()
}

fn cumulative(name: &str, curves: Vec<Curve>) -> super::svg::Canvas {
    let lines = Lines {
        title: format!("Elo above the base ({name})"),
        across: "links of the chain".to_owned(),
        up: "sum of Elo".to_owned(),
        spacing: Spacing::Linear,
        curves,
        bounds: Vec::new(),
    };
    lines.draw()
}
