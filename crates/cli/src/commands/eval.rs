//! `vernier eval`: what a position is worth before any search.

use super::{Command, position};
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::io::Write;
use vernier_engine::evaluation;

pub const COMMAND: Command = Command {
    name: "eval",
    about: "Explain what a position is worth before any search.",
    forms: &["[FEN]"],
    switches: &[],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let board = position(arguments.operands())?;
    writeln!(out, "{}", evaluation::explain(&board))?;
    Ok(Outcome::Done)
}
