//! `records merge`, `split`, `filter` and `shuffle`: new files from old ones.

use super::verify::fingerprint;
use super::{Arguments, Trouble, files, outlet, read_games};
use crate::commands::progress::say;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use vernier_engine::Chance;
use vernier_records::{Block, Game, Header, Reader, Winner, Writer};

/// Blocks of new files are about this long.
const BLOCK: usize = 64 << 10;

/// A new file that is being filled.
pub(super) struct Outlet {
    path: PathBuf,
    writer: Writer,
    block: Block,
    games: u64,
}

impl Outlet {
    pub(super) fn create(path: &Path, header: &Header) -> Result<Self, Trouble> {
        if path.exists() {
            return Err(Trouble(format!("{} exists already", path.display())));
        }
        let writer = Writer::open(path, header, drop)?;
        Ok(Self { path: path.to_owned(), writer, block: Block::new(), games: 0 })
    }

    pub(super) fn add(&mut self, game: &Game) -> Result<(), Trouble> {
        self.block.push(game);
        self.games += 1;
        if self.block.len() >= BLOCK {
            self.writer.append(&std::mem::take(&mut self.block))?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), Trouble> {
        self.writer.append(&self.block)?;
        say(&format!("{} games in {}\n", self.games, self.path.display()));
        Ok(())
    }
}

/// What several files have in common, and what they have not side by side.
pub(super) fn common_header(files: &[PathBuf]) -> Result<Header, Trouble> {
    let mut headers = Vec::new();
    for path in files {
        headers.push(Reader::open(path)?.header().clone());
    }
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in headers.iter().flat_map(Header::entries) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names.into_iter().fold(Header::new(), |header, name| {
        let mut values: Vec<&str> = headers.iter().map(|header| header.get(name).unwrap_or("-")).collect();
        values.dedup();
        header.with(name, values.join(", "))
    }))
}

pub(super) fn merge(mut arguments: Arguments) -> Result<u8, Trouble> {
    let out = outlet(&mut arguments)?;
    rewrite(&files(arguments)?, &out, |_| true)
}

pub(super) fn filter(mut arguments: Arguments) -> Result<u8, Trouble> {
    let out = outlet(&mut arguments)?;
    let shortest: usize = arguments.value("min-plies")?.unwrap_or(0);
    let longest: usize = arguments.value("max-plies")?.unwrap_or(usize::MAX);
    let result = arguments.text("result");
    let unique = arguments.flag("unique");
    let wanted: fn(Winner) -> bool = match result.as_deref() {
        None => |_| true,
        Some("decisive") => |winner| winner != Winner::Nobody,
        Some("drawn") => |winner| winner == Winner::Nobody,
        Some(other) => return Err(Trouble(format!("--result {other} is neither decisive nor drawn"))),
    };
    let mut seen = HashSet::new();
    rewrite(&files(arguments)?, &out, |game| {
        (shortest..=longest).contains(&game.scores.len())
            && wanted(game.result)
            && (!unique || seen.insert(fingerprint(game)))
    })
}

/// Copies the games that are wanted.
fn rewrite(files: &[PathBuf], out: &Path, mut wanted: impl FnMut(&Game) -> bool) -> Result<u8, Trouble> {
    let mut outlet = Outlet::create(out, &common_header(files)?)?;
    let mut damaged = 0;
    for path in files {
        damaged += read_games(path, |game| if wanted(&game) { outlet.add(&game) } else { Ok(()) })?.1;
    }
    outlet.finish()?;
    Ok(u8::from(damaged > 0))
}

pub(super) fn split(mut arguments: Arguments) -> Result<u8, Trouble> {
    let out = outlet(&mut arguments)?;
    let parts: usize = arguments.value("parts")?.unwrap_or(2);
    if !(1..=1000).contains(&parts) {
        return Err(Trouble(format!("--parts {parts}: from 1 to 1000")));
    }
    let files = files(arguments)?;
    let header = common_header(&files)?;
    let mut outlets = Vec::new();
    for part in 1..=parts {
        let path = PathBuf::from(format!("{}-{part}.vgr", out.display()));
        outlets.push(Outlet::create(&path, &header.clone().with("part", format_args!("{part} of {parts}")))?);
    }
    let (mut turn, mut damaged) = (0, 0);
    for path in &files {
        damaged += read_games(path, |game| {
            turn = (turn + 1) % parts;
            outlets[turn].add(&game)
        })?
        .1;
    }
    outlets.into_iter().try_for_each(Outlet::finish)?;
    Ok(u8::from(damaged > 0))
}

pub(super) fn shuffle(mut arguments: Arguments) -> Result<u8, Trouble> {
    let out = outlet(&mut arguments)?;
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
    Chance::new(seed).shuffle(&mut games);
    let mut outlet = Outlet::create(&out, &common_header(&files)?)?;
    games.iter().try_for_each(|game| outlet.add(game))?;
    outlet.finish()?;
    Ok(u8::from(damaged > 0))
}
