//! Small values by name.

use core::fmt;

/// A text that names no value of a small type: no color, file, rank, role, piece, key or annotation. It says what one looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NameError(pub(crate) &'static str);

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for NameError {}

/// Reads a value whose name is a single letter, as its `from_char` does.
macro_rules! from_letter {
    ($name:ident, $expected:literal) => {
        impl core::str::FromStr for $name {
            type Err = crate::NameError;

            fn from_str(text: &str) -> Result<Self, crate::NameError> {
                let mut letters = text.chars();
                match (letters.next().and_then(Self::from_char), letters.next()) {
                    (Some(value), None) => Ok(value),
                    _ => Err(crate::NameError($expected)),
                }
            }
        }
    };
}

pub(crate) use from_letter;
