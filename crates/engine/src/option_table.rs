//! The options of the engine: one table, from which protocols, the command line and the documentation are rendered.

use crate::{Engine, Kind, OpeningBook, Parameters, SearchKind, Strength};
use core::fmt;
use core::ops::RangeInclusive;

/// One row of the option table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name. Neither case nor blanks matter when it is set.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// What it does, in a line.
    pub help: &'static str,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least and the greatest value.
        range: RangeInclusive<i64>,
        /// A number outside the range becomes the nearest inside, instead of being refused.
        clamped: bool,
    },
    /// One of a few words.
    Combo {
        /// The value at the start.
        default: &'static str,
        /// All of them.
        choices: &'static [&'static str],
    },
    /// Any text.
    Text {
        /// The value at the start.
        default: &'static str,
    },
    /// Something to do.
    Button,
}

/// A value that fits its option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionValue<'a> {
    /// True or false.
    Check(bool),
    /// A number within the range.
    Spin(i64),
    /// A word of the list, or any text.
    Text(&'a str),
    /// A button was pressed.
    Pressed,
}

/// Why an option was not set. The old value stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    Unknown(String),
    /// The value does not fit the option.
    BadValue {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What would fit.
        expected: String,
    },
    /// The value fits, but could not be put to use.
    Refused {
        /// The option.
        name: String,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no option '{name}'"),
            Self::BadValue { name, value, expected } => {
                write!(f, "option {name} keeps its value: '{value}' is not {expected}")
            }
            Self::Refused { name, reason } => write!(f, "option {name} keeps its value: {reason}"),
        }
    }
}

impl core::error::Error for OptionError {}

/// What `EvalFile` is called when the embedded network is meant.
pub(crate) const EMBEDDED: &str = "<embedded>";
/// What `Weights File` is called when the built-in weights are meant.
pub(crate) const BUILT_IN: &str = "<built-in>";
/// The largest transposition table that can be asked for, in megabytes. The machine's memory is checked when it is made.
const MAX_HASH: i64 = 1 << 20;
/// The rating to play at unless another is given.
pub(crate) const USUAL_RATING: u32 = 1500;

const fn spin(default: i64, range: RangeInclusive<i64>) -> OptionKind {
    OptionKind::Spin { default, range, clamped: false }
}

const fn clamped(default: i64, range: RangeInclusive<i64>) -> OptionKind {
    OptionKind::Spin { default, range, clamped: true }
}

const fn option(name: &'static str, kind: OptionKind, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind, help }
}

const SEARCHES: &[&str] = &[SearchKind::ALL[0].name(), SearchKind::ALL[1].name()];
const CHECK_OFF: OptionKind = OptionKind::Check { default: false };
const CHECK_ON: OptionKind = OptionKind::Check { default: true };
const RATINGS: RangeInclusive<i64> = *Strength::RATINGS.start() as i64..=*Strength::RATINGS.end() as i64;

/// The options of play, in the order in which they are shown. The parameters of the search come after them.
const OPTIONS: &[OptionSpec] = &[
    option("Hash", spin(16, 1..=MAX_HASH), "size of the transposition table in megabytes"),
    option("Threads", clamped(1, 1..=Engine::MAX_THREADS as i64), "how many threads search"),
    option("Clear Hash", OptionKind::Button, "empty the transposition table"),
    option("MultiPV", clamped(1, 1..=256), "how many best lines to report"),
    option("Move Overhead", spin(20, 0..=10_000), "milliseconds lost between an answer and the clock"),
    option("Slow Mover", spin(100, 10..=1_000), "percent of the usual time to spend on a move"),
    option("nodestime", spin(0, 0..=1_000_000), "nodes that count as a millisecond; 0: time is time"),
    option("Use NNUE", CHECK_ON, "evaluate with a network; otherwise with the hand-written terms"),
    option("EvalFile", OptionKind::Text { default: EMBEDDED }, "file of the network to evaluate with"),
    option(
        "Weights File",
        OptionKind::Text { default: BUILT_IN },
        "weights of the hand-written evaluation, where it evaluates",
    ),
    option("Search", OptionKind::Combo { default: "AlphaBeta", choices: SEARCHES }, "how to search"),
    option(
        "Policy File",
        OptionKind::Text { default: EMBEDDED },
        "network that proposes moves to the tree search",
    ),
    option("UCI_ShowPolicy", CHECK_OFF, "show what the policy network thinks of the moves of the root"),
    option("SyzygyPath", OptionKind::Text { default: "" }, "folders of Syzygy tablebases"),
    option("SyzygyProbeDepth", spin(1, 1..=100), "least depth at which the largest tablebases are probed"),
    option("Syzygy50MoveRule", CHECK_ON, "the fifty-move rule counts in tablebase results"),
    option("SyzygyProbeLimit", spin(7, 0..=7), "most pieces for which tablebases are probed"),
    option("OwnBook", CHECK_OFF, "play from an opening book"),
    option(
        "BookFile",
        OptionKind::Text { default: "" },
        "Polyglot book to play from; empty: the embedded one",
    ),
    option("BookDepth", spin(255, 0..=1000), "last move number played from the book"),
    option("BookVariety", spin(100, 0..=100), "0: always the heaviest move; 100: by weight"),
    option("BookSeed", spin(0, 0..=i32::MAX as i64), "the same seed gives the same choices; 0: by chance"),
    option("UCI_AnalyseMode", CHECK_OFF, "analysis: no book moves"),
    option("Skill Level", spin(20, 0..=20), "strength of play, 20 is full strength"),
    option("UCI_LimitStrength", CHECK_OFF, "play at the strength of UCI_Elo"),
    option(
        "UCI_Elo",
        spin(USUAL_RATING as i64, RATINGS),
        "rating to play at, on the scale of Stockfish 15.1's levels",
    ),
];

