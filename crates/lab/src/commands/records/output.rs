//! Files of games made from others.

use super::{CommandError, print};
use std::path::{Path, PathBuf};
use vernier_protocol::counted;
use vernier_records::{Block, Game, Header, Reader, Writer};

/// Blocks of new files are about this long.
const BLOCK: usize = 64 << 10;

/// A new file that is being filled.
pub(super) struct OutputFile {
    path: PathBuf,
    writer: Writer,
    block: Block,
    games: u64,
}

impl OutputFile {
    pub(super) fn create(path: &Path, header: &Header) -> Result<Self, CommandError> {
        if path.exists() {
            return Err(CommandError::Input(format!("{} exists already", path.display())));
        }
        let writer = Writer::open(path, header, drop)?;
        Ok(Self { path: path.to_owned(), writer, block: Block::new(), games: 0 })
    }

    pub(super) fn add(&mut self, game: &Game) -> Result<(), CommandError> {
        self.block.push(game);
        self.games += 1;
        if self.block.len() >= BLOCK {
            self.writer.append(&std::mem::take(&mut self.block))?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), CommandError> {
        self.writer.append(&self.block)?;
        print(&format!("{} in {}\n", counted(self.games, "game"), self.path.display()));
        Ok(())
    }
}

/// What several headers have in common, and their differences side by side.
pub(super) fn common_header(files: &[PathBuf]) -> Result<Header, CommandError> {
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
