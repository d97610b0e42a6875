//! One player's clock.

use crate::play::search_limit::TimeControl;
use std::time::Duration;
use vernier_protocol::cecp::Level;
use vernier_protocol::client;

/// The time one player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// The time left for the next move.
    pub left: Duration,
    /// Moves to make until the base time is given again.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        // The increment of the first move is there from the start, as on a chess clock.
        Self { control, left: control.base + control.increment, moves_to_go: control.moves.map(Into::into) }
    }

    /// What it shows to an engine.
    pub fn shown(&self) -> client::Clock {
        let TimeControl { moves, base, increment } = self.control;
        let level = Level { moves: moves.map(Into::into), base, increment };
        client::Clock { level, left: self.left, moves_to_go: self.moves_to_go }
    }

    /// A move has been made in `elapsed` time. An overrun within the margin that the referee allows leaves an empty
    /// clock, not a debt.
    pub fn press(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.base;
                self.moves_to_go = self.control.moves.map(Into::into);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_and_increments_add_up() {
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        assert_eq!((clock.left, clock.moves_to_go), (Duration::from_secs(11), Some(2)));
        clock.press(Duration::from_secs(4));
        assert_eq!((clock.left, clock.moves_to_go), (Duration::from_secs(8), Some(1)));
        clock.press(Duration::from_secs(9));
        assert_eq!((clock.left, clock.moves_to_go), (Duration::from_secs(11), Some(2)));
    }
}
