//! `vernier tree`: the top of a search tree.

mod dot;
mod svg;
mod text;

use crate::arguments::{PositionArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use vernier_engine::{Engine, Limits, Request, SearchKind, TreeView};

/// Search a position by Monte Carlo tree search and show the top of the tree
#[derive(Args)]
pub struct Tree {
    #[command(flatten)]
    position: PositionArguments,

    /// How many simulations to make
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,

    /// About how many nodes to show, those with the most visits
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    show: u32,

    /// Draw the tree to an SVG file; '-' is the standard output
    #[arg(long, value_name = "FILE", group = "form")]
    svg: Option<PathBuf>,

    /// Write the tree for Graphviz; '-' is the standard output
    #[arg(long, value_name = "FILE", group = "form")]
    dot: Option<PathBuf>,

    /// Print the tree as JSON
    #[arg(long, group = "form")]
    json: bool,
}

/// A node for scripts. Value and score are those of the player who moved.
#[derive(Serialize)]
struct Document {
    san: Option<String>,
    visits: u32,
    policy: f64,
    value: f64,
    proven: Option<String>,
    children: Vec<Self>,
}

impl Document {
    fn of(parent: Option<&TreeView>, node: &TreeView) -> Self {
        Self {
            san: parent.zip(node.mv).map(|(parent, mv)| parent.board.san(mv).to_string()),
            visits: node.visits,
            policy: node.policy,
            value: node.value,
            proven: node.proven.map(|score| score.verdict().to_string()),
            children: node.children.iter().map(|child| Self::of(Some(node), child)).collect(),
        }
    }
}

impl Tree {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let board = self.position.board()?;
        let mut engine = Engine::new();
        let too_big = |error: vernier_engine::TableError| Failure::Input(error.to_string());
        engine.set_hash(256).map_err(too_big)?;
        engine.set_search(SearchKind::Mcts).map_err(too_big)?;
        engine.search(Request::new(board).limits(Limits::nodes(self.nodes)), |_| ());
        let view = engine.tree(self.show as usize).filter(|view| !view.children.is_empty());
        let Some(view) = view else { return Err(Failure::Input(format!("the game is over in '{board}'"))) };
        match (&self.svg, &self.dot) {
            (Some(path), _) => write_to(path, &svg::draw(&view), out)?,
            (None, Some(path)) => write_to(path, &dot::draw(&view), out)?,
            (None, None) if self.json => write_json(out, &Document::of(None, &view))?,
            (None, None) => write!(out, "{}", text::draw(&view))?,
        }
        Ok(Outcome::Done)
    }
}

fn write_to(path: &Path, text: &str, out: &mut dyn Write) -> io::Result<()> {
    if path == Path::new("-") { out.write_all(text.as_bytes()) } else { fs::write(path, text) }
}

/// The label of a node: its move in algebraic notation.
fn name(parent: Option<&TreeView>, node: &TreeView) -> String {
    match (parent, node.mv) {
        (Some(parent), Some(mv)) => parent.board.san(mv).to_string(),
        _ => "root".to_owned(),
    }
}

/// The value of a node for the player who moved there: a proven score, or a percentage of points.
fn worth(node: &TreeView) -> String {
    node.proven.map_or_else(|| format!("{:.1} %", 100.0 * node.value), |score| score.verdict().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> TreeView {
        let mut engine = Engine::new();
        engine.set_search(SearchKind::Mcts).expect("little memory is enough");
        engine.search(Request::new(vernier_chess::Board::start()).limits(Limits::nodes(300)), |_| ());
        engine.tree(25).expect("a tree")
    }

    fn count(view: &TreeView) -> usize {
        1 + view.children.iter().map(count).sum::<usize>()
    }

    #[test]
    fn every_node_is_drawn() {
        let view = view();
        let nodes = count(&view);
        assert!(nodes > 5);
        assert_eq!(text::draw(&view).lines().count(), nodes + 1);
        let dot = dot::draw(&view);
        assert_eq!(dot.matches("label=").count(), nodes);
        assert_eq!(dot.matches("->").count(), nodes - 1);
        let svg = svg::draw(&view);
        assert_eq!(svg.matches("<rect").count(), nodes);
        assert_eq!(svg.matches("<path").count(), nodes - 1);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    }
}
