//! The first thing in a file: how its games were made.

use crate::bytes::Bytes;
use crate::crc32;
use core::fmt;
use core::str::FromStr;
use std::io::{self, Read};

/// The first bytes of every file of games.
const MAGIC: [u8; 8] = *b"VERNGAME";
/// The version of the format that this crate writes and reads.
pub const VERSION: u32 = 1;
/// Magic, version, length of the text; the text and its checksum follow.
const FIXED: usize = 16;
/// More text than that is not plausible.
const MAX_TEXT: usize = 1 << 20;

/// How the games of a file were made, as names with values: engine, network, seed, limits.
///
/// Two files with equal headers were made in the same way, so that the games of one may continue in the other.
///
/// ```
/// use vernier_records::Header;
/// let header = Header::new().with("engine", "vernier 0.1.0").with("nodes", 500);
/// assert_eq!(header.get("nodes"), Some("500"));
/// assert_eq!(Header::read(&mut header.bytes().as_slice())?, header);
/// assert_eq!(header.to_string().parse::<Header>()?, header);
/// assert_eq!(header.entries().collect::<Header>(), header);
/// # Ok::<(), vernier_records::HeaderError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Header(Vec<(String, String)>);

impl Header {
    /// A header that says nothing.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The header with one thing more. Names hold no `=`, and nothing holds line ends; they would become spaces.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        let plain = |text: String, bad: &[char]| text.replace(bad, " ").trim().to_owned();
        self.0.push((plain(name.to_owned(), &['=', '\n', '\r']), plain(value.to_string(), &['\n', '\r'])));
        self
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.entries().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Names and values in the order in which they were given.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The first name whose value differs in another header, with both values.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let names = self.entries().chain(other.entries()).map(|(name, _)| name);
        let written = |header: &Self, name| header.get(name).unwrap_or("nothing").to_owned();
        names
            .map(|name| Difference {
                name: name.to_owned(),
                one: written(self, name),
                other: written(other, name),
            })
            .find(|difference| difference.one != difference.other)
    }

    /// As it stands in a file.
    pub fn bytes(&self) -> Vec<u8> {
        let text = self.to_string();
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.bytes());
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header and leaves the source behind it.
    pub fn read(source: &mut impl Read) -> Result<Self, HeaderError> {
        let mut bytes = vec![0; FIXED];
        source.read_exact(&mut bytes).map_err(HeaderError::at_end)?;
        if bytes[..8] != MAGIC {
            return Err(HeaderError::Foreign);
        }
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let (version, length) = (word(8), word(12) as usize);
        if version != VERSION {
            return Err(HeaderError::Version(version));
        }
        if length > MAX_TEXT {
            return Err(HeaderError::Damaged);
        }
        bytes.resize(FIXED + length + 4, 0);
        source.read_exact(&mut bytes[FIXED..]).map_err(HeaderError::at_end)?;
        let (content, sum) = bytes.split_at(FIXED + length);
        if crc32(content).to_le_bytes() != sum {
            return Err(HeaderError::Damaged);
        }
        let text = Bytes(&content[FIXED..]).take(length).and_then(|text| core::str::from_utf8(text).ok());
        text.ok_or(HeaderError::Damaged)?.parse()
    }
}

/// Reads what `Display` writes.
impl FromStr for Header {
    type Err = HeaderError;

    fn from_str(text: &str) -> Result<Self, HeaderError> {
        let entry = |line: &str| line.split_once('=').map(|(name, value)| (name.into(), value.into()));
        text.lines().map(entry).collect::<Option<_>>().map(Self).ok_or(HeaderError::Damaged)
    }
}

/// Adds names with their values, as [`Header::with`] does.
impl<N: AsRef<str>, V: fmt::Display> Extend<(N, V)> for Header {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, entries: I) {
        for (name, value) in entries {
            *self = core::mem::take(self).with(name.as_ref(), value);
        }
    }
}

impl<N: AsRef<str>, V: fmt::Display> FromIterator<(N, V)> for Header {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(entries: I) -> Self {
        let mut header = Self::new();
        header.extend(entries);
        header
    }
}

/// One `name=value` a line, as it stands in the file.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries().try_for_each(|(name, value)| writeln!(f, "{name}={value}"))
    }
}

/// Something that two headers do not share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What.
    pub name: String,
    /// Its value in one.
    pub one: String,
    /// Its value in the other.
    pub other: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} and {}", self.name, self.one, self.other)
    }
}

/// Why a file does not begin as a file of games does.
#[derive(Debug)]
#[non_exhaustive]
pub enum HeaderError {
    /// Reading failed.
    Io(io::Error),
    /// The file ends within the header.
    Short,
    /// It is a file of another kind.
    Foreign,
    /// It is of another version.
    Version(u32),
    /// The checksum is wrong.
    Damaged,
}

impl HeaderError {
    fn at_end(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Short } else { Self::Io(error) }
    }
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Short => f.write_str("the file ends within its header"),
            Self::Foreign => f.write_str("this is not a file of games"),
            Self::Version(version) => write!(f, "format {version} is not known here, only {VERSION}"),
            Self::Damaged => f.write_str("the header is damaged"),
        }
    }
}

impl std::error::Error for HeaderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}
