//! A clock that counts positions instead of time, so that a game with clocks can be repeated move by move.

use crate::{Clock, Limits};
use core::num::NonZeroU32;
use std::time::Duration;
use vernier_chess::{ByColor, Color};

/// What is left of a player's time, in positions. The real clock sets it at the first move of a game or a period;
/// from then on it runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct NodeClock {
    left: Option<u64>,
    moves_to_go: Option<u32>,
}

/// The time that so many positions stand for, at `rate` positions a millisecond.
pub(crate) fn time(nodes: u64, rate: NonZeroU32) -> Duration {
    let nanoseconds = u128::from(nodes) * 1_000_000 / u128::from(rate.get());
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

/// The positions that stand for a time.
fn nodes(time: Duration, rate: NonZeroU32) -> u64 {
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    milliseconds.saturating_mul(u64::from(rate.get()))
}

impl NodeClock {
    /// The limits by this clock instead of the real one. `spent` positions were visited for the last move.
    pub(crate) fn convert(&mut self, limits: Limits, turn: Color, rate: NonZeroU32, spent: u64) -> Limits {
        let mut clocks = ByColor::default();
        if let Some(clock) = limits.clocks[turn] {
            let running = self.left.filter(|_| clock.moves_to_go <= self.moves_to_go);
            let left = match running {
                Some(left) => left.saturating_sub(spent).saturating_add(nodes(clock.increment, rate)),
                None => nodes(clock.remaining, rate),
            };
            (self.left, self.moves_to_go) = (Some(left), clock.moves_to_go);
            clocks[turn] = Some(Clock { remaining: time(left, rate), ..clock });
        }
        Limits { clocks, ..limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: NonZeroU32 = NonZeroU32::new(100).expect("not zero");

    fn limits(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> Limits {
        let clock = Clock { moves_to_go, ..Clock::from_millis(remaining, increment) };
        Limits { clocks: ByColor([Some(clock), None]), ..Limits::default() }
    }

    #[test]
    fn the_node_clock_depends_only_on_nodes() {
        let mut clock = NodeClock::default();
        let mut left = |limits, spent| {
            let limits = clock.convert(limits, Color::White, RATE, spent);
            limits.clocks[Color::White].expect("a clock").remaining.as_millis()
        };
        assert_eq!(left(limits(60_000, 0, None), 7), 60_000);
        // The real clock is not read again: what was spent counts.
        assert_eq!(left(limits(1, 0, None), 0), 60_000);
        assert_eq!(left(limits(1, 1_000, None), 3_000_000), 31_000);
        // A new period begins with the real clock.
        assert_eq!(left(limits(40_000, 0, Some(40)), 0), 40_000);
        assert_eq!(left(limits(1, 0, Some(39)), 100_000), 39_000);
    }

    #[test]
    fn positions_and_time_are_two_measures_of_one_thing() {
        assert_eq!(time(12_345, RATE), Duration::from_micros(123_450));
        assert_eq!(nodes(Duration::from_millis(30), RATE), 3_000);
        assert_eq!(time(u64::MAX, NonZeroU32::MIN), Duration::from_nanos(u64::MAX));
        assert_eq!(nodes(Duration::MAX, RATE), u64::MAX);
    }
}
