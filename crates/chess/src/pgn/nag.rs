//! Numeric annotations: `$1` for a good move, and so on.

use core::fmt;

/// A numeric annotation glyph.
///
/// ```
/// use vernier_chess::pgn::Nag;
/// assert_eq!(Nag::from_glyph("!?"), Some(Nag(5)));
/// assert_eq!(Nag(5).to_string(), "$5");
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
