//! Whoever makes moves in a game.

use crate::clock::Clock;
use crate::fault::{Fault, FaultKind};
use crate::pace::Pace;
use std::time::Duration;
use vernier_chess::{ByColor, CastlingMode, Game, Move};
use vernier_engine::Verdict;

/// An engine as the referee sees it: asked for moves, answers with them.
pub trait Player: Send {
    /// Makes ready for a new game.
    fn new_game(&mut self, mode: CastlingMode) -> Result<(), Fault>;

    /// Finds a move. Comes back by itself, with an answer or a fault, whatever the engine does.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;
}

/// What a player is asked.
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// How the player to move may think.
    pub pace: Pace,
    /// What the clocks show, where there are any.
    pub clocks: ByColor<Option<Clock>>,
    /// How far past its time an answer may come.
    pub margin: Duration,
    /// An engine without a clock that has said nothing for so long hangs.
    pub patience: Duration,
}

impl Turn<'_> {
    /// The time after which an answer comes too late; none if nothing is measured.
    pub fn allotted(&self) -> Option<Duration> {
        let clock = self.clocks[self.game.turn()].map(|clock| clock.left);
        let fixed = self.pace.move_time.map(Duration::from_millis);
        match (clock, fixed) {
            (Some(clock), Some(fixed)) => Some(clock.min(fixed)),
            (clock, fixed) => clock.or(fixed),
        }
    }

    /// How long to wait for any answer.
    pub fn deadline(&self) -> Duration {
        self.allotted().map_or(self.patience, |allotted| allotted + self.margin)
    }
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move, or what was said in its place.
    pub answer: Answer,
    /// From the question to the answer.
    pub elapsed: Duration,
    /// The last thing said about the position.
    pub thought: Thought,
    /// Faults that do not cost the game.
    pub remarks: Vec<FaultKind>,
}

/// What a player does with its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Plays a legal move.
    Move(Move),
    /// Plays something else.
    Illegal(String),
    /// Gives up.
    Resigns,
}

/// What a player thought of the position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// Its worth to the player.
    pub verdict: Option<Verdict>,
    /// Full plies.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The time the engine says it took.
    pub reported: Option<Duration>,
}
