//! `level`: the time control of a game.

use crate::text::{small_count, words};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// So many moves in a base time, with an increment after each. No number of moves: all of them.
///
/// ```
/// use std::time::Duration;
/// use vernier_protocol::cecp::Level;
/// let level: Level = "40 2:30 0.5".parse()?;
/// assert_eq!(level.moves, Some(40));
/// assert_eq!(level.base, Duration::from_secs(150));
/// assert_eq!(level.increment, Duration::from_millis(500));
/// # Ok::<(), vernier_protocol::cecp::LevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The moves of one period.
    pub moves: Option<u32>,
    /// The time of one period.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// A text that is no time control.
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
        Ok(Self { moves: Some(moves).filter(|moves| *moves > 0), base, increment })
    }
}

/// A number of seconds, whole or not; never below zero.
pub(crate) fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    seconds.is_finite().then(|| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)))
}

/// Minutes and seconds, the increment with fractions only where it has some.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.base.as_secs();
        write!(
            f,
            "{} {}:{:02} {}",
            self.moves.unwrap_or(0),
            seconds / 60,
            seconds % 60,
            self.increment.as_secs_f64()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back_and_junk_is_refused() {
        for text in ["40 5:00 0", "0 2:30 12", "0 0:10 0.1"] {
            assert_eq!(text.parse::<Level>().map(|level| level.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("40 5 0".parse::<Level>().unwrap().base, Duration::from_secs(300));
        assert_eq!("0 1".parse::<Level>().unwrap().increment, Duration::ZERO);
        for junk in ["", "40", "x 5 0", "40 x 0", "40 5 x", "40 5:x 0", "0 nan 0", "0 inf 0"] {
            assert_eq!(junk.parse::<Level>(), Err(LevelError), "{junk}");
        }
        assert_eq!("-3 -5 -1".parse::<Level>().unwrap().base, Duration::ZERO);
    }
}
