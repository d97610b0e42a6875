//! `ebf`: how the tree grows with depth.

use super::arguments::{Arguments, CommandError, Grammar};
use super::progress::say;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use vernier_chess::{Board, CastlingMode};
use vernier_lab::openings::opening::{self, Order};
use vernier_lab::study::ablation::{self, Comparison, Growth, Stage, StageGrowth};

pub const HELP: &str = "\
vernier-lab ebf [FILE.epd] [--depth 8] [--stages chain|full|leave-one-out] [--first N] [--positions N]

Counts nodes by depth and tells how many times as many each depth takes: the effective branching factor. For each
stage of the chain (from plain alpha-beta, adding one technique after another), or for the whole search alone.

  --first N      only the first stages of the chain
  --positions N  how many positions of the file (20); without a file, random openings
  --from N       the depth from which the mean is taken (3)
  --most N       nodes after which a position is given up and left out (20000000)
  --out FILE     where the numbers are kept for `vernier-lab report` (results/growth.jsonl)
";

/// Runs `vernier-lab ebf`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &[], lists: &[] })?;
    let depth = arguments.value_within("depth", 8, 1..=60)?;
    let from = arguments.value("from")?.unwrap_or(3);
    let most = arguments.value("most")?.unwrap_or(20_000_000);
    let first = arguments.value("first")?.unwrap_or(usize::MAX);
    let count = arguments.value_within("positions", 20, 1..=100_000)?;
    let stages = arguments.text("stages");
    let out = PathBuf::from(arguments.text("out").unwrap_or_else(|| "results/growth.jsonl".to_owned()));
    let files = arguments.finish()?;
    let openings = match &files[..] {
        [] => opening::random(count, 1, CastlingMode::Standard),
        [file] => opening::load(Path::new(file), 16, Order::Sequential)?,
        _ => return Err(CommandError("one file of positions is enough".into())),
    };
    let after =
        |opening: &opening::Opening| opening.moves.iter().fold(opening.start, |board, mv| board.play(*mv));
    let positions: Vec<Board> = openings.iter().take(count).map(after).collect();
    let stages = match stages.as_deref() {
        None | Some("full") => ablation::chain_stages().into_iter().rev().take(1).collect(),
        Some("chain") => ablation::chain_stages().into_iter().take(first).collect::<Vec<_>>(),
        Some("leave-one-out") => {
            ablation::leave_one_out().into_iter().map(Comparison::altered).take(first).collect()
        }
        Some(other) => {
            return Err(CommandError(format!("--stages {other} is none of chain, full, leave-one-out")));
        }
    };
    let mut file = begin(&out).map_err(CommandError::at(&out))?;
    for stage in &stages {
        let growth = ablation::grow(stage, &positions, depth, most);
        say(&table(stage, &growth, from));
        let line = serde_json::to_string(&StageGrowth { stage: stage.name.clone(), growth, from })?;
        writeln!(file, "{line}").map_err(CommandError::at(&out))?;
    }
    Ok(0)
}

/// A run replaces the one before.
fn begin(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::create(path)
}

fn table(stage: &Stage, growth: &Growth, from: usize) -> String {
    let mut text = format!("{} ({} positions)\n", stage.name, growth.positions);
    if growth.positions == 0 {
        return text + "  no position was searched to the full depth\n";
    }
    text += "  depth      nodes  increment  ratio  nodes^(1/depth)\n";
    let rows = growth.cumulative.iter().zip(growth.increments()).zip(growth.ratios());
    for (index, ((nodes, increment), ratio)) in rows.enumerate() {
        let ratio = ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let root = growth.root(index + 1).unwrap_or(f64::NAN);
        text += &format!("  {:>5} {nodes:>10} {increment:>10} {ratio:>6} {root:>16.2}\n", index + 1);
    }
    match growth.branching_factor(from) {
        Some(factor) => text + &format!("  effective branching factor from depth {from}: {factor:.3}\n"),
        None => text,
    }
}
