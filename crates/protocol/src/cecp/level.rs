//! `level`: the time control of a game, as XBoard writes it.

use crate::text::{small_count, words};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;
use vernier_engine::TimeControl;

/// A time control in the words of `level`: moves in a period, minutes and seconds, increment. Zero moves: all of them.
///
/// ```
/// use std::time::Duration;
/// use vernier_protocol::cecp::Level;
/// let Level(control) = "40 2:30 0.5".parse()?;
/// assert_eq!(control.base, Duration::from_secs(150));
/// assert_eq!(control.to_string(), "40/150+0.5");
/// # Ok::<(), vernier_protocol::cecp::LevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(pub TimeControl);

/// A text that is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected: level MOVES MINUTES[:SECONDS] INCREMENT")
    }
}

impl std::error::Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let mut words = words(text);
        let moves = words.next().and_then(small_count).ok_or(LevelError)?;
        let base = words.next().ok_or(LevelError)?;
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let base = self::seconds(minutes).ok_or(LevelError)?.saturating_mul(60);
        let base = base.saturating_add(self::seconds(seconds).ok_or(LevelError)?);
        let increment = words.next().map_or(Some(Duration::ZERO), self::seconds).ok_or(LevelError)?;
        Ok(Self(TimeControl { moves: NonZeroU32::new(moves), base, increment }))
    }
}

/// A number of seconds, whole or not. Programs send negative ones; they count as none.
pub(crate) fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    seconds.is_finite().then(|| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)))
}

/// Minutes and seconds, the increment with fractions only where it has some.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TimeControl { moves, base, increment } = self.0;
        let (moves, seconds) = (moves.map_or(0, u32::from), base.as_secs());
        write!(f, "{moves} {}:{:02} {}", seconds / 60, seconds % 60, increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> TimeControl {
        text.parse::<Level>().expect(text).0
    }

    #[test]
    fn levels_round_trip_and_junk_is_rejected() {
        for text in ["40 5:00 0", "0 2:30 12", "0 0:10 0.1"] {
            assert_eq!(Level(read(text)).to_string(), text);
        }
        assert_eq!(read("40 5 0").base, Duration::from_secs(300));
        assert_eq!(read("0 1").increment, Duration::ZERO);
        for junk in ["", "40", "x 5 0", "40 x 0", "40 5 x", "40 5:x 0", "0 nan 0", "0 inf 0"] {
            assert_eq!(junk.parse::<Level>(), Err(LevelError), "{junk}");
        }
        assert_eq!(read("-3 -5 -1").base, Duration::ZERO);
    }
}
