//! `vernier completions`: what a shell needs to complete our command lines.

use super::Cli;
use crate::failure::{Failure, Outcome};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print completions for a shell
///
/// For example: vernier completions bash > ~/.local/share/bash-completion/completions/vernier
#[derive(Args)]
pub struct Completions {
    /// The shell to complete for
    shell: Shell,
}

impl Completions {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        // The generator panics where it cannot write, so it writes to memory.
        let mut text = Vec::new();
        generate(self.shell, &mut Cli::command(), "vernier", &mut text);
        out.write_all(&text)?;
        Ok(Outcome::Done)
    }
}
