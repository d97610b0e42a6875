//! How the tree grows with depth, from `vernier-lab ebf`.

use super::document::{Block, Section, Table};
use super::lines::{Curve, Lines};
use super::scale::{Spacing, grouped};
use super::svg::{COLORS, Canvas};
use crate::study::ablation::{Growth, PublishedGrowth, StageGrowth};

/// The stages of one folder.
#[derive(Clone, Debug, Default)]
pub struct NodeGrowth {
    /// The name of the folder.
    pub name: String,
    /// Its stages, in the order of the chain.
    pub stages: Vec<StageGrowth>,
    /// Published figures from the folder's manifest.
    pub published: Option<PublishedGrowth>,
}

const WORDS: &str = "Nodes are summed over the positions that every iteration was finished for. R_d compares the nodes \
                     of one iteration with those of the one before, EBF_geom is the geometric mean of R_d, and the \
                     branching factor is the same mean over all nodes up to each depth.";

impl NodeGrowth {
    /// Curves of the first stages and the last, a table of all, and R_d by depth.
    pub fn section(&self) -> Option<Section> {
        let full: Vec<(usize, &StageGrowth)> =
            self.stages.iter().enumerate().filter(|(_, stage)| stage.growth.positions > 0).collect();
        let depth = full.iter().map(|(_, stage)| stage.growth.cumulative.len()).max()?;
        let mut head = ["stage", "positions", &format!("nodes to depth {depth}"), "last increment"]
            .map(str::to_owned)
            .to_vec();
        head.extend(["EBF_geom", "branching factor", "nodes^(1/depth)"].map(str::to_owned));
        if self.published.is_some() {
            head.extend(["published nodes", "published EBF_geom"].map(str::to_owned));
        }
        let rows = full.iter().map(|(index, stage)| self.row(*index, stage)).collect();
        let depths = (2..=depth).map(|depth| depth.to_string());
        let ratio_head: Vec<String> = std::iter::once("R_d at depth".to_owned()).chain(depths).collect();
        let ratios = full.iter().map(|(_, stage)| ratios(stage)).collect();
        let table = |head: &[String], rows| {
            Block::Table(Table::new(&head.iter().map(String::as_str).collect::<Vec<_>>(), rows))
        };
        Some(Section {
            title: format!("Node growth: {}", self.name),
            blocks: vec![
                Block::Figure(draw(&full)),
                table(&head, rows),
                table(&ratio_head, ratios),
                Block::Words(WORDS.to_owned()),
            ],
        })
    }

    fn row(&self, index: usize, stage: &StageGrowth) -> Vec<String> {
        let growth: &Growth = &stage.growth;
        let whole = |value: Option<&u64>| value.map_or("-".to_owned(), |value| grouped(*value as i64));
        let mut row = vec![stage.stage.clone(), growth.positions.to_string()];
        row.extend([whole(growth.cumulative.last()), whole(growth.increments().last())]);
        row.extend([growth.geometric_factor(stage.from), growth.branching_factor(stage.from)].map(number));
        row.push(number(growth.root(growth.cumulative.len())));
        if let Some(published) = &self.published {
            row.push(whole(published.nodes.get(index)));
            row.push(number(published.factors.get(index).copied()));
        }
        row
    }
}

fn draw(full: &[(usize, &StageGrowth)]) -> Canvas {
    let shown = full.iter().enumerate().filter(|(place, _)| *place < COLORS - 1 || place + 1 == full.len());
    let curve = |stage: &StageGrowth| {
        let mean = |nodes: &u64| *nodes as f64 / stage.growth.positions as f64;
        let points = stage.growth.cumulative.iter().map(mean).enumerate();
        Curve {
            name: stage.stage.clone(),
            points: points.map(|(index, nodes)| (index as f64 + 1.0, nodes)).collect(),
        }
    };
    let lines = Lines {
        title: "Nodes by depth".to_owned(),
        across: "depth".to_owned(),
        up: "nodes a position, from the start of the search".to_owned(),
        spacing: Spacing::Logarithmic,
        curves: shown.map(|(_, (_, stage))| curve(stage)).collect(),
        bounds: Vec::new(),
    };
    lines.draw()
}

/// A stage and its R_d from the second depth on.
fn ratios(stage: &StageGrowth) -> Vec<String> {
    let values = stage.growth.increment_ratios().into_iter().skip(1).map(number);
    std::iter::once(stage.stage.clone()).chain(values).collect()
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.2}"))
}