impl OptionSpec {
    /// All options of play, without the parameters of the search.
    pub const fn all() -> &'static [Self] {
        OPTIONS
    }

    /// The parameters of the search as options.
    pub fn parameters() -> impl Iterator<Item = Self> {
        Parameters::TABLE.iter().map(|parameter| Self {
            name: parameter.name,
            kind: match &parameter.kind {
                Kind::Switch { default } => OptionKind::Check { default: *default },
                Kind::Number { default, range, .. } => {
                    spin(i64::from(*default), i64::from(*range.start())..=i64::from(*range.end()))
                }
            },
            help: parameter.meaning,
        })
    }

    /// The option with that name, parameters of the search included.
    pub fn find(name: &str) -> Option<Self> {
        let known = |spec: &Self| spec.is_called(name);
        OPTIONS.iter().find(|spec| known(spec)).cloned().or_else(|| Self::parameters().find(known))
    }

    /// True if that is its name. Neither case nor blanks matter.
    pub fn is_called(&self, name: &str) -> bool {
        fn letters(name: &str) -> impl Iterator<Item = u8> {
            name.bytes().filter(|byte| !byte.is_ascii_whitespace()).map(|byte| byte.to_ascii_lowercase())
        }
        letters(self.name).eq(letters(name))
    }

    /// The value a text stands for.
    pub fn read<'a>(&self, text: &'a str) -> Result<OptionValue<'a>, OptionError> {
        let text = text.trim_ascii();
        let bad = |expected: String| OptionError::BadValue {
            name: self.name.to_owned(),
            value: text.chars().take(40).collect(),
            expected,
        };
        match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Ok(OptionValue::Check(true)),
                "false" | "off" | "0" => Ok(OptionValue::Check(false)),
                _ => Err(bad("true or false".to_owned())),
            },
            OptionKind::Spin { range, clamped, .. } => {
                let expected = || bad(format!("a number from {} to {}", range.start(), range.end()));
                let value = integer(text).ok_or_else(expected)?;
                match clamped {
                    true => Ok(OptionValue::Spin(value.clamp(*range.start(), *range.end()))),
                    false if range.contains(&value) => Ok(OptionValue::Spin(value)),
                    false => Err(expected()),
                }
            }
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| OptionValue::Text(choice))
                .ok_or_else(|| bad(format!("one of {}", choices.join(", ")))),
            OptionKind::Text { .. } => Ok(OptionValue::Text(if text == "<empty>" { "" } else { text })),
            OptionKind::Button => Ok(OptionValue::Pressed),
        }
    }
}

impl OptionKind {
    /// The values it takes, in words; nothing for a button.
    pub fn values(&self) -> String {
        match self {
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { range, .. } => format!("{} to {}", range.start(), range.end()),
            Self::Combo { choices, .. } => choices.join(", "),
            Self::Text { .. } => "text".to_owned(),
            Self::Button => String::new(),
        }
    }

    /// The value at the start, as it would be set; nothing for a button.
    pub fn default_value(&self) -> String {
        match self {
            Self::Check { default } => default.to_string(),
            Self::Spin { default, .. } => default.to_string(),
            Self::Combo { default, .. } | Self::Text { default } => (*default).to_owned(),
            Self::Button => String::new(),
        }
    }
}

/// A whole number; one too large to hold becomes the largest.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// The message about a book that was loaded.
pub(crate) fn book_notes(book: &OpeningBook) -> Vec<String> {
    let mut notes = vec![format!("the book has {} entries", book.book().len())];
    if book.book().cut_bytes() > 0 {
        notes.push(format!("the last {} bytes of the book are not an entry", book.book().cut_bytes()));
    }
    notes
}
