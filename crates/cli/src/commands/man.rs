//! `vernier man`: manual pages from the definitions of the command line.

use super::Cli;
use crate::failure::{Failure, Outcome};
use clap::{Args, CommandFactory};
use clap_mangen::{Man as Page, generate_to};
use std::io::Write;
use std::path::PathBuf;

/// Print the manual page, or write one page for each command to a folder
#[derive(Args)]
pub struct Man {
    /// The folder, which is created if it is missing
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        match self.out {
            None => Page::new(Cli::command()).render(&mut &mut *out)?,
            Some(folder) => std::fs::create_dir_all(&folder)
                .and_then(|()| generate_to(Cli::command(), &folder))
                .map_err(|error| Failure::Run(format!("cannot write to {}: {error}", folder.display())))?,
        }
        Ok(Outcome::Done)
    }
}
