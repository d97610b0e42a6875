//! A player of a game, and what passes between it and a referee.

use super::{PlayerError, Warning};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use vernier_chess::{ByColor, Game, Move};
use vernier_engine::{Clock, TimeControl, Verdict};

/// An engine as the referee sees it: asked for moves, answers with them.
pub trait Player: Send {
    /// Makes ready for a new game.
    fn new_game(&mut self) -> Result<(), PlayerError>;

    /// Finds a move. Always returns, with an answer or an error, whatever the engine does.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, PlayerError>;

    /// True if a game may begin from any position, and not only from the start of a game.
    fn sets_positions(&self) -> bool {
        true
    }

    /// The player has moved and may keep thinking while the opponent does. Returns at once.
    fn ponder(&mut self, turn: &Turn<'_>) {
        let _ = turn;
    }
}

/// A program to be started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Its file, or its name if the system finds it.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs.
    pub directory: Option<PathBuf>,
    /// Added to its environment.
    pub environment: Vec<(String, String)>,
    /// Options set before the first game.
    pub options: Vec<(String, String)>,
    /// Whether it ponders.
    pub ponders: bool,
}

impl Program {
    /// The command that starts it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.command);
        command.args(&self.arguments).envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command
    }
}

/// What a player is asked.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// What the clocks show, where there are any.
    pub clocks: ByColor<Option<Clock>>,
    /// The time control of the player who is asked, if it has a clock.
    pub control: Option<TimeControl>,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// Full plies.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// After that long no answer is waited for any more.
    pub deadline: Duration,
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move, or the text in its place.
    pub answer: Answer,
    /// From the question to the answer.
    pub elapsed: Duration,
    /// The last report about the position.
    pub thought: Thought,
    /// What was wrong but does not cost the game.
    pub warnings: Vec<Warning>,
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

/// A player's last report about a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// Its worth to the player.
    pub verdict: Option<Verdict>,
    /// Full plies.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The time the engine reported; none if it had been pondering.
    pub reported: Option<Duration>,
}
