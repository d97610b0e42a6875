//! `vernier help`: what there is to call, and how.

use super::{COMMANDS, Command};
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::io::Write;

pub const COMMAND: Command = Command {
    name: "help",
    about: "Say what there is to call, and how.",
    forms: &["[COMMAND]"],
    switches: &[],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let Some(name) = arguments.operands().first() else { return general(out) };
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => of(command, out),
        None => Err(Failure::Usage(format!("unknown command '{name}'"), "")),
    }
}

/// Name and version.
pub fn version(out: &mut dyn Write) -> Result<Outcome, Failure> {
    writeln!(out, "vernier {}", env!("CARGO_PKG_VERSION"))?;
    Ok(Outcome::Done)
}

/// The list of commands.
pub fn general(out: &mut dyn Write) -> Result<Outcome, Failure> {
    version(out)?;
    writeln!(out, "\nUsage: vernier [COMMAND ...]\n")?;
    writeln!(
        out,
        "Without a command it talks: the first line it reads decides between UCI, XBoard and plain words."
    )?;
    writeln!(out, "\nCommands:")?;
    for command in COMMANDS {
        writeln!(out, "  {:<8}  {}", command.name, command.about)?;
    }
    writeln!(out, "\n'vernier help COMMAND' tells more of one; 'vernier --version' prints the version.")?;
    Ok(Outcome::Done)
}

/// The whole of one command.
pub fn of(command: &Command, out: &mut dyn Write) -> Result<Outcome, Failure> {
    for (index, form) in command.forms.iter().enumerate() {
        let lead = if index == 0 { "Usage:" } else { "      " };
        writeln!(out, "{lead} vernier {} {form}", command.name)?;
    }
    writeln!(out, "\n{}", command.about)?;
    if !command.switches.is_empty() {
        writeln!(out, "\nOptions:")?;
    }
    for switch in command.switches {
        let call = format!("{} {}", switch.name, switch.value.unwrap_or(""));
        writeln!(out, "  {call:<16}  {}", switch.help)?;
    }
    Ok(Outcome::Done)
}
