//! How long an engine may think, as a user writes it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// A clock: `2+0.02`, `40/60+0.5`, `1:30+1`.
///
/// ```
/// use std::time::Duration;
/// use vernier_lab::play::search_limit::TimeControl;
/// let control: TimeControl = "40/1:30+0.5".parse()?;
/// assert_eq!(control.base, Duration::from_secs(90));
/// assert_eq!(control.to_string(), "40/90+0.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// After so many moves the base time is given again; none: it has to last for the game.
    pub moves: Option<NonZeroU32>,
    /// The time at the start.
    pub base: Duration,
    /// Given for each move.
    pub increment: Duration,
}

/// What may end an engine's thinking: whichever of these comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchLimit {
    /// A clock for the game.
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none", default)]
    pub clock: Option<TimeControl>,
    /// A fixed time for each move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub move_time: Option<u64>,
    /// Full plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Positions looked at.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

/// A text that is no limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLimitError {
    what: &'static str,
    text: String,
}

impl SearchLimitError {
    fn new(what: &'static str, text: &str) -> Self {
        Self { what, text: text.to_owned() }
    }
}

impl fmt::Display for SearchLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not {}", self.text, self.what)
    }
}

impl std::error::Error for SearchLimitError {}

const CLOCK: &str = "a time control (such as 2+0.02, 40/60 or 1:30+1)";

impl FromStr for TimeControl {
    type Err = SearchLimitError;

    fn from_str(text: &str) -> Result<Self, SearchLimitError> {
        let error = || SearchLimitError::new(CLOCK, text);
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| error())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u32 = minutes.parse().map_err(|_| error())?;
                seconds_of(seconds).ok_or_else(error)? + Duration::from_secs(60) * minutes
            }
            None => seconds_of(base).ok_or_else(error)?,
        };
        let increment = seconds_of(increment).ok_or_else(error)?;
        if base.is_zero() && increment.is_zero() {
            return Err(error());
        }
        Ok(Self { moves, base, increment })
    }
}

/// Seconds with a decimal point, at most a hundred days.
pub(crate) fn seconds_of(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|seconds| plain && *seconds <= 8.64e6)?;
    // A double holds 0.02 only nearly; milliseconds are what protocols speak.
    Some(Duration::from_millis((seconds * 1000.0).round() as u64))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl SearchLimit {
    /// Takes over what a `key=value` pair of a command line says; false if the key is none of ours.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, SearchLimitError> {
        match key {
            "tc" => self.clock = Some(value.parse()?),
            "movetime" | "st" => {
                let time = seconds_of(value).filter(|time| !time.is_zero());
                let time = time.ok_or_else(|| SearchLimitError::new("a time in seconds", value))?;
                self.move_time = Some(time.as_millis() as u64);
            }
            "depth" => self.depth = Some(positive(value)?),
            "nodes" => self.nodes = Some(positive(value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// True if nothing would ever end a search.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn positive<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, SearchLimitError> {
    let number = text.parse().ok().filter(|number| *number > N::from(0));
    number.ok_or_else(|| SearchLimitError::new("a positive whole number", text))
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("movetime={}", time as f64 / 1000.0)),
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// Clocks are stored as they are written.
mod as_text {
    use super::TimeControl;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(clock: &Option<TimeControl>, to: S) -> Result<S::Ok, S::Error> {
        match clock {
            Some(clock) => to.collect_str(clock),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<TimeControl>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written) in [
            ("2+0.02", "2+0.02"),
            ("40/60", "40/60"),
            ("40/0:30+0.1", "40/30+0.1"),
            ("0+1", "0+1"),
            ("10.5", "10.5"),
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), written);
        }
        for text in
            ["", "0", "0/5", "a", "1+", "+", "5+x", "-3", "1e3", "inf", "5:-1", "999999999999", "1:2:3"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn paces_combine_and_survive_storage() {
        let mut limit = SearchLimit::default();
        assert!(limit.is_empty());
        for (key, value) in [("tc", "2+0.02"), ("st", "0.1"), ("depth", "9"), ("nodes", "5000")] {
            assert_eq!(limit.set(key, value), Ok(true));
        }
        assert_eq!(limit.set("name", "x"), Ok(false));
        assert!(limit.set("depth", "0").is_err() && limit.set("st", "0").is_err());
        assert_eq!(limit.to_string(), "tc=2+0.02 movetime=0.1 depth=9 nodes=5000");
        let stored = serde_json::to_string(&limit).unwrap();
        assert_eq!(serde_json::from_str::<SearchLimit>(&stored).unwrap(), limit);
    }
}
