//! The clocks of an XBoard session.

use std::time::Duration;
use vernier_chess::{ByColor, Color};
use vernier_engine::{Clock, Limits, TimeControl};

/// How long a move takes if no time is set.
const USUAL: Duration = Duration::from_secs(5);

/// Time and other limits, as far as they are known.
#[derive(Clone, Default)]
pub(super) struct Clocks {
    control: Option<TimeControl>,
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
    pub(super) fn set_control(&mut self, control: TimeControl) {
        *self = Self {
            depth: self.depth,
            nodes_per_second: self.nodes_per_second,
            moves: self.moves,
            ..Self::default()
        };
        self.control = Some(control);
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
        match (self.move_time, self.nodes_per_second, self.control) {
            // Time counted in nodes.
            (Some(time), Some(rate), _) => {
                limits.nodes = Some((time.as_secs_f64() * rate as f64) as u64);
            }
            (Some(time), None, _) => limits.movetime = Some(time),
            (None, _, Some(TimeControl { moves, base, increment })) => {
                let clock = |shown: Option<i64>, made: u32| {
                    let left = shown.map_or(millis(base), |hundredths| hundredths.saturating_mul(10));
                    let moves_to_go = moves.map(|moves| moves.get() - made % moves);
                    Some(Clock { moves_to_go, ..Clock::from_millis(left.max(1), millis(increment)) })
                };
                limits.clocks[side] = clock(self.own, self.moves[side]);
                limits.clocks[!side] = clock(self.opponent, self.moves[!side]);
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
    fn a_new_period_adds_time() {
        let mut clocks = Clocks::default();
        clocks.set_control("40/300".parse().unwrap());
        let to_go =
            |clocks: &Clocks, side| clocks.limits(side).clocks[side].and_then(|clock| clock.moves_to_go);
        for expected in [40, 39, 38] {
            assert_eq!(to_go(&clocks, Color::White), Some(expected));
            clocks.moved(Color::White);
        }
        (0..37).for_each(|_| clocks.moved(Color::White));
        assert_eq!(to_go(&clocks, Color::White), Some(40));
        clocks.took_back(Color::White);
        assert_eq!(to_go(&clocks, Color::White), Some(1));
        assert_eq!(to_go(&clocks, Color::Black), Some(40));
    }

    #[test]
    fn clocks_and_limits_combine() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.limits(Color::White).movetime, Some(USUAL));
        clocks.depth = Some(4);
        assert_eq!(clocks.limits(Color::White).movetime, None);
        clocks.set_control("60+0.5".parse().unwrap());
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
