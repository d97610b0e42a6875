//! `records merge`, `split`, `filter` and `shuffle`: new files from old ones.

use super::output::{OutputFile, common_header};
use super::verify::fingerprint;
use super::{Arguments, CommandError, files, read_games, target};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use vernier_chess::GameResult;
use vernier_engine::Rng;
use vernier_records::Game;

pub(super) fn merge(mut arguments: Arguments) -> Result<u8, CommandError> {
    let out = target(&mut arguments)?;
    rewrite(&files(arguments)?, &out, |_| true)
}

pub(super) fn filter(mut arguments: Arguments) -> Result<u8, CommandError> {
    let out = target(&mut arguments)?;
    let shortest: usize = arguments.value("min-plies")?.unwrap_or(0);
    let longest: usize = arguments.value("max-plies")?.unwrap_or(usize::MAX);
    let result = arguments.text("result");
    let unique = arguments.flag("unique");
    let wanted: fn(GameResult) -> bool = match result.as_deref() {
        None => |_| true,
        Some("decisive") => |winner| winner != GameResult::Draw,
        Some("drawn") => |winner| winner == GameResult::Draw,
        Some(other) => return Err(CommandError(format!("--result {other} is neither decisive nor drawn"))),
    };
    let mut seen = HashSet::new();
    rewrite(&files(arguments)?, &out, |game| {
        (shortest..=longest).contains(&game.scores.len())
            && wanted(game.result())
            && (!unique || seen.insert(fingerprint(game)))
    })
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

pub(super) fn split(mut arguments: Arguments) -> Result<u8, CommandError> {
    let out = target(&mut arguments)?;
    let parts: usize = arguments.value_within("parts", 2, 1..=1000)?;
    let files = files(arguments)?;
    let header = common_header(&files)?;
    let mut outputs = Vec::new();
    for part in 1..=parts {
        let path = PathBuf::from(format!("{}-{part}.vgr", out.display()));
        outputs.push(OutputFile::create(
            &path,
            &header.clone().with("part", format_args!("{part} of {parts}")),
        )?);
    }
    let (mut turn, mut damaged) = (0, 0);
    for path in &files {
        damaged += read_games(path, |game| {
            turn = (turn + 1) % parts;
            outputs[turn].add(&game)
        })?
        .1;
    }
    outputs.into_iter().try_for_each(OutputFile::finish)?;
    Ok(u8::from(damaged > 0))
}

pub(super) fn shuffle(mut arguments: Arguments) -> Result<u8, CommandError> {
    let out = target(&mut arguments)?;
    let seed = arguments.value("seed")?.unwrap_or(1);
    let files = files(arguments)?;
    let (mut games, mut damaged) = (Vec::new(), 0);
    for path in &files {
        damaged += read_games(path, |game| {
            games.push(game);
            Ok(())
        })?
        .1;
    }
    Rng::new(seed).shuffle(&mut games);
    let mut output = OutputFile::create(&out, &common_header(&files)?)?;
    games.iter().try_for_each(|game| output.add(game))?;
    output.finish()?;
    Ok(u8::from(damaged > 0))
}
