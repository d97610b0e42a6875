//! How long to think.

use crate::Clock;
use std::time::Duration;
use vernier_chess::{ByColor, Move};

/// What ends a search. Every limit that is given holds; whichever is reached first ends the search.
///
/// With no limit at all the search is infinite.
///
/// ```
/// use vernier_engine::Limits;
/// let limits = Limits { depth: Some(12), nodes: Some(1_000_000), ..Limits::default() };
/// assert!(!limits.is_endless());
/// assert!(Limits::default().is_endless());
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Iterations to finish.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Positions after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// What the players' clocks show.
    pub clocks: ByColor<Option<Clock>>,
    /// A mate in that many moves is good enough.
    pub mate: Option<u32>,
    /// No answer before [`SearchJob::stop`](crate::SearchJob::stop), even if another limit is reached.
    pub infinite: bool,
    /// The opponent is thinking: no answer, and no clock, before [`SearchJob::ponder_hit`](crate::SearchJob::ponder_hit).
    pub ponder: bool,
    /// Only these moves are looked at; if none of them is legal, all are.
    pub searchmoves: Vec<Move>,
}

impl Limits {
    /// A search to a depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of that many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of fixed time.
    pub fn movetime(movetime: Duration) -> Self {
        Self { movetime: Some(movetime), ..Self::default() }
    }

    /// A search until it is stopped.
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// True if only a stop will end the search.
    pub fn is_endless(&self) -> bool {
        let bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || self.clocks.iter().any(|(_, clock)| clock.is_some());
        self.infinite || !bounded
    }
}
