//! `vernier bench`: a fixed amount of work, counted and timed.

use super::Command;
use crate::arguments::{Arguments, Switch, number};
use crate::failure::{Failure, Outcome};
use std::io::{self, Write};
use vernier_engine::{Statistics, bench};

pub const COMMAND: Command = Command {
    name: "bench",
    about: "Search a fixed set of positions with one thread; the last line counts nodes and speed.",
    forms: &["[DEPTH] [--stats]"],
    switches: &[Switch { name: "--stats", value: None, help: "show what the searches did as well" }],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let depth = match arguments.operands() {
        [] => bench::DEPTH,
        [depth] => number("the depth", depth, 1..=100).map_err(|reason| Failure::Usage(reason, "bench"))?,
        _ => return Err(Failure::Usage("bench takes one depth".to_owned(), "bench")),
    };
    let mut broken = Ok(());
    let result = bench::run(depth, |line| {
        if broken.is_ok() {
            broken = writeln!(out, "{line}");
        }
    });
    broken?;
    if arguments.has("--stats") {
        show(&result.statistics, out)?;
    }
    writeln!(out, "{result}")?;
    Ok(Outcome::Done)
}

/// What the searches did, in shares and factors.
fn show(statistics: &Statistics, out: &mut dyn Write) -> io::Result<()> {
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    writeln!(out, "quiescence nodes      {:5.1} %", share(statistics.quiescence_nodes, statistics.nodes))?;
    writeln!(out, "table hits            {:5.1} %", share(statistics.hits, statistics.probes))?;
    writeln!(out, "table cutoffs         {:5.1} %", share(statistics.table_cutoffs, statistics.probes))?;
    writeln!(
        out,
        "first-move cutoffs    {:5.1} %",
        share(statistics.first_move_cutoffs, statistics.cutoffs)
    )?;
    writeln!(out, "depth  nodes so far  branching")?;
    for (index, nodes) in statistics.nodes_by_depth.iter().enumerate() {
        let factor = statistics.branching_factor(index, index + 1);
        writeln!(
            out,
            "{:>5} {nodes:>13}  {}",
            index + 1,
            factor.map_or(String::new(), |factor| format!("{factor:.2}"))
        )?;
    }
    Ok(())
}
