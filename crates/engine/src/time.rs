//! How much time to spend on a move: a pure function of the limits, and a judgement after every iteration.

use crate::{Clock, Limits};
use std::time::Duration;
use vernier_chess::Color;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// When to begin no further iteration, if nothing unusual has happened; none for a fixed time.
    pub(crate) soft: Option<Duration>,
    /// When to stop in any case.
    pub(crate) hard: Duration,
}

/// What to spend when only the opponent's clock is known.
const BLIND: Duration = Duration::from_secs(1);

impl Plan {
    /// The plan for the side to move; none if time is no limit.
    pub(crate) fn new(limits: &Limits, turn: Color, overhead: Duration) -> Option<Self> {
        let movetime = limits.movetime.map(|time| Self { soft: None, hard: time.saturating_sub(overhead) });
        let clock = match (limits.clocks[turn], limits.clocks[!turn]) {
            (Some(clock), _) => Some(Self::for_clock(clock, limits.moves_to_go, overhead)),
            (None, Some(_)) => Some(Self { soft: None, hard: BLIND }),
            (None, None) => None,
        };
        match (movetime, clock) {
            (Some(a), Some(b)) => Some(Self { soft: b.soft, hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }

    fn for_clock(clock: Clock, moves_to_go: Option<u32>, overhead: Duration) -> Self {
        let left = clock.remaining.saturating_sub(overhead);
        let (soft, hard) = match moves_to_go.filter(|moves| *moves > 0) {
            None => {
                let share = left / 24 + clock.increment * 3 / 4;
                (share, (share * 4).min(left * 3 / 5))
            }
            Some(moves) => {
                // Some time is kept back for the later moves of the period, less the fewer there are.
                let moves = moves.min(40);
                let share = left / (moves + 1) + clock.increment * 3 / 4;
                (share, (share * 4).min(left * 4 / (4 + moves.min(5))))
            }
        };
        Self { soft: Some(soft.min(hard)), hard }
    }
}

/// The time that gets lost between our answer and the opponent's clock, learnt from the difference between what our
/// clock should show and what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Lag {
    /// The worst seen in this game.
    worst: Duration,
    /// What our clock should show at our next move, had nothing been lost.
    due: Option<Duration>,
}

/// More than that is no lag but something else: a new game, a pause, an adjusted clock.
const MAX_LAG: Duration = Duration::from_millis(500);

impl Lag {
    /// Looks at our clock and tells what loss to expect.
    pub(crate) fn expected(&mut self, clock: Option<Clock>) -> Duration {
        if let (Some(clock), Some(due)) = (clock, self.due.take()) {
            let lost = due.saturating_sub(clock.remaining);
            if lost <= MAX_LAG {
                self.worst = self.worst.max(lost);
            }
        }
        self.worst
    }

    /// Notes that we have answered after so long.
    pub(crate) fn answered(&mut self, clock: Option<Clock>, after: Duration) {
        self.due = clock.map(|clock| clock.remaining.saturating_sub(after) + clock.increment);
    }
}
