//! How the tree grows with depth.

use serde::{Deserialize, Serialize};
use vernier_chess::Board;
use vernier_engine::{Engine, Limits, OptionError, Request};

/// Nodes by depth, summed over positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Growth {
    /// All nodes from the start of the search to the end of each iteration; the first entry is depth one.
    pub cumulative: Vec<u64>,
    /// How many positions were searched.
    pub positions: usize,
}

/// The growth of one stage, as it is kept in a file of JSON lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StageGrowth {
    /// What the stage is called.
    pub stage: String,
    /// Its nodes.
    #[serde(flatten)]
    pub growth: Growth,
    /// The depth from which the branching factor is taken.
    pub from: usize,
}

/// Published measurements of the stages of a chain, from the base on.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedGrowth {
    /// Nodes to the last depth.
    pub nodes: Vec<u64>,
    /// EBF_geom.
    pub factors: Vec<f64>,
}

impl Growth {
    /// The nodes of each iteration alone.
    pub fn increments(&self) -> Vec<u64> {
        let before = std::iter::once(0).chain(self.cumulative.iter().copied());
        self.cumulative.iter().zip(before).map(|(after, before)| after.saturating_sub(before)).collect()
    }

    /// How many times as many nodes each depth took as the one before; none for the first.
    pub fn ratios(&self) -> Vec<Option<f64>> {
        let before = std::iter::once(None).chain(self.cumulative.iter().copied().map(Some));
        self.cumulative
            .iter()
            .zip(before)
            .map(|(after, before)| Some(*after as f64 / before? as f64))
            .collect()
    }

    /// R_d: how many times as many nodes an iteration took alone as the one before; none for the first.
    pub fn increment_ratios(&self) -> Vec<Option<f64>> {
        let increments = self.increments();
        let before = std::iter::once(None).chain(increments.iter().copied().map(Some));
        let ratio = |(after, before): (&u64, Option<u64>)| {
            before.filter(|before| *before > 0).map(|before| *after as f64 / before as f64)
        };
        increments.iter().zip(before).map(ratio).collect()
    }

    /// EBF_geom: the geometric mean of R_d after one depth up to the last.
    pub fn geometric_factor(&self, from: usize) -> Option<f64> {
        let ratios: Option<Vec<f64>> = self.increment_ratios().into_iter().skip(from.max(1)).collect();
        let ratios = ratios.filter(|ratios| from > 0 && !ratios.is_empty())?;
        Some((ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp())
    }

    /// The effective branching factor: the geometric mean of the ratios from one depth to the last.
    pub fn branching_factor(&self, from: usize) -> Option<f64> {
        let (first, last) = (self.cumulative.get(from.checked_sub(1)?)?, self.cumulative.last()?);
        let steps = self.cumulative.len().checked_sub(from).filter(|steps| *steps > 0)?;
        Some((*last as f64 / *first as f64).powf(1.0 / steps as f64))
    }

    /// The other common measure: the depth-th root of the nodes of one position.
    pub fn root(&self, depth: usize) -> Option<f64> {
        let nodes = *self.cumulative.get(depth.checked_sub(1)?)? as f64 / self.positions as f64;
        Some(nodes.powf(1.0 / depth as f64))
    }
}

/// Searches every position to a depth with these options, and counts nodes. Only positions that were searched to the full
/// depth are counted, so that all depths compare the same ones. Searches that would take more than `most` nodes are given up.
pub fn grow(
    options: &[(String, String)],
    positions: &[Board],
    depth: u32,
    most: u64,
) -> Result<Growth, OptionError> {
    let mut engine = Engine::new();
    for (name, value) in options {
        engine.set_option(name, value)?;
    }
    let mut growth = Growth { cumulative: vec![0; depth as usize], positions: 0 };
    for board in positions {
        let nodes = count(&mut engine, *board, depth, most);
        if nodes.len() == depth as usize {
            growth.positions += 1;
            growth.cumulative.iter_mut().zip(nodes).for_each(|(sum, nodes)| *sum += nodes);
        }
    }
    Ok(growth)
}

/// The nodes at the end of each iteration, as far as it got.
fn count(engine: &mut Engine, board: Board, depth: u32, most: u64) -> Vec<u64> {
    engine.new_game();
    let limits = Limits { depth: Some(depth), nodes: Some(most), ..Limits::default() };
    let (mut nodes, mut total): (Vec<u64>, u64) = (Vec::new(), 0);
    engine.search(Request::new(board).limits(limits), |report| {
        if report.line == 1 && report.depth >= 1 {
            // An iteration may report more than once; its last report counts.
            let reached = report.depth as usize;
            let earlier = nodes.last().copied().unwrap_or(0);
            nodes.resize(reached, earlier);
            nodes[reached - 1] = report.nodes;
            total = total.max(report.nodes);
        }
    });
    if total >= most {
        nodes.pop();
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::ablation::{Chain, Stage};

    #[test]
    fn growth_measures_are_computed_as_defined() {
        let growth = Growth { cumulative: vec![20, 60, 240, 960], positions: 2 };
        assert_eq!(growth.increments(), [20, 40, 180, 720]);
        assert_eq!(growth.ratios(), [None, Some(3.0), Some(4.0), Some(4.0)]);
        assert_eq!(growth.increment_ratios(), [None, Some(2.0), Some(4.5), Some(4.0)]);
        assert!((growth.geometric_factor(1).unwrap() - 36f64.cbrt()).abs() < 1e-12);
        assert!((growth.geometric_factor(2).unwrap() - 18f64.sqrt()).abs() < 1e-12);
        assert_eq!((growth.geometric_factor(0), growth.geometric_factor(4)), (None, None));
        assert!((growth.branching_factor(2).unwrap() - 4.0).abs() < 1e-12);
        assert!((growth.root(2).unwrap() - 30f64.sqrt()).abs() < 1e-12);
        assert_eq!(growth.branching_factor(4), None);
        assert_eq!((growth.branching_factor(0), growth.root(9)), (None, None));
    }

    #[test]
    fn techniques_make_the_tree_smaller() {
        let stages = Chain::usual(vernier_engine::SearchKind::AlphaBeta).stages();
        let positions = [
            Board::start(),
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3".parse().unwrap(),
        ];
        let grow = |stage: &Stage, most| grow(&stage.options(), &positions, 4, most).unwrap();
        let plain = grow(&stages[0], 50_000_000);
        let full = grow(stages.last().unwrap(), 50_000_000);
        assert_eq!((plain.positions, full.positions), (2, 2));
        assert!(full.cumulative[3] < plain.cumulative[3], "{full:?} {plain:?}");
        let given_up = grow(&stages[0], 100);
        assert_eq!(given_up.positions, 0);
    }
}
