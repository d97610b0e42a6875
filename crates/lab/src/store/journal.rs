//! The games of a match on disk, so that nothing is lost and nothing is counted twice.
//!
//! A journal is a file of JSON lines: first the settings of the match, then one line for each finished game, written
//! and synced as it ends. Nothing is ever rewritten. If the power fails in the middle of a line, that line is cut off
//! at the next start and its game played again.
//!
//! Every line ends with a checksum of what stands before it, and every game is replayed when it is read: its moves must
//! be legal and its result must fit its end. Journals of version 1 have no checksums; their games are replayed all the
//! same.

use crate::store::record::GameRecord;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use vernier_records::crc32;

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

const VERSION: u32 = 2;
/// The last version whose lines had no checksums.
const WITHOUT_CHECKSUMS: u32 = 1;

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// Reading or writing failed.
    File(PathBuf, io::Error),
    /// Another process writes it.
    InUse(PathBuf),
    /// It belongs to a match with other settings; what differs.
    OtherMatch(PathBuf, String),
    /// A line that is damaged, or a game that cannot have been played.
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
    /// Opens or creates the journal of a match with these settings. Games that are in it are passed to `seen`.
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
        (&self.file).seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut lines = Lines::new(&self.file);
        let found = lines.next::<Header>().map_err(|error| error.at(&self.path))?;
        if let Some(found) = &found
            && found.settings != header.settings
        {
            let what = difference(&found.settings, &header.settings);
            return Err(JournalError::OtherMatch(self.path.clone(), what));
        }
        while let Some(record) = lines.next_game().map_err(|error| error.at(&self.path))? {
            if self.finished.insert(record.id) {
                seen(record);
            }
        }
        self.file.set_len(lines.whole).map_err(failed)?;
        Ok(found.is_some())
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
        let mut text = serde_json::to_string(line).map_err(|error| failed(error.into()))?;
        sign(&mut text);
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(failed)?;
        self.file.sync_data().map_err(failed)
    }
}

/// How a checksum stands at the end of a line: another key of the object.
const SIGNATURE: &str = ",\"crc\":\"";

/// Adds the checksum to a line, which is a JSON object.
fn sign(text: &mut String) {
    let sum = checksum(text.as_bytes());
    text.pop();
    text.push_str(&format!("{SIGNATURE}{sum}\"}}"));
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32(bytes))
}

/// The checksum at the end of a line, and the line as it was before; none if it has no checksum.
fn signature(line: &[u8]) -> Option<(&[u8], Vec<u8>)> {
    const LENGTH: usize = SIGNATURE.len() + 8 + 2;
    let (content, end) = line.split_at_checked(line.len().checked_sub(LENGTH)?)?;
    let sum = end.strip_prefix(SIGNATURE.as_bytes())?.strip_suffix(b"\"}")?;
    Some((sum, [content, b"}"].concat()))
}

/// Why a line is not what was written.
enum LineError {
    File(io::Error),
    Line(usize, String),
}

impl LineError {
    fn at(self, path: &Path) -> JournalError {
        match self {
            Self::File(error) => JournalError::File(path.to_owned(), error),
            Self::Line(number, error) => JournalError::Line(path.to_owned(), number, error),
        }
    }

    fn into_io(self) -> io::Error {
        match self {
            Self::File(error) => error,
            Self::Line(number, error) => {
                io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {error}"))
            }
        }
    }
}

/// The lines of a journal, checked one by one. A last line without its end is left out.
struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    number: usize,
    version: u32,
    /// Bytes up to the end of the last line that is whole.
    whole: u64,
}

impl<R: Read> Lines<R> {
    fn new(file: R) -> Self {
        Self { reader: BufReader::new(file), line: Vec::new(), number: 0, version: VERSION, whole: 0 }
    }

