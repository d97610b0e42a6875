//! `option` and `setoption`: what can be set, and setting it.

use super::CommandError;
use crate::text::{integer, split_word, words};
use std::fmt;
use std::str::FromStr;

/// An option as an engine declares it.
///
/// ```
/// use vernier_protocol::uci::{OptionKind, OptionLine};
/// let line: OptionLine = "name Move Overhead type spin default 10 min 0 max 5000".parse()?;
/// assert_eq!(line.name, "Move Overhead");
/// assert_eq!(line.kind, OptionKind::Spin { default: 10, min: 0, max: 5000 });
/// # Ok::<(), vernier_protocol::ReplyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionLine {
    /// Its name, which may hold blanks.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of a few words.
    Combo {
        /// The default.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// The default.
        default: String,
    },
    /// A button: no value, only an action.
    Button,
}

impl OptionLine {
    /// What the option takes, if it does not take that value.
    ///
    /// ```
    /// use vernier_protocol::uci::OptionLine;
    /// let line: OptionLine = "name Threads type spin default 1 min 1 max 8".parse()?;
    /// assert_eq!(line.refuses("8"), None);
    /// assert_eq!(line.refuses("9"), Some("a number from 1 to 8".to_owned()));
    /// # Ok::<(), vernier_protocol::ReplyError>(())
    /// ```
    pub fn refuses(&self, value: &str) -> Option<String> {
        match &self.kind {
            OptionKind::Spin { min, max, .. } => {
                let fits = value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number));
                // Some engines declare limits the wrong way round.
                (!fits && min <= max).then(|| match (*min, *max) {
                    (i64::MIN, _) | (_, i64::MAX) => "a number in its range".to_owned(),
                    (min, max) => format!("a number from {min} to {max}"),
                })
            }
            OptionKind::Check { .. } => {
                let fits = ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word));
                (!fits).then(|| "true or false".to_owned())
            }
            OptionKind::Combo { choices, .. } => {
                let fits = choices.iter().any(|choice| value.eq_ignore_ascii_case(choice));
                (!fits && !choices.is_empty()).then(|| format!("one of {}", choices.join(", ")))
            }
            OptionKind::Text { .. } | OptionKind::Button => None,
        }
    }
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Text { default } if default.is_empty() => f.write_str("string default <empty>"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
            OptionKind::Button => f.write_str("button"),
        }
    }
}

/// The keywords that separate names and values.
const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl FromStr for OptionLine {
    type Err = crate::ReplyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts: Vec<(&str, String)> = Vec::new();
        for word in words(text) {
            let is_text = parts.iter().any(|(key, value)| *key == "type" && value == "string");
            // Names may hold any word but `type`; the default of a text is all that follows.
            let counts = match parts.last() {
                Some(("name", _)) => word == "type",
                Some(("default", _)) => !is_text,
                _ => true,
            };
            match KEYWORDS.iter().find(|key| **key == word) {
                Some(key) if counts => parts.push((key, String::new())),
                _ => {
                    if let Some((_, value)) = parts.last_mut() {
                        value.push_str(if value.is_empty() { "" } else { " " });
                        value.push_str(word);
                    }
                }
            }
        }
        let part = |key| parts.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str());
        let number = |key| part(key).and_then(integer);
        let name =
            part("name").filter(|name| !name.is_empty()).ok_or(crate::ReplyError("option without a name"))?;
        let default = part("default").unwrap_or_default();
        let kind = match part("type") {
            Some("check") => OptionKind::Check { default: default == "true" },
            Some("spin") => OptionKind::Spin {
                default: number("default").unwrap_or_default(),
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            Some("combo") => OptionKind::Combo {
                default: default.to_owned(),
                choices: parts
                    .iter()
                    .filter(|(key, _)| *key == "var")
                    .map(|(_, value)| value.clone())
                    .collect(),
            },
            Some("string") => OptionKind::Text {
                default: if default == "<empty>" { String::new() } else { default.to_owned() },
            },
            Some("button") => OptionKind::Button,
            _ => return Err(crate::ReplyError("option of unknown type")),
        };
        Ok(Self { name: name.to_owned(), kind })
    }
}

/// What follows `setoption`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// The option's name, its words separated by single blanks.
    pub name: String,
    /// The value as it was written; none for buttons.
    pub value: Option<String>,
}

impl FromStr for SetOption {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        const USAGE: CommandError = CommandError::Incomplete("setoption name NAME [value VALUE]");
        let (word, mut rest) = split_word(text);
        if word != "name" {
            return Err(USAGE);
        }
        let mut name = String::new();
        loop {
            let (word, after) = split_word(rest);
            if word.is_empty() || word == "value" {
                let value = (word == "value").then(|| after.to_owned());
                return if name.is_empty() { Err(USAGE) } else { Ok(Self { name, value }) };
            }
            name.push_str(if name.is_empty() { "" } else { " " });
            name.push_str(word);
            rest = after;
        }
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {}", self.name)?;
        self.value.as_ref().map_or(Ok(()), |value| write!(f, " value {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_round_trip() {
        let lines = [
            "name Hash type spin default 16 min 1 max 33554432",
            "name Clear Hash type button",
            "name Ponder type check default false",
            "name UCI_Variant type combo default chess var chess var chess960",
            "name SyzygyPath type string default <empty>",
            "name UCI_EngineAbout type string default An engine with a name",
        ];
        for line in lines {
            assert_eq!(line.parse::<OptionLine>().map(|option| option.to_string()), Ok(line.to_owned()));
        }
        assert!("type spin default 3".parse::<OptionLine>().is_err());
        assert!("name X type slider".parse::<OptionLine>().is_err());
    }

    #[test]
    fn values_are_compared_with_the_declaration() {
        for (line, value, expected) in [
            ("name MultiPV type spin default 1 min 1 max 256", "0", Some("a number from 1 to 256")),
            ("name MultiPV type spin default 1 min 1 max 256", "many", Some("a number from 1 to 256")),
            ("name MultiPV type spin default 1 min 1 max 256", "256", None),
            ("name Backwards type spin default 1 min 9 max 0", "20", None),
            ("name Open type spin default 1 min 1", "x", Some("a number in its range")),
            ("name Ponder type check default false", "on", Some("true or false")),
            ("name Ponder type check default false", "True", None),
            ("name Style type combo default calm var calm var wild", "mad", Some("one of calm, wild")),
            ("name Style type combo default calm var calm var wild", "Wild", None),
            ("name SyzygyPath type string default <empty>", "anything", None),
            ("name Clear Hash type button", "", None),
        ] {
            let line: OptionLine = line.parse().unwrap();
            assert_eq!(line.refuses(value).as_deref(), expected, "{line}: {value}");
        }
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        let set: SetOption = "name Move   Overhead value  a  b ".parse().unwrap();
        assert_eq!((set.name.as_str(), set.value.as_deref()), ("Move Overhead", Some("a  b")));
        let set: SetOption = "name SyzygyPath value".parse().unwrap();
        assert_eq!(set.value.as_deref(), Some(""));
        for broken in ["", "Hash value 3", "name", "name value 3"] {
            assert!(broken.parse::<SetOption>().is_err(), "{broken}");
        }
    }
}
