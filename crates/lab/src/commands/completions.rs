//! `completions` and `man`: what shells and manuals need, from the definitions of the command line.

use super::Cli;
use super::arguments::{CommandError, print};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::path::PathBuf;

/// Print completions for a shell
#[derive(Args)]
pub struct Completions {
    /// The shell to complete for
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<u8, CommandError> {
        let mut text = Vec::new();
        generate(self.shell, &mut Cli::command(), "vernier-lab", &mut text);
        print(&String::from_utf8_lossy(&text));
        Ok(0)
    }
}

/// Print the manual page, or write one page for each command to a folder
#[derive(Args)]
pub struct Man {
    /// The folder, which is created if it is missing
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub fn run(self) -> Result<u8, CommandError> {
        match self.out {
            None => {
                let mut text = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut text)?;
                print(&String::from_utf8_lossy(&text));
            }
            Some(folder) => std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder))
                .map_err(CommandError::at(&folder))?,
        }
        Ok(0)
    }
}
