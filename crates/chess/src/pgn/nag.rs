//! Numeric annotations: `$1` for a good move, and so on.

use crate::NameError;
use core::fmt;
use core::str::FromStr;

/// A numeric annotation glyph.
///
/// ```
/// use vernier_chess::pgn::Nag;
/// assert_eq!(Nag::from_glyph("!?"), Some(Nag(5)));
/// assert_eq!(Nag(5).to_string(), "$5");
/// assert_eq!("$5".parse(), Ok(Nag(5)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

impl Nag {
    /// The annotation of a sign after a move, such as `!?`, or of a judgement such as `+-`.
    pub fn from_glyph(glyph: &str) -> Option<Self> {
        Some(Self(match glyph {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            "=" => 10,
            "+=" | "+/=" => 14,
            "=+" | "=/+" => 15,
            "+/-" => 16,
            "-/+" => 17,
            "+-" => 18,
            "-+" => 19,
            _ => return None,
        }))
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// Reads `$5`, as `Display` writes it.
impl FromStr for Nag {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let digits = text.strip_prefix('$').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        number.map(Self).ok_or(NameError("an annotation is a number from $0 to $255"))
    }
}
