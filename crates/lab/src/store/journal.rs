//! The games of a match on disk, so that nothing is lost and nothing is counted twice.
//!
//! A journal is a file of JSON lines: first the settings of the match, then one line for each finished game, written
//! and synced as it ends. Nothing is ever rewritten. If the power fails in the middle of a line, that line is cut off
//! at the next start and its game played again.

use crate::store::record::GameRecord;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A journal open for writing.
pub struct Journal {
    file: File,
    path: PathBuf,
    finished: HashSet<u32>,
}

/// The first line of a journal. Two matches with the same settings are the same match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    version: u32,
    settings: serde_json::Value,
}

const VERSION: u32 = 1;

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// Reading or writing failed.
    File(PathBuf, io::Error),
    /// Another process writes it.
    InUse(PathBuf),
    /// It belongs to a match with other settings; what differs.
    OtherMatch(PathBuf, String),
    /// A line that makes no sense.
    Line(PathBuf, usize, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::InUse(path) => write!(f, "{} is in use by another match", path.display()),
            Self::OtherMatch(path, what) => {
                write!(f, "{} belongs to another match ({what}); choose another folder", path.display())
            }
            Self::Line(path, line, error) => write!(f, "{}, line {line}: {error}", path.display()),
        }
    }
}

impl std::error::Error for JournalError {}

impl Journal {
    /// Opens or begins the journal of a match with these settings. Games that are in it already are handed to `seen`.
    pub fn open(
        path: &Path,
        settings: &impl Serialize,
        mut seen: impl FnMut(GameRecord),
    ) -> Result<Self, JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        let settings = serde_json::to_value(settings).map_err(|error| failed(error.into()))?;
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let mut journal = Self { file, path: path.to_owned(), finished: HashSet::new() };
        let header = Header { version: VERSION, settings };
        if !journal.read(&header, &mut seen)? {
            journal.write(&header)?;
        }
        Ok(journal)
    }

    /// Reads what is there; false if not even a header is.
    fn read(&mut self, header: &Header, seen: &mut impl FnMut(GameRecord)) -> Result<bool, JournalError> {
        let failed = |error| JournalError::File(self.path.clone(), error);
        let mut reader = BufReader::new(&self.file);
        reader.seek(SeekFrom::Start(0)).map_err(failed)?;
        let (mut whole, mut line, mut number) = (0, Vec::new(), 0);
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(failed)?;
            if line.pop() != Some(b'\n') {
                break;
            }
            number += 1;
            let senseless =
                |error: serde_json::Error| JournalError::Line(self.path.clone(), number, error.to_string());
            if number == 1 {
                let found: Header = serde_json::from_slice(&line).map_err(senseless)?;
                if found != *header {
                    let what = difference(&found.settings, &header.settings);
                    return Err(JournalError::OtherMatch(self.path.clone(), what));
                }
            } else {
                let record: GameRecord = serde_json::from_slice(&line).map_err(senseless)?;
                if self.finished.insert(record.id) {
                    seen(record);
                }
            }
            whole += read as u64;
        }
        self.file.set_len(whole).map_err(failed)?;
        Ok(number > 0)
    }

    /// The numbers of the games that are in it.
    pub const fn finished(&self) -> &HashSet<u32> {
        &self.finished
    }

    /// Adds a game. When this returns, it is on the disk.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        if self.finished.insert(record.id) {
            self.write(record)?;
        }
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let failed = |error| JournalError::File(self.path.clone(), error);
        let mut bytes = serde_json::to_vec(line).map_err(|error| failed(error.into()))?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).map_err(failed)?;
        self.file.sync_data().map_err(failed)
    }
}

/// The first line of a journal, read without disturbing who writes it.
pub fn header(path: &Path) -> io::Result<serde_json::Value> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
    serde_json::from_slice(&line).map_err(|error| senseless(1, &error))
}

fn senseless(number: usize, error: &serde_json::Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {error}"))
}

/// Hands out the games of a journal. A last line without its end belongs to a match in progress, and is left out.
pub fn each_game(path: &Path, mut heard: impl FnMut(&GameRecord)) -> io::Result<()> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    for number in 2.. {
        line.clear();
        reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        heard(&serde_json::from_slice(&line).map_err(|error| senseless(number, &error))?);
    }
    Ok(())
}

/// Names the first setting that two matches do not share.
fn difference(old: &serde_json::Value, new: &serde_json::Value) -> String {
    use serde_json::Value::{Array, Object};
    let inside = |key: &str, old: &serde_json::Value, new: &serde_json::Value| {
        (old != new).then(|| format!("{key}: {}", difference(old, new)))
    };
    let found = match (old, new) {
        (Object(old), Object(new)) => old.keys().chain(new.keys()).find_map(|key| {
            inside(
                key,
                old.get(key).unwrap_or(&serde_json::Value::Null),
                new.get(key).unwrap_or(&serde_json::Value::Null),
            )
        }),
        (Array(old), Array(new)) if old.len() == new.len() => {
            (0..old.len()).find_map(|index| inside(&(index + 1).to_string(), &old[index], &new[index]))
        }
        _ => None,
    };
    found.unwrap_or_else(|| format!("was {old}, is {new}"))
}
