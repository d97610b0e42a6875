//! One player's clock.

use crate::TimeControl;
use core::time::Duration;

/// What one player's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the clock gets more time; `None` if it never does.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game. The increment of the first move is there from the start, as on a chess clock.
    pub fn new(control: TimeControl) -> Self {
        let TimeControl { moves, base, increment } = control;
        Self { remaining: base + increment, increment, moves_to_go: moves.map(Into::into) }
    }

    /// A clock in milliseconds. Some programs send negative times, which count as zero.
    pub fn from_millis(remaining: i64, increment: i64) -> Self {
        let duration = |millis: i64| Duration::from_millis(millis.max(0).unsigned_abs());
        Self { remaining: duration(remaining), increment: duration(increment), moves_to_go: None }
    }

    /// A move has been made in `elapsed` time under that time control. An overrun leaves an empty clock, not a debt.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vernier_engine::{Clock, TimeControl};
    /// let control: TimeControl = "2/10+1".parse()?;
    /// let mut clock = Clock::new(control);
    /// clock.press(Duration::from_secs(4), control);
    /// assert_eq!((clock.remaining, clock.moves_to_go), (Duration::from_secs(8), Some(1)));
    /// # Ok::<(), vernier_engine::TimeControlError>(())
    /// ```
    pub fn press(&mut self, elapsed: Duration, control: TimeControl) {
        self.remaining = self.remaining.saturating_sub(elapsed) + self.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves = moves.saturating_sub(1);
            if *moves == 0 {
                self.remaining += control.base;
                self.moves_to_go = control.moves.map(Into::into);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_and_increments_add_up() {
        let control = "2/10+1".parse().expect("a time control");
        let mut clock = Clock::new(control);
        let mut shown = |elapsed| {
            clock.press(Duration::from_secs(elapsed), control);
            (clock.remaining.as_secs(), clock.moves_to_go)
        };
        assert_eq!(shown(4), (8, Some(1)));
        assert_eq!(shown(9), (11, Some(2)));
        assert_eq!(shown(12), (1, Some(1)));
    }
}
