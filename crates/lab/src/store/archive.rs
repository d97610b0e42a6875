//! The PGN file of a match. The journal is what counts; this file is made from it.

use crate::store::journal::JournalError;
use crate::store::pgn;
use crate::store::record::GameRecord;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use vernier_chess::CastlingMode;

/// A PGN file being written.
pub struct Archive {
    file: File,
    path: PathBuf,
    draft: PathBuf,
    mode: CastlingMode,
    event: String,
}

impl Archive {
    /// Begins the file afresh beside the old one, which stays until [`Archive::publish`].
    pub fn begin(path: &Path, mode: CastlingMode, event: &str) -> Result<Self, JournalError> {
        let draft = path.with_extension("pgn.new");
        let file = File::create(&draft).map_err(|error| JournalError::File(draft.clone(), error))?;
        Ok(Self { file, path: path.to_owned(), draft, mode, event: event.to_owned() })
    }

    /// Puts the file into its place. Games added later go there at once.
    pub fn publish(&mut self) -> Result<(), JournalError> {
        std::fs::rename(&self.draft, &self.path).map_err(|error| JournalError::File(self.path.clone(), error))
    }

    /// Throws away what was begun and not published.
    pub fn discard(self) {
        let _ = std::fs::remove_file(self.draft);
    }

    /// False if the file has been removed.
    pub fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        let text = pgn::write(record, self.mode, &self.event) + "\n";
        self.file.write_all(text.as_bytes()).map_err(|error| JournalError::File(self.path.clone(), error))
    }
}
