//! The time control of a game.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;
use core::time::Duration;

/// How much time a player gets for a game: `2+0.02`, `40/60+0.5`, `1:30+1`.
///
/// ```
/// use std::time::Duration;
/// use vernier_engine::TimeControl;
/// let control: TimeControl = "40/1:30+0.5".parse()?;
/// assert_eq!(control.base, Duration::from_secs(90));
/// assert_eq!(control.to_string(), "40/90+0.5");
/// # Ok::<(), vernier_engine::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The number of moves after which the base time is added again; none: the base time is for the whole game.
    pub moves: Option<NonZeroU32>,
    /// The time at the start.
    pub base: Duration,
    /// Added for each move.
    pub increment: Duration,
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControlError(String);

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a time control (such as 2+0.02, 40/60 or 1:30+1)", self.0)
    }
}

impl core::error::Error for TimeControlError {}

impl TimeControl {
    /// A number of seconds, with a decimal point or without, at most a hundred days.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vernier_engine::TimeControl;
    /// assert_eq!(TimeControl::seconds("0.02"), Some(Duration::from_millis(20)));
    /// assert_eq!(TimeControl::seconds("1e3"), None);
    /// ```
    pub fn seconds(text: &str) -> Option<Duration> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let seconds: f64 = text.parse().ok().filter(|seconds| plain && *seconds <= 8.64e6)?;
        // A double holds 0.02 only nearly; protocols use milliseconds.
        Some(Duration::from_millis((seconds * 1000.0).round() as u64))
    }

    /// A time control as players write it, whose base time is in minutes: `5+3` is five minutes and three seconds a move.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vernier_engine::TimeControl;
    /// let control = TimeControl::in_minutes("0.5+3")?;
    /// assert_eq!((control.base, control.increment), (Duration::from_secs(30), Duration::from_secs(3)));
    /// # Ok::<(), vernier_engine::TimeControlError>(())
    /// ```
    pub fn in_minutes(text: &str) -> Result<Self, TimeControlError> {
        Self::read(text, 60).ok_or_else(|| TimeControlError(text.to_owned()))
    }

    /// Reads a base time in units of that many seconds, or in minutes and seconds if it has a colon.
    fn read(text: &str, unit: u32) -> Option<Self> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                Self::seconds(seconds)? + Duration::from_secs(60) * minutes.parse::<u32>().ok()?
            }
            None => Self::seconds(base)? * unit,
        };
        let increment = Self::seconds(increment)?;
        (!base.is_zero() || !increment.is_zero()).then_some(Self { moves, base, increment })
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        Self::read(text, 1).ok_or_else(|| TimeControlError(text.to_owned()))
    }
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
            assert_eq!(
                text.parse::<TimeControl>().map(|control| control.to_string()),
                Ok(written.to_owned())
            );
        }
        for text in
            ["", "0", "0/5", "a", "1+", "+", "5+x", "-3", "1e3", "inf", "5:-1", "999999999999", "1:2:3"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError(text.to_owned())));
            assert_eq!(TimeControl::in_minutes(text), Err(TimeControlError(text.to_owned())));
        }
        for (text, written) in
            [("5", "300"), ("0.5+3", "30+3"), ("40/90+30", "40/5400+30"), ("1:30+1", "90+1")]
        {
            assert_eq!(
                TimeControl::in_minutes(text).map(|control| control.to_string()),
                Ok(written.to_owned())
            );
        }
    }
}
