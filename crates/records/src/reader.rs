//! Reads files of games, damaged ones as far as possible.

use crate::block::{BlockError, FRAME, Games, MAGIC, MAGIC_VISITS, MAX_LENGTH};
use crate::{Header, HeaderError, crc32};
use core::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A file of games, read block by block.
///
/// A damaged block is reported, and reading continues at the next complete one.
///
/// ```no_run
/// use std::path::Path;
/// use vernier_records::Reader;
/// let mut plies = 0;
/// for block in Reader::open(Path::new("games.vgr"))? {
///     for game in block?.games()? {
///         plies += game?.moves.len();
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader<R> {
    source: R,
    header: Header,
    /// Where the next block should begin.
    offset: u64,
    index: u64,
    ended: bool,
}

/// A block with a right checksum.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// Its number in the file, from zero, damaged places counted.
    pub index: u64,
    /// Where it begins.
    pub offset: u64,
    content: Vec<u8>,
    has_visits: bool,
}

impl Sealed {
    /// Its games.
    pub fn games(&self) -> Result<Games<'_>, BlockError> {
        Games::new(&self.content, self.has_visits)
    }

    /// Where the block ends.
    pub const fn end(&self) -> u64 {
        self.offset + (FRAME + self.content.len()) as u64
    }
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let failed = |error| OpenError(path.to_owned(), HeaderError::Io(error));
        let file = File::open(path).map_err(failed)?;
        Self::new(BufReader::with_capacity(1 << 18, file)).map_err(|error| OpenError(path.to_owned(), error))
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Reads the header of a source that stands at its beginning.
    pub fn new(mut source: R) -> Result<Self, HeaderError> {
        let header = Header::read(&mut source)?;
        let offset = header.bytes().len() as u64;
        Ok(Self { source, header, offset, index: 0, ended: false })
    }

    /// How the games were made.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Reads the block where the source stands.
    fn read_block(&mut self) -> io::Result<Result<(Vec<u8>, bool), BlockError>> {
        let mut frame = [0; FRAME];
        let read = read_up_to(&mut self.source, &mut frame)?;
        if read < FRAME {
            let begins = is_begin(&frame[..read.min(MAGIC.len())]);
            return Ok(Err(if begins || read > MAGIC.len() { BlockError::Torn } else { BlockError::Magic }));
        }
        let word = |at: usize| u32::from_le_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]);
        if !is_begin(&frame[..MAGIC.len()]) {
            return Ok(Err(BlockError::Magic));
        }
        let has_visits = frame[..MAGIC.len()] == MAGIC_VISITS;
        let (length, sum) = (word(4), word(8));
        if length as usize > MAX_LENGTH {
            return Ok(Err(BlockError::Length(length)));
        }
        let mut content = vec![0; length as usize];
        let read = read_up_to(&mut self.source, &mut content)?;
        Ok(if read < content.len() {
            Err(BlockError::Torn)
        } else if crc32(&content) != sum {
            Err(BlockError::Checksum)
        } else {
            Ok((content, has_visits))
        })
    }

    /// True if nothing is left to read.
    fn is_at_end(&mut self) -> io::Result<bool> {
        let mut byte = [0];
        let none = read_up_to(&mut self.source, &mut byte)? == 0;
        self.source.seek(SeekFrom::Start(self.offset))?;
        Ok(none)
    }

    /// The next place after `offset` where a whole block begins, if there is one.
    fn find_block(&mut self) -> io::Result<Option<u64>> {
        let mut window = vec![0; 1 << 16];
        let mut start = self.offset + 1;
        loop {
            self.source.seek(SeekFrom::Start(start))?;
            let read = read_up_to(&mut self.source, &mut window)?;
            if read < MAGIC.len() {
                return Ok(None);
            }
            let places: Vec<u64> = window[..read]
                .windows(MAGIC.len())
                .enumerate()
                .filter(|(_, bytes)| is_begin(bytes))
                .map(|(place, _)| start + place as u64)
                .collect();
            for place in places {
                self.source.seek(SeekFrom::Start(place))?;
                if self.read_block()?.is_ok() {
                    return Ok(Some(place));
                }
            }
            start += (read - MAGIC.len() + 1) as u64;
        }
    }

    /// The next block; nothing at the end. After a damaged place the source stands at the next whole block.
    fn step(&mut self) -> Result<Option<Sealed>, ReadErrorKind> {
        if self.is_at_end()? {
            return Ok(None);
        }
        match self.read_block()? {
            Ok((content, has_visits)) => {
                let sealed = Sealed { index: self.index, offset: self.offset, content, has_visits };
                self.offset = sealed.end();
                Ok(Some(sealed))
            }
            Err(fault) => match self.find_block()? {
                None => Err(ReadErrorKind::Tail(fault)),
                Some(next) => {
                    self.offset = next;
                    self.source.seek(SeekFrom::Start(next))?;
                    Err(ReadErrorKind::Block(fault))
                }
            },
        }
    }
}

impl<R: Read + Seek> Iterator for Reader<R> {
    type Item = Result<Sealed, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let (block, offset) = (self.index, self.offset);
        self.index += 1;
        let found = self.step();
        self.ended = !matches!(found, Ok(Some(_)) | Err(ReadErrorKind::Block(_)));
        found.map_err(|reason| ReadError { block, offset, reason }).transpose()
    }
}

/// True if a block may begin with these bytes.
fn is_begin(bytes: &[u8]) -> bool {
    MAGIC.starts_with(bytes) || MAGIC_VISITS.starts_with(bytes)
}

/// Reads until the buffer is full or nothing is left; returns how much it was.
fn read_up_to(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// A file that cannot be read at all, and why.
#[derive(Debug)]
pub struct OpenError(pub PathBuf, pub HeaderError);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.display(), self.1)
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.1)
    }
}

/// A block that could not be read.
#[derive(Debug)]
pub struct ReadError {
    /// Its number in the file, from zero.
    pub block: u64,
    /// Where it begins.
    pub offset: u64,
    /// What is wrong.
    pub reason: ReadErrorKind,
}

/// Why a block could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// Reading failed.
    Io(io::Error),
    /// It is damaged; whole blocks follow.
    Block(BlockError),
    /// It is damaged, and nothing whole follows: the end of a file whose writer was interrupted.
    Tail(BlockError),
}

impl From<io::Error> for ReadErrorKind {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Block(fault) => fault.fmt(f),
            Self::Tail(fault) => write!(f, "{fault} (the last block; its writer was interrupted)"),
        }
    }
}

impl std::error::Error for ReadErrorKind {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Block(fault) | Self::Tail(fault) => Some(fault),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {} at byte {}: {}", self.block, self.offset, self.reason)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}
