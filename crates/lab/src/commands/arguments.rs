//! The words of a command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

/// Something a user asked for that cannot be done, in words.
#[derive(Debug)]
pub struct CommandError(pub String);

impl<E: std::error::Error> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl CommandError {
    /// An error about a file or folder.
    pub fn at<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        let path = path.display().to_string();
        move |error| Self(format!("{path}: {error}"))
    }
}

/// More threads or programs than a system may want to give.
const MOST_AT_A_TIME: usize = 1024;

/// Options with their values, and what is left over.
pub struct Arguments {
    options: Vec<(String, Vec<String>)>,
    rest: Vec<String>,
}

/// Which options take how many values. Those named in neither list take one.
pub struct Grammar {
    /// Options without a value.
    pub flags: &'static [&'static str],
    /// Options that take all words up to the next option.
    pub lists: &'static [&'static str],
}

impl Arguments {
    /// Sorts the words of a command line.
    pub fn parse(words: &[String], grammar: &Grammar) -> Result<Self, CommandError> {
        let (mut options, mut rest) = (Vec::new(), Vec::new());
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--") else {
                rest.push(word.clone());
                continue;
            };
            let (name, attached) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            let mut values: Vec<String> = attached.into_iter().collect();
            if grammar.lists.contains(&name) {
                while let Some(value) = words.next_if(|word| !word.starts_with("--")) {
                    values.push(value.clone());
                }
            } else if !grammar.flags.contains(&name) && values.is_empty() {
                let value = words.next().ok_or_else(|| CommandError(format!("--{name} needs a value")))?;
                values.push(value.clone());
            }
            options.push((name.to_owned(), values));
        }
        Ok(Self { options, rest })
    }

    /// Takes out every use of an option.
    pub fn all(&mut self, name: &str) -> Vec<Vec<String>> {
        let (taken, left) =
            std::mem::take(&mut self.options).into_iter().partition(|(known, _)| known == name);
        self.options = left;
        let taken: Vec<(String, Vec<String>)> = taken;
        taken.into_iter().map(|(_, values)| values).collect()
    }

    /// True if an option without value was given.
    pub fn flag(&mut self, name: &str) -> bool {
        !self.all(name).is_empty()
    }

    /// The value of an option, the last one if there are several.
    pub fn text(&mut self, name: &str) -> Option<String> {
        self.all(name).pop().and_then(|mut values| values.pop())
    }

    /// The value of an option as something else than text.
    pub fn value<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Option<T>, CommandError> {
        self.text(name)
            .map(|text| text.parse().map_err(|error| CommandError(format!("--{name} {text}: {error}"))))
            .transpose()
    }

    /// The value of an option that has its limits.
    pub fn value_within<T>(
        &mut self,
        name: &str,
        default: T,
        limits: RangeInclusive<T>,
    ) -> Result<T, CommandError>
    where
        T: FromStr<Err: Display> + PartialOrd + Display,
    {
        let value = self.value(name)?.unwrap_or(default);
        match limits.contains(&value) {
            true => Ok(value),
            false => Err(CommandError(format!("--{name} goes from {} to {}", limits.start(), limits.end()))),
        }
    }

    /// How many threads, engines or games there shall be at a time.
    pub fn concurrency(&mut self, name: &str, default: usize) -> Result<usize, CommandError> {
        self.value_within(name, default.min(MOST_AT_A_TIME), 1..=MOST_AT_A_TIME)
    }

    /// The words that belong to no option; anything not taken out before is an error.
    pub fn finish(self) -> Result<Vec<String>, CommandError> {
        match self.options.first() {
            Some((name, _)) => Err(CommandError(format!("unknown option --{name}"))),
            None => Ok(self.rest),
        }
    }

    /// Like [`Arguments::finish`], where no words may be left either.
    pub fn finish_empty(self) -> Result<(), CommandError> {
        match self.finish()?.first() {
            Some(word) => Err(CommandError(format!("what is \"{word}\"?"))),
            None => Ok(()),
        }
    }
}

/// The value of a key in a list of `key=value` words.
pub fn take_key<T: FromStr>(words: &[String], key: &str, default: T) -> Result<T, CommandError> {
    let found = words.iter().rev().find_map(|word| word.split_once('=').filter(|(known, _)| *known == key));
    match found {
        None => Ok(default),
        Some((_, value)) => value.parse().map_err(|_| CommandError(format!("{key}={value} is not a number"))),
    }
}

/// Refuses words that are not `key=value` with one of these keys.
pub fn only_keys(words: &[String], keys: &[&str]) -> Result<(), CommandError> {
    let unknown = words.iter().find(|word| !word.split_once('=').is_some_and(|(key, _)| keys.contains(&key)));
    match unknown {
        Some(word) => Err(CommandError(format!("\"{word}\" is none of {}", keys.join("=, ") + "="))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_find_their_options() {
        let words = [
            "FILE", "--depth", "5", "--engine", "cmd=a", "name=b", "--quiet", "--seed=7", "--engine", "cmd=c",
        ];
        let grammar = Grammar { flags: &["quiet"], lists: &["engine"] };
        let words: Vec<String> = words.map(str::to_owned).into();
        let mut arguments = Arguments::parse(&words, &grammar).unwrap_or_else(|error| panic!("{}", error.0));
        assert_eq!(arguments.all("engine"), [vec!["cmd=a", "name=b"], vec!["cmd=c"]]);
        assert!(arguments.flag("quiet"));
        assert_eq!(arguments.value::<u32>("depth").unwrap_or(None), Some(5));
        assert!(arguments.value_within("seed", 1, 1..=7).is_ok_and(|seed| seed == 7));
        assert!(arguments.value_within("absent", 1, 1..=7).is_ok_and(|value| value == 1));
        assert_eq!(arguments.finish().unwrap_or_default(), ["FILE"]);
        assert!(Arguments::parse(&["--depth".to_owned()], &grammar).is_err());
        let mut arguments =
            Arguments::parse(&["--depth=9".to_owned()], &grammar).unwrap_or_else(|_| panic!());
        let error = arguments.value_within("depth", 1, 1..=8).err().map(|error| error.0);
        assert_eq!(error.as_deref(), Some("--depth goes from 1 to 8"));
    }
}
