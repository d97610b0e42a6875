//! `records merge`, `split`, `filter` and `shuffle`: new files from old ones.

use super::output::{OutputFile, common_header};
use super::verify::fingerprint;
use super::{CommandError, Sources, read_games};
use clap::{Args, ValueEnum, value_parser};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use vernier_chess::GameResult;
use vernier_engine::Rng;
use vernier_records::Game;

/// Merge several files into one; damaged blocks are left out
#[derive(Args)]
pub struct Merge {
    #[command(flatten)]
    sources: Sources,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Merge {
    pub fn run(self) -> Result<u8, CommandError> {
        rewrite(&self.sources.files, &self.out, |_| true)
    }
}

/// Copy the games that fit
#[derive(Args)]
pub struct FilterGames {
    #[command(flatten)]
    sources: Sources,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// No shorter games
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_plies: usize,
    /// No longer games
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    max_plies: usize,
    /// Only games with this result
    #[arg(long, value_enum)]
    result: Option<ResultKind>,
    /// Leave out repeated games
    #[arg(long)]
    unique: bool,
}

#[derive(ValueEnum, Clone, Copy)]
enum ResultKind {
    Decisive,
    Drawn,
}

impl FilterGames {
    pub fn run(self) -> Result<u8, CommandError> {
        let wanted = |result: GameResult| match self.result {
            None => true,
            Some(ResultKind::Decisive) => result != GameResult::Draw,
            Some(ResultKind::Drawn) => result == GameResult::Draw,
        };
        let mut seen = HashSet::new();
        rewrite(&self.sources.files, &self.out, |game| {
            (self.min_plies..=self.max_plies).contains(&game.scores.len())
                && wanted(game.result())
                && (!self.unique || seen.insert(fingerprint(game)))
        })
    }
}

/// Split the games of a file among several
#[derive(Args)]
pub struct Split {
    #[command(flatten)]
    sources: Sources,
    /// The name of the new files: NAME-1.vgr, NAME-2.vgr ...
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// How many files
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u16).range(1..=1000))]
    parts: u16,
}

impl Split {
    pub fn run(self) -> Result<u8, CommandError> {
        let (files, parts) = (&self.sources.files, usize::from(self.parts));
        let header = common_header(files)?;
        let mut outputs = Vec::new();
        for part in 1..=parts {
            let path = PathBuf::from(format!("{}-{part}.vgr", self.out.display()));
            let header = header.clone().with("part", format_args!("{part} of {parts}"));
            outputs.push(OutputFile::create(&path, &header)?);
        }
        let (mut turn, mut damaged) = (0, 0);
        for path in files {
            damaged += read_games(path, |game| {
                turn = (turn + 1) % parts;
                outputs[turn].add(&game)
            })?
            .1;
        }
        outputs.into_iter().try_for_each(OutputFile::finish)?;
        Ok(u8::from(damaged > 0))
    }
}

/// Put all games in random order; they must fit into memory
#[derive(Args)]
pub struct Shuffle {
    #[command(flatten)]
    sources: Sources,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The seed of the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Shuffle {
    pub fn run(self) -> Result<u8, CommandError> {
        let files = &self.sources.files;
        let (mut games, mut damaged) = (Vec::new(), 0);
        for path in files {
            damaged += read_games(path, |game| {
                games.push(game);
                Ok(())
            })?
            .1;
        }
        Rng::new(self.seed).shuffle(&mut games);
        let mut output = OutputFile::create(&self.out, &common_header(files)?)?;
        games.iter().try_for_each(|game| output.add(game))?;
        output.finish()?;
        Ok(u8::from(damaged > 0))
    }
}

/// Copies the games that are wanted.
fn rewrite(files: &[PathBuf], out: &Path, mut wanted: impl FnMut(&Game) -> bool) -> Result<u8, CommandError> {
    let mut output = OutputFile::create(out, &common_header(files)?)?;
    let mut damaged = 0;
    for path in files {
        damaged += read_games(path, |game| if wanted(&game) { output.add(&game) } else { Ok(()) })?.1;
    }
    output.finish()?;
    Ok(u8::from(damaged > 0))
}
