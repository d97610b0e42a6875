//! Comments: the text between braces.

use alloc::borrow::Cow;
use core::fmt;
use core::time::Duration;

/// A comment, as it stands in the file, without blanks at its ends. Line ends are blanks.
///
/// ```
/// use core::time::Duration;
/// use vernier_chess::pgn::Comment;
/// let comment = Comment::new("Sharp! [%clk 0:05:01]");
/// assert_eq!(comment.text(), "Sharp! [%clk 0:05:01]");
/// assert_eq!(comment.command("clk"), Some("0:05:01".into()));
/// assert_eq!(comment.clock(), Some(Duration::from_secs(301)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Comment<'a>(&'a [u8]);

impl<'a> Comment<'a> {
    /// A comment with that text.
    pub const fn new(text: &'a str) -> Self {
        Self::from_bytes(text.as_bytes())
    }

    /// A comment in bytes that need not be UTF-8.
    #[inline]
    pub(super) const fn from_bytes(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes of the file.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text: UTF-8 where it is that, Latin-1 otherwise, as old files are.
    pub fn text(self) -> Cow<'a, str> {
        match core::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.iter().map(|byte| *byte as char).collect()),
        }
    }

    /// What an embedded command such as `[%eval -1.5]` says.
    pub fn command(self, name: &str) -> Option<Cow<'a, str>> {
        let starts = |bytes: &[u8]| {
            let rest = bytes.strip_prefix(b"[%")?.strip_prefix(name.as_bytes())?;
            rest.first().is_some_and(u8::is_ascii_whitespace).then_some(bytes.len() - rest.len())
        };
        let (at, skip) = (0..self.0.len()).find_map(|at| Some((at, starts(&self.0[at..])?)))?;
        let rest = &self.0[at + skip..];
        let end = rest.iter().position(|byte| *byte == b']')?;
        Some(Comment(rest[..end].trim_ascii()).text())
    }

    /// The time left to the player who moved, from `[%clk H:MM:SS]`.
    pub fn clock(self) -> Option<Duration> {
        let text = self.command("clk")?;
        let mut seconds = 0.0;
        for part in text.split(':') {
            let part: f64 = part.parse().ok().filter(|part: &f64| *part >= 0.0)?;
            seconds = seconds * 60.0 + part;
        }
        Duration::try_from_secs_f64(seconds).ok()
    }
}

impl fmt::Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
