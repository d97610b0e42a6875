//! The clocks of an XBoard session.

use crate::cecp::Level;
use std::time::Duration;
use vernier_chess::{ByColor, Color};
use vernier_engine::{Clock, Limits};

/// How long a move takes if nobody has set a time.
const USUAL: Duration = Duration::from_secs(5);

/// What is known of time and other limits.
#[derive(Clone, Default)]
pub(super) struct Clocks {
    level: Option<Level>,
    /// A fixed time for each move.
    pub(super) move_time: Option<Duration>,
    pub(super) depth: Option<u32>,
    pub(super) nodes_per_second: Option<u64>,
    /// What the clocks show, in hundredths of a second.
    pub(super) own: Option<i64>,
    pub(super) opponent: Option<i64>,
    /// Moves made since the game began.
    moves: ByColor<u32>,
}

impl Clocks {
    pub(super) fn set_level(&mut self, level: Level) {
        *self = Self {
            depth: self.depth,
            nodes_per_second: self.nodes_per_second,
            moves: self.moves,
            ..Self::default()
        };
        self.level = Some(level);
    }

    /// As they stand when a new game begins.
    pub(super) fn restarted(self) -> Self {
        Self { depth: None, own: None, opponent: None, moves: ByColor::default(), ..self }
    }

    pub(super) fn moved(&mut self, color: Color) {
        self.moves[color] += 1;
    }

    pub(super) fn took_back(&mut self, color: Color) {
        self.moves[color] = self.moves[color].saturating_sub(1);
    }

    /// The limits of a search for the side the engine plays.
    pub(super) fn limits(&self, side: Color) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match (self.move_time, self.nodes_per_second, self.level) {
            // Time counted in nodes.
            (Some(time), Some(rate), _) => {
                limits.nodes = Some((time.as_secs_f64() * rate as f64) as u64);
            }
            (Some(time), None, _) => limits.movetime = Some(time),
            (None, _, Some(level)) => {
                let increment = millis(level.increment);
                let clock = |shown: Option<i64>| {
                    let left = shown.map_or(millis(level.base), |hundredths| hundredths.saturating_mul(10));
                    Some(Clock::from_millis(left.max(1), increment))
                };
                limits.clocks[side] = clock(self.own);
                limits.clocks[!side] = clock(self.opponent);
                limits.moves_to_go = level.moves.map(|moves| moves - self.moves[side] % moves);
            }
            (None, _, None) => match self.own {
                Some(left) => {
                    limits.clocks[side] = Some(Clock::from_millis(left.saturating_mul(10).max(1), 0))
                }
                None if self.depth.is_none() => limits.movetime = Some(USUAL),
                None => {}
            },
        }
        limits
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_ends_and_begins() {
        let mut clocks = Clocks::default();
        clocks.set_level("40 5 0".parse().unwrap());
        for expected in [40, 39, 38] {
            assert_eq!(clocks.limits(Color::White).moves_to_go, Some(expected));
            clocks.moved(Color::White);
        }
        (0..37).for_each(|_| clocks.moved(Color::White));
        assert_eq!(clocks.limits(Color::White).moves_to_go, Some(40));
        clocks.took_back(Color::White);
        assert_eq!(clocks.limits(Color::White).moves_to_go, Some(1));
        assert_eq!(clocks.limits(Color::Black).moves_to_go, Some(40));
    }

    #[test]
    fn clocks_and_limits_combine() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.limits(Color::White).movetime, Some(USUAL));
        clocks.depth = Some(4);
        assert_eq!(clocks.limits(Color::White).movetime, None);
        clocks.set_level("0 1 0.5".parse().unwrap());
        clocks.own = Some(-7);
        let limits = clocks.limits(Color::Black);
        assert_eq!(limits.depth, Some(4));
        assert_eq!(limits.clocks[Color::Black], Some(Clock::from_millis(1, 500)));
        assert_eq!(limits.clocks[Color::White], Some(Clock::from_millis(60_000, 500)));
        clocks.move_time = Some(Duration::from_secs(3));
        clocks.nodes_per_second = Some(100);
        assert_eq!(clocks.limits(Color::White).nodes, Some(300));
    }
}
