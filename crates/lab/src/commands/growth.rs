//! `ebf`: how the tree grows with depth.

use super::arguments::{CommandError, engine_option, print, print_json};
use clap::{Args, ValueEnum, value_parser};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use vernier_chess::{Board, CastlingMode};
use vernier_engine::SearchKind;
use vernier_lab::openings::opening::{self, Opening, Order};
use vernier_lab::study::ablation::{
    self, Chain, Comparison, Growth, Manifest, PRESETS, Stage, StageGrowth, leave_one_out,
};

/// Count nodes by depth: the effective branching factor, technique by technique
#[derive(Args)]
pub struct Ebf {
    /// Positions (FEN or EPD) [default: random openings]
    file: Option<PathBuf>,
    /// The depth of the searches
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Which searches: the whole one, a chain that adds one technique after another, or each left out
    #[arg(long, value_enum, default_value_t = StageKind::Full)]
    stages: StageKind,
    /// The chain of a manifest or preset instead of the usual one
    #[arg(long, value_name = "MANIFEST")]
    manifest: Option<PathBuf>,
    /// Only the first stages
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    first: usize,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// The depth from which means are taken
    #[arg(long, value_name = "N", default_value_t = 3)]
    from: usize,
    /// Nodes after which a position is given up and left out
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    most: u64,
    /// Another option of the engine, e.g. Hash=64; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine_option)]
    options: Vec<(String, String)>,
    /// Where the numbers are kept for `report`
    #[arg(long, value_name = "FILE", default_value = "results/growth.jsonl")]
    out: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Names and values.
type EngineOptions = Vec<(String, String)>;

#[derive(ValueEnum, Clone, Copy)]
enum StageKind {
    Full,
    Chain,
    LeaveOneOut,
}

impl Ebf {
    pub fn run(self) -> Result<u8, CommandError> {
        let count = self.positions as usize;
        let openings = match &self.file {
            None => opening::random(count, 1, CastlingMode::Standard),
            Some(file) => opening::load(file, 16, Order::Sequential)?,
        };
        let positions: Vec<Board> = openings.iter().take(count).map(Opening::end).collect();
        let stages = self.stages()?;
        let mut file = begin(&self.out).map_err(CommandError::at(&self.out))?;
        let mut measured = Vec::new();
        for (stage, mut options) in stages.into_iter().take(self.first) {
            options.extend(self.options.iter().cloned());
            let growth = ablation::grow(&options, &positions, self.depth, self.most)?;
            if !self.json {
                print(&table(&stage, &growth, self.from));
            }
            let row = StageGrowth { stage, growth, from: self.from };
            let line = serde_json::to_string(&row)?;
            writeln!(file, "{line}").map_err(CommandError::at(&self.out))?;
            measured.push(row);
        }
        if self.json {
            print_json(&measured)?;
        }
        Ok(0)
    }

    /// The searches by name, with their options.
    fn stages(&self) -> Result<Vec<(String, EngineOptions)>, CommandError> {
        if let Some(path) = &self.manifest {
            let preset = PRESETS.iter().find(|(name, _)| path.as_os_str() == *name);
            let text = match preset {
                Some((_, text)) => (*text).to_owned(),
                None => std::fs::read_to_string(path).map_err(CommandError::reading(path))?,
            };
            let manifest = Manifest::read(&text).map_err(CommandError::reading(path))?;
            let named = |stage: Stage| (stage.name.clone(), manifest.options(None, &stage));
            return Ok(manifest.chain()?.stages().into_iter().map(named).collect());
        }
        let stages = match self.stages {
            StageKind::Full => vec![Stage::full()],
            StageKind::Chain => Chain::usual(SearchKind::AlphaBeta).stages(),
            StageKind::LeaveOneOut => {
                leave_one_out(SearchKind::AlphaBeta).into_iter().map(Comparison::altered).collect()
            }
        };
        Ok(stages.into_iter().map(|stage| (stage.name.clone(), stage.options())).collect())
    }
}

/// A run replaces the one before.
fn begin(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::create(path)
}

fn table(stage: &str, growth: &Growth, from: usize) -> String {
    let mut text = format!("{stage} ({} positions)\n", growth.positions);
    if growth.positions == 0 {
        return text + "  no position was searched to the full depth\n";
    }
    text += "  depth      nodes  increment     R_d  ratio  nodes^(1/depth)\n";
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
    let rows = growth.cumulative.iter().zip(growth.increments());
    let ratios = growth.increment_ratios().into_iter().zip(growth.ratios());
    for (index, ((nodes, increment), (own, ratio))) in rows.zip(ratios).enumerate() {
        let root = growth.root(index + 1).unwrap_or(f64::NAN);
        text += &format!(
            "  {:>5} {nodes:>10} {increment:>10} {:>7} {:>6} {root:>16.2}\n",
            index + 1,
            number(own),
            number(ratio)
        );
    }
    if let (Some(geometric), Some(factor)) = (growth.geometric_factor(from), growth.branching_factor(from)) {
        text += &format!(
            "  from depth {from}: EBF_geom {geometric:.3} (mean of R_d), effective branching factor {factor:.3} (all nodes)\n"
        );
    }
    text
}
