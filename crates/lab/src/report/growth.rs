//! How the tree grows with depth, from `vernier-lab ebf`.

use super::document::{Block, Section, Table};
use super::lines::{Curve, Lines};
use super::scale::{Spacing, grouped};
use super::svg::COLORS;
use crate::study::ablation::{Growth, StageGrowth};

/// Curves of the first stages and the last, and a table of all.
pub fn section(stages: &[StageGrowth]) -> Option<Section> {
    let full: Vec<&StageGrowth> = stages.iter().filter(|stage| stage.growth.positions > 0).collect();
    let depth = full.iter().map(|stage| stage.growth.cumulative.len()).max()?;
    let shown = full.iter().enumerate().filter(|(index, _)| *index < COLORS - 1 || index + 1 == full.len());
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
        curves: shown.map(|(_, stage)| curve(stage)).collect(),
        bounds: Vec::new(),
    };
    let last = format!("nodes to depth {depth}");
    let head = [
        "stage",
        "positions",
        &last,
        "last increment",
        "last R_d",
        "EBF_geom",
        "branching factor",
        "nodes^(1/depth)",
    ];
    let rows = full.iter().map(|stage| row(stage)).collect();
    let words = "Nodes are summed over the positions that every iteration was finished for. R_d compares the nodes \
                 of one iteration with those of the one before, EBF_geom is the geometric mean of R_d, and the \
                 branching factor is the same mean over all nodes up to each depth.";
    Some(Section {
        title: "Node growth".to_owned(),
        blocks: vec![
            Block::Figure(lines.draw()),
            Block::Table(Table::new(&head, rows)),
            Block::Words(words.to_owned()),
        ],
    })
}

fn row(stage: &StageGrowth) -> Vec<String> {
    let growth: &Growth = &stage.growth;
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    let whole = |value: Option<&u64>| value.map_or("-".to_owned(), |value| grouped(*value as i64));
    vec![
        stage.stage.clone(),
        growth.positions.to_string(),
        whole(growth.cumulative.last()),
        whole(growth.increments().last()),
        number(growth.increment_ratios().last().copied().flatten()),
        number(growth.geometric_factor(stage.from)),
        number(growth.branching_factor(stage.from)),
        number(growth.root(growth.cumulative.len())),
    ]
}
