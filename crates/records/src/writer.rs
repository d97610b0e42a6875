//! Writes files of games, so that whatever happens only the block being written is lost.

use crate::{Block, Difference, Header, HeaderError, ReadError, ReadErrorKind, Reader, Sealed};
use core::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of games, open for adding blocks. While it is open no other process can add to it.
///
/// ```no_run
/// use std::path::Path;
/// use vernier_records::{Block, Header, Writer};
/// let header = Header::new().with("engine", "mine 1.0").with("nodes", 5_000);
/// let mut games = 0;
/// let mut writer = Writer::open(Path::new("games.vgr"), &header, |sealed| {
///     games += sealed.games().map_or(0, |games| games.len());
/// })?;
/// let mut block = Block::new();
/// // block.push(&game) for each game that is finished, and from time to time:
/// writer.append(&block)?;
/// # Ok::<(), vernier_records::WriteError>(())
/// ```
pub struct Writer {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Writer {
    /// Opens a file to continue it, or begins one. Every block that is in it already is handed to `seen`; the torn
    /// end of a writer that was interrupted is cut off. A file whose games were made in another way is refused.
    pub fn open(path: &Path, header: &Header, mut seen: impl FnMut(Sealed)) -> Result<Self, WriteError> {
        let failed = |error| WriteError::Io(path.to_owned(), error);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => WriteError::InUse(path.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let mut writer = Self { file, path: path.to_owned(), length: 0 };
        let begins = header.bytes();
        let length = writer.file.metadata().map_err(failed)?.len();
        let reader = match Reader::new(BufReader::new(&writer.file)) {
            Ok(reader) => Some(reader),
            // A writer that died before its header was written has left less than that.
            Err(HeaderError::Short) if length < begins.len() as u64 => None,
            Err(error) => return Err(WriteError::Header(path.to_owned(), error)),
        };
        let Some(reader) = reader else {
            writer.cut(0).map_err(failed)?;
            writer.write(&begins)?;
            return Ok(writer);
        };
        if let Some(difference) = reader.header().difference(header) {
            return Err(WriteError::Different(path.to_owned(), difference));
        }
        let mut end = begins.len() as u64;
        for block in reader {
            match block {
                Ok(block) => {
                    end = block.end();
                    seen(block);
                }
                Err(ReadError { reason: ReadErrorKind::Tail(_), .. }) => break,
                Err(error) => return Err(WriteError::Damaged(path.to_owned(), error)),
            }
        }
        writer.cut(end).map_err(failed)?;
        Ok(writer)
    }

    /// How long the file is, in bytes.
    pub const fn len(&self) -> u64 {
        self.length
    }

    /// True if not even a header is there, which a writer never leaves so.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a block. When this returns it is on the disk. If the disk is full, what was written of it is cut off.
    pub fn append(&mut self, block: &Block) -> Result<(), WriteError> {
        if block.is_empty() { Ok(()) } else { self.write(&block.bytes()) }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // If that fails too, the next to open the file will cut.
            let _ = self.cut(self.length);
            return Err(WriteError::Io(self.path.clone(), error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.length = length;
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// Why games cannot be added to a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// Reading or writing failed.
    Io(PathBuf, io::Error),
    /// Another process writes to it.
    InUse(PathBuf),
    /// It is not a file of games.
    Header(PathBuf, HeaderError),
    /// Its games were made in another way: what it has, and what it should have.
    Different(PathBuf, Difference),
    /// It is damaged, and not at its end.
    Damaged(PathBuf, ReadError),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::InUse(path) => write!(f, "{} is being written by another process", path.display()),
            Self::Header(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Different(path, Difference { name, one, other }) => {
                write!(f, "{} was made with {name} {one}, not {other}; choose another file", path.display())
            }
            Self::Damaged(path, error) => {
                write!(f, "{}, {error}; merge it into a new file to keep what is whole", path.display())
            }
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Header(_, error) => Some(error),
            Self::Damaged(_, error) => Some(error),
            Self::InUse(_) | Self::Different(..) => None,
        }
    }
}
