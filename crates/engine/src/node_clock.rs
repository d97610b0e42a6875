//! A clock that counts positions instead of time, so that a game with clocks can be repeated move by move.

use crate::time::{Pacing, Plan};
use crate::{Clock, Limits};
use std::time::Duration;
use vernier_chess::Color;

/// What is left of a player's time, in positions. The real clock sets it at the first move of a game or a period;
/// from then on it runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct NodeClock {
    left: Option<u64>,
    moves_to_go: Option<u32>,
}

impl NodeClock {
    /// The node budget for a move, at `rate` nodes a millisecond. `spent` were visited for the last one.
    pub(crate) fn convert(
        &mut self,
        limits: Limits,
        turn: Color,
        pacing: Pacing,
        rate: u64,
        spent: u64,
    ) -> Limits {
        let nodes = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(rate);
        let mut limits = limits;
        let mut most = limits.movetime.take().map(nodes);
        if let Some(clock) = limits.clocks[turn] {
            let running = self.left.filter(|_| clock.moves_to_go <= self.moves_to_go);
            let left = match running {
                Some(left) => left.saturating_sub(spent).saturating_add(nodes(clock.increment)),
                None => nodes(clock.remaining),
            };
            (self.left, self.moves_to_go) = (Some(left), clock.moves_to_go);
            let clock = Clock { remaining: Duration::from_millis(left / rate), ..clock };
            let plan = Plan::for_clock(clock, Pacing { percent: pacing.percent, ..Pacing::default() });
            limits.soft_nodes = plan.soft.map(nodes);
            most = Some(most.unwrap_or(u64::MAX).min(nodes(plan.hard)));
        }
        limits.clocks = Default::default();
        limits.nodes = limits.nodes.into_iter().chain(most).min();
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::ByColor;

    fn limits(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> Limits {
        let clock = Clock { moves_to_go, ..Clock::from_millis(remaining, increment) };
        Limits { clocks: ByColor([Some(clock), None]), ..Limits::default() }
    }

    #[test]
    fn the_node_clock_depends_only_on_nodes() {
        let mut clock = NodeClock::default();
        let mut convert = |limits, spent| clock.convert(limits, Color::White, Pacing::default(), 100, spent);
        let first = convert(limits(60_000, 0, None), 7);
        assert_eq!((first.soft_nodes, first.nodes), (Some(250_000), Some(1_000_000)));
        assert!(first.clocks[Color::White].is_none());
        // The real clock is not read again: what was spent counts.
        let second = convert(limits(1, 0, None), 0);
        assert_eq!(second, convert(limits(60_000, 0, None), 0));
        let third = convert(limits(1, 1_000, None), 3_000_000);
        assert_eq!(third.soft_nodes, Some((3_100_000 / 24 + 75_000) / 100 * 100));
        // A new period begins with the real clock.
        assert_eq!(convert(limits(40_000, 0, Some(40)), 0).nodes, Some(390_200));
        assert!(convert(limits(1, 0, Some(39)), 0).nodes > Some(300_000));
        assert_eq!(convert(Limits::movetime(Duration::from_millis(30)), 0).nodes, Some(3_000));
    }
}
