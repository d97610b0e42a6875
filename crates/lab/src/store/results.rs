//! The folder of a match: the journal of its games, which is what counts, and the PGN file made from it.

use crate::store::archive::Archive;
use crate::store::journal::{Journal, JournalError};
use crate::store::record::GameRecord;
use serde::Serialize;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use vernier_chess::CastlingMode;

/// The default results folder for a name, without characters that a file system might reject.
///
/// ```
/// use std::path::Path;
/// assert_eq!(vernier_lab::store::results::folder_for("new-Vernier 0.1/x"), Path::new("results/new-Vernier_0.1_x"));
/// ```
pub fn folder_for(name: &str) -> PathBuf {
    let safe = |letter: char| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' };
    Path::new("results").join(name.chars().map(safe).collect::<String>())
}

/// The journal of the match in a folder.
pub fn journal(folder: &Path) -> PathBuf {
    folder.join("games.jsonl")
}

/// True if a match has begun in a folder.
pub fn exists(folder: &Path) -> bool {
    journal(folder).exists()
}

/// The games of a match, on the disk and open for more.
pub struct Results {
    journal: Journal,
    archive: Archive,
}

impl Results {
    /// Opens or makes the folder of a match with these settings. Games that are in it already are shown to `seen`.
    pub fn open(
        folder: &Path,
        settings: &impl Serialize,
        mode: CastlingMode,
        event: &str,
        mut seen: impl FnMut(&GameRecord),
    ) -> Result<Self, JournalError> {
        fs::create_dir_all(folder).map_err(|error| JournalError::File(folder.to_owned(), error))?;
        let mut archive = Archive::begin(&folder.join("games.pgn"), mode, event)?;
        let mut copied = Ok(());
        let opened = Journal::open(&journal(folder), settings, |record| {
            seen(&record);
            if copied.is_ok() {
                copied = archive.add(&record);
            }
        });
        match opened.and_then(|journal| copied.map(|()| journal)) {
            Ok(journal) => {
                archive.publish()?;
                Ok(Self { journal, archive })
            }
            Err(error) => {
                archive.discard();
                Err(error)
            }
        }
    }

    /// The numbers of the games that have been played.
    pub const fn finished(&self) -> &HashSet<u32> {
        self.journal.finished()
    }

    /// False if the PGN file has been removed. Opened again, there is a new one with all the games.
    pub fn has_pgn(&self) -> bool {
        self.archive.is_there()
    }

    /// Adds a game. When this returns, it is on the disk.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.journal.add(record)?;
        self.archive.add(record)
    }
}
