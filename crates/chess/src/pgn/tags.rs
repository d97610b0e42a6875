//! Tags: the names and values at the head of a game.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

/// The tags of a game, in order, each name once.
///
/// ```
/// use vernier_chess::pgn::Tags;
/// let mut tags = Tags::roster();
/// tags.set("White", "Anderssen, Adolf")?;
/// assert_eq!(tags.get("White"), Some("Anderssen, Adolf"));
/// assert_eq!(tags.iter().count(), 7);
/// assert!(tags.set("no blanks", "").is_err());
/// # Ok::<(), vernier_chess::pgn::TagNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

/// The name of a tag may hold only letters, digits and `_ + # = : -`, and begins with a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagNameError;

impl fmt::Display for TagNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a tag is a letter followed by letters, digits and _ + # = : -")
    }
}

impl core::error::Error for TagNameError {}

impl Tags {
    /// The seven tags that every archived game has, with nothing known yet.
    pub fn roster() -> Self {
        let unknown = [
            ("Event", "?"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "?"),
            ("Black", "?"),
            ("Result", "*"),
        ];
        Self(unknown.map(|(name, value)| (name.to_string(), value.to_string())).into())
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value, whether it was there before or not. Control characters become blanks.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        let begins_well = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
        if !begins_well || !name.bytes().all(is_name_byte) {
            return Err(TagNameError);
        }
        let value = value.replace(|letter: char| letter.is_ascii_control(), " ");
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_string(), value)),
        }
        Ok(())
    }

    /// Takes a tag out.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(other, _)| other != name);
    }

    /// Names and values, in order.
    pub fn iter(&self) -> TagIter<'_> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The names and values of [`Tags`], in order.
pub type TagIter<'a> =
    core::iter::Map<core::slice::Iter<'a, (String, String)>, fn(&(String, String)) -> (&str, &str)>;

impl<'a> IntoIterator for &'a Tags {
    type Item = (&'a str, &'a str);
    type IntoIter = TagIter<'a>;

    fn into_iter(self) -> TagIter<'a> {
        self.iter()
    }
}

/// True for the bytes that the name of a tag may hold.
#[inline]
pub(super) fn is_name_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}
