//! `vernier bench`: a fixed amount of work, counted and timed.

use super::Command;
use crate::arguments::{Arguments, number};
use crate::failure::{Failure, Outcome};
use std::io::Write;
use vernier_engine::bench;

pub const COMMAND: Command = Command {
    name: "bench",
    about: "Search a fixed set of positions with one thread; the last line counts nodes and speed.",
    forms: &["[DEPTH]"],
    switches: &[],
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
    writeln!(out, "{result}")?;
    Ok(Outcome::Done)
}
