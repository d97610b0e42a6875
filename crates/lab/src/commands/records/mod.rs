//! `records`: look at, check and change files of self-play games.

mod deepen;
mod expand;
mod info;
mod output;
mod rescore;
mod rewrite;
mod sample;
mod verify;

use super::arguments::{CommandError, print};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use vernier_records::{Game, Header, Reader};

/// Look at, check and change files of self-play games
#[derive(Args)]
pub struct Records {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Info(info::Info),
    Verify(verify::Verify),
    Merge(rewrite::Merge),
    Split(rewrite::Split),
    Filter(rewrite::FilterGames),
    Shuffle(rewrite::Shuffle),
    Rescore(rescore::RescoreGames),
    Sample(sample::Sample),
    Expand(expand::Expand),
    Deepen(deepen::Deepen),
}

impl Records {
    pub fn run(self) -> Result<u8, CommandError> {
        match self.action {
            Action::Info(arguments) => arguments.run(),
            Action::Verify(arguments) => arguments.run(),
            Action::Merge(arguments) => arguments.run(),
            Action::Split(arguments) => arguments.run(),
            Action::Filter(arguments) => arguments.run(),
            Action::Shuffle(arguments) => arguments.run(),
            Action::Rescore(arguments) => arguments.run(),
            Action::Sample(arguments) => arguments.run(),
            Action::Expand(arguments) => arguments.run(),
            Action::Deepen(arguments) => arguments.run(),
        }
    }
}

/// The files of games to read.
#[derive(Args)]
struct Sources {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Passes on every game of a file that can be read, warns about the rest, and returns the header and the number of
/// damaged places.
fn read_games(
    path: &Path,
    mut give: impl FnMut(Game) -> Result<(), CommandError>,
) -> Result<(Header, u64), CommandError> {
    let reader = Reader::open(path)?;
    let (header, mut damaged) = (reader.header().clone(), 0);
    let mut warn = |text: String| {
        eprintln!("{}: {text}", path.display());
        damaged += 1;
    };
    for block in reader {
        let block = match block {
            Ok(block) => block,
            Err(error) => {
                warn(error.to_string());
                continue;
            }
        };
        let place = format!("block {} at byte {}", block.index, block.offset);
        match block.games() {
            Err(fault) => warn(format!("{place}: {fault}")),
            Ok(games) => {
                for game in games {
                    match game {
                        Ok(game) => give(game)?,
                        Err(fault) => warn(format!("{place}: {fault}")),
                    }
                }
            }
        }
    }
    Ok((header, damaged))
}
