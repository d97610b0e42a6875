//! How long an engine may think, as a user writes it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use vernier_engine::{TimeControl, TimeControlError};

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

/// A text that is not a limit; says what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLimitError(String);

impl SearchLimitError {
    fn new(what: &str, text: &str) -> Self {
        Self(format!("\"{text}\" is not {what}"))
    }
}

impl fmt::Display for SearchLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SearchLimitError {}

impl From<TimeControlError> for SearchLimitError {
    fn from(error: TimeControlError) -> Self {
        Self(error.to_string())
    }
}

impl SearchLimit {
    /// Takes over what a `key=value` pair of a command line says; false if the key is unknown.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, SearchLimitError> {
        match key {
            "tc" => self.clock = Some(value.parse()?),
            "movetime" | "st" => {
                let time = TimeControl::seconds(value).filter(|time| !time.is_zero());
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
    fn limits_combine_and_round_trip() {
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