    /// The next line as a value; none at the end.
    fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, LineError> {
        self.line.clear();
        let read = self.reader.read_until(b'\n', &mut self.line).map_err(LineError::File)?;
        if self.line.pop() != Some(b'\n') {
            return Ok(None);
        }
        self.number += 1;
        let wrong = |text: String| LineError::Line(self.number, text);
        let content = match signature(&self.line) {
            Some((sum, content)) if checksum(&content).as_bytes() == sum => content,
            Some(_) => return Err(wrong("the checksum does not fit".into())),
            None => self.line.clone(),
        };
        let signed = content.len() != self.line.len();
        let value: serde_json::Value =
            serde_json::from_slice(&content).map_err(|error| wrong(error.to_string()))?;
        if self.number == 1 {
            let version = value.get("version").and_then(serde_json::Value::as_u64);
            self.version = version.and_then(|version| version.try_into().ok()).unwrap_or(0);
            if !(WITHOUT_CHECKSUMS..=VERSION).contains(&self.version) {
                return Err(wrong(format!("version {} is not known", self.version)));
            }
        }
        if self.version > WITHOUT_CHECKSUMS && !signed {
            return Err(wrong("the checksum is missing".into()));
        }
        let value = serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
        self.whole += read as u64;
        Ok(Some(value))
    }

    /// The next game, replayed; none at the end.
    fn next_game(&mut self) -> Result<Option<GameRecord>, LineError> {
        let before = self.whole;
        let Some(record) = self.next::<GameRecord>()? else { return Ok(None) };
        record.check().map_err(|error| {
            self.whole = before;
            LineError::Line(self.number, error)
        })?;
        Ok(Some(record))
    }
}

/// The first line of a journal, read without disturbing its writer.
pub fn header(path: &Path) -> io::Result<serde_json::Value> {
    let header = Lines::new(File::open(path)?).next().map_err(LineError::into_io)?;
    header.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the journal is empty"))
}

/// Passes on the games of a journal. A last line without its end belongs to a match in progress, and is skipped.
pub fn each_game(path: &Path, mut visit: impl FnMut(&GameRecord)) -> io::Result<()> {
    let mut lines = Lines::new(File::open(path)?);
    lines.next::<serde_json::Value>().map_err(LineError::into_io)?;
    while let Some(record) = lines.next_game().map_err(LineError::into_io)? {
        visit(&record);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::record::Ply;
    use std::collections::BTreeMap;
    use vernier_chess::GameResult;

    fn fools_mate(result: GameResult) -> GameRecord {
        GameRecord {
            id: 3,
            white: "A".into(),
            black: "B".into(),
            result,
            reason: "Black wins by checkmate".into(),
            termination: "normal".into(),
            opening: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            white_faults: BTreeMap::new(),
            black_faults: BTreeMap::new(),
            began: 0,
            took: 0,
            moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(|mv| Ply::from_book(mv.into())).into(),
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("vernier-journal-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn games(path: &Path) -> Result<usize, JournalError> {
        let mut count = 0;
        Journal::open(path, &"settings", |_| count += 1).map(|_| count)
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let folder = folder("flips");
        let path = folder.join("games.jsonl");
        let _ = std::fs::remove_file(&path);
        Journal::open(&path, &"settings", drop).unwrap().add(&fools_mate(GameResult::BlackWins)).unwrap();
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(games(&path).unwrap(), 1);
        for index in 0..whole.len() - 1 {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[index] ^= 1 << bit;
                std::fs::write(&path, &bytes).unwrap();
                assert!(games(&path).is_err(), "bit {bit} of byte {index}");
                assert_eq!(std::fs::read(&path).unwrap(), bytes, "a damaged journal is left as it is");
            }
        }
        // Without its end the last line is one that was cut off: its game is played again.
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert_eq!(games(&path).unwrap(), 0);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn journals_without_checksums_are_read_and_their_results_checked() {
        let folder = folder("old");
        let path = folder.join("games.jsonl");
        let old = |result| {
            let game = serde_json::to_string(&fools_mate(result)).unwrap();
            format!("{{\"version\":1,\"settings\":\"settings\"}}\n{game}\n")
        };
        std::fs::write(&path, old(GameResult::BlackWins)).unwrap();
        assert_eq!(games(&path).unwrap(), 1);
        for edited in [GameResult::WhiteWins, GameResult::Draw] {
            std::fs::write(&path, old(edited)).unwrap();
            let error = games(&path).unwrap_err().to_string();
            assert!(error.contains("line 2: ") && error.contains("the result is"), "{error}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
