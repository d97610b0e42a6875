//! Weights as text: a line for each, `name = middlegame endgame`, so that tuning needs no new program.

use super::{Tapered, Weights};
use crate::plain_file::{self, FileError};
use core::fmt;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Larger weights could add up to more than an evaluation holds.
const MOST: i32 = 2_000;

/// Weights take some ten thousand bytes; larger files are something else.
const MAX_SIZE: u64 = 1 << 20;

/// Why a text is not a set of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for WeightsError {}

/// Why a file holds no weights.
#[derive(Debug)]
pub enum WeightsFileError {
    /// It cannot be read.
    File(FileError),
    /// Its text is not a set of weights.
    Weights(PathBuf, WeightsError),
}

impl fmt::Display for WeightsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Weights(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl core::error::Error for WeightsFileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::File(error) => Some(error),
            Self::Weights(_, error) => Some(error),
        }
    }
}

impl Weights {
    /// Reads weights from a file, as the option `Weights File` does.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, WeightsFileError> {
        let path = path.as_ref();
        let text = plain_file::read_text(path, MAX_SIZE).map_err(WeightsFileError::File)?;
        Self::from_text(&text).map_err(|error| WeightsFileError::Weights(path.to_path_buf(), error))
    }

    /// Reads weights. Those that are not named keep their built-in values; `#` begins a remark.
    ///
    /// ```
    /// use vernier_engine::evaluation::{Tapered, Weights};
    /// let weights = Weights::from_text("tempo = 30 10  # a little more in the middlegame\nstorm[0][3] = -12 0\n")?;
    /// assert_eq!(weights.tempo, Tapered::new(30, 10));
    /// assert_eq!(Weights::from_text(&weights.to_text())?, weights);
    /// assert!(Weights::from_text("tempi = 30 10").is_err());
    /// # Ok::<(), vernier_engine::evaluation::WeightsError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, WeightsError> {
        let mut list = Self::DEFAULT.list();
        let places: HashMap<String, usize> =
            list.iter().enumerate().map(|(index, weight)| (weight.name.clone(), index)).collect();
        let mut given = vec![false; list.len()];
        for (index, line) in text.lines().enumerate() {
            let refuse = |reason: String| WeightsError { line: index + 1, reason };
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (name, values) = line
                .split_once('=')
                .ok_or_else(|| refuse("expected 'name = middlegame endgame'".to_owned()))?;
            let name = name.trim();
            let short: String = name.chars().take(60).collect();
            let place = *places.get(name).ok_or_else(|| refuse(format!("there is no weight '{short}'")))?;
            if core::mem::replace(&mut given[place], true) {
                return Err(refuse(format!("'{name}' is given twice")));
            }
            list[place].value = read_value(values)
                .ok_or_else(|| refuse(format!("'{name}' needs two numbers from -{MOST} to {MOST}")))?;
        }
        let mut weights = Self::DEFAULT;
        let mut values = list.into_iter().map(|weight| weight.value);
        weights.replace(|| values.next().unwrap_or_default());
        Ok(weights)
    }

    /// All weights as text.
    pub fn to_text(&self) -> String {
        let line =
            |name: &str, value: Tapered| format!("{name} = {} {}\n", value.middlegame(), value.endgame());
        self.list().iter().map(|weight| line(&weight.name, weight.value)).collect()
    }
}

/// The two halves of a weight.
fn read_value(text: &str) -> Option<Tapered> {
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i32>().ok());
    let within = |number: i32| (-MOST..=MOST).contains(&number).then_some(number);
    let (middlegame, endgame) = (within(numbers.next()??)?, within(numbers.next()??)?);
    numbers.next().is_none().then(|| Tapered::new(middlegame, endgame))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_weights_round_trip() {
        let text = Weights::DEFAULT.to_text();
        assert_eq!(text.lines().count(), Weights::COUNT);
        assert_eq!(Weights::from_text(&text), Ok(Weights::DEFAULT));
        assert_eq!(Weights::from_text("# nothing\n\n"), Ok(Weights::DEFAULT));
    }

    #[test]
    fn an_invalid_line_is_reported() {
        for (text, line, reason) in [
            ("tempo 1 2", 1, "expected 'name = middlegame endgame'"),
            ("\ntempi = 1 2", 2, "there is no weight 'tempi'"),
            ("tempo = 1 2\ntempo = 1 2", 2, "'tempo' is given twice"),
            ("tempo = 1", 1, "'tempo' needs two numbers from -2000 to 2000"),
            ("tempo = 1 2 3", 1, "'tempo' needs two numbers from -2000 to 2000"),
            ("tempo = 1 x", 1, "'tempo' needs two numbers from -2000 to 2000"),
            ("tempo = 1 2001", 1, "'tempo' needs two numbers from -2000 to 2000"),
            ("tempo = 99999999999 0", 1, "'tempo' needs two numbers from -2000 to 2000"),
        ] {
            assert_eq!(
                Weights::from_text(text),
                Err(WeightsError { line, reason: reason.to_owned() }),
                "{text}"
            );
        }
    }
}
