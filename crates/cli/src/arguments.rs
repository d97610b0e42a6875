//! The words after a command: switches, their values, and operands. Every command declares its switches in a
//! table; the help text is written from the same table.

use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A switch a command knows.
#[derive(Debug)]
pub struct Switch {
    /// With its dashes: `--threads`.
    pub name: &'static str,
    /// What follows it, in capitals; none if it stands alone.
    pub value: Option<&'static str>,
    /// What it does, in one line.
    pub help: &'static str,
}

/// The words of one command, sorted out.
#[derive(Default, Debug)]
pub struct Arguments {
    operands: Vec<String>,
    given: Vec<(&'static str, String)>,
}

impl Arguments {
    /// Sorts out the words. `--name value` and `--name=value` mean the same; after `--` all words are operands.
    pub fn parse(switches: &'static [Switch], words: &[OsString]) -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut words = words.iter();
        let mut only_operands = false;
        while let Some(word) = words.next() {
            let word = text(word)?;
            if word == "--" && !only_operands {
                only_operands = true;
            } else if !only_operands && word.starts_with("--") {
                let (name, value) = match word.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_string())),
                    None => (word, None),
                };
                let switch = switches.iter().find(|switch| switch.name == name);
                let switch = switch.ok_or_else(|| format!("unknown option {name}"))?;
                arguments.add(switch, value, &mut words)?;
            } else {
                arguments.operands.push(word.to_string());
            }
        }
        Ok(arguments)
    }

    fn add<'a>(
        &mut self,
        switch: &'static Switch,
        value: Option<String>,
        rest: &mut impl Iterator<Item = &'a OsString>,
    ) -> Result<(), String> {
        let name = switch.name;
        if self.has(name) {
            return Err(format!("{name} is given twice"));
        }
        let value = match (switch.value, value) {
            (None, Some(_)) => return Err(format!("{name} takes no value")),
            (None, None) => String::new(),
            (Some(_), Some(value)) => value,
            (Some(what), None) => match rest.next().map(|word| text(word)).transpose()? {
                Some(value) if !value.starts_with("--") => value.to_string(),
                _ => return Err(format!("{name} needs a value: {name} {what}")),
            },
        };
        self.given.push((name, value));
        Ok(())
    }

    /// True if the switch is there.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// What was given with the switch.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// The number given with the switch.
    pub fn number<T>(&self, name: &str, range: RangeInclusive<T>) -> Result<Option<T>, String>
    where
        T: FromStr + PartialOrd + Display,
    {
        self.value(name).map(|value| number(name, value, range)).transpose()
    }

    /// The words that belong to no switch.
    pub fn operands(&self) -> &[String] {
        &self.operands
    }
}

/// The number a text stands for; `what` names it in the error.
pub fn number<T>(what: &str, text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!("{what} is a whole number from {} to {}, not '{text}'", range.start(), range.end())
    })
}

fn text(word: &OsString) -> Result<&str, String> {
    word.to_str().ok_or_else(|| format!("'{}' is not valid text", word.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWITCHES: &[Switch] = &[
        Switch { name: "--loud", value: None, help: "" },
        Switch { name: "--count", value: Some("N"), help: "" },
    ];

    fn parse(line: &str) -> Result<Arguments, String> {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Arguments::parse(SWITCHES, &words)
    }

    #[test]
    fn switches_and_operands_mix() {
        for line in ["a --count 3 - --loud b", "--loud --count=3 a - b", "--count 3 --loud -- a - b"] {
            let arguments = parse(line).unwrap();
            assert_eq!(arguments.operands(), ["a", "-", "b"]);
            assert!(arguments.has("--loud"));
            assert_eq!(arguments.number("--count", 1..=3), Ok(Some(3u32)));
        }
        assert_eq!(parse("").unwrap().number("--count", 1..=3), Ok(None::<u32>));
        assert_eq!(parse("-- --loud").unwrap().operands(), ["--loud"]);
        assert_eq!(parse("--count=").unwrap().value("--count"), Some(""));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (line, error) in [
            ("--quiet", "unknown option --quiet"),
            ("--count", "--count needs a value: --count N"),
            ("--count --loud", "--count needs a value: --count N"),
            ("--loud=3", "--loud takes no value"),
            ("--loud --loud", "--loud is given twice"),
        ] {
            assert_eq!(parse(line).unwrap_err(), error);
        }
        for text in ["0", "4", "-1", "3.0", "three", "", "99999999999999999999"] {
            let error = parse(&format!("--count={text}")).unwrap().number("--count", 1..=3u32);
            assert_eq!(error, Err(format!("--count is a whole number from 1 to 3, not '{text}'")));
        }
    }
}
