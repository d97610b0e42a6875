//! What a search reports while it runs, and its answer.

use crate::{Score, Statistics};
use std::time::Duration;
use vernier_chess::Move;

/// An event of a search. Only the protocols and the web page format it.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line has been searched to a depth.
    Iteration(Report),
    /// The search turns to this move of the root.
    CurrentMove {
        /// The move.
        mv: Move,
        /// Its place in the list, counted from one.
        number: usize,
        /// The depth it is searched to.
        depth: u32,
    },
    /// A remark for a person.
    Note(String),
    /// What the search did, sent once before the answer. A late thread may be missing.
    Summary(Box<Statistics>),
    /// The answer; the last event of every search.
    Done(Answer),
}

/// The answer of a search.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Answer {
    /// The move to play; none if the game is over.
    pub best: Option<Move>,
    /// The reply to expect: legal, and not the end of the game.
    pub ponder: Option<Move>,
    /// The last report of every line that was asked for, best first. None if a failure left nothing to report.
    pub lines: Vec<Report>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time from the start to the answer.
    pub elapsed: Duration,
    /// Tablebase hits.
    pub tablebase_hits: u64,
    /// Remarks for people, as they were given out.
    pub notes: Vec<String>,
}

impl Answer {
    /// The score of the best line.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|report| report.score)
    }

    /// The best line; empty if there is none.
    pub fn pv(&self) -> &[Move] {
        self.lines.first().map_or(&[], |report| &report.pv)
    }
}

/// What is known after searching one line to a depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The depth of the iteration; zero if there was nothing to search.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Which of several best lines this is, counted from one.
    pub line: usize,
    /// Its worth to the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Positions visited by all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Tablebase hits.
    pub tablebase_hits: u64,
    /// The line: legal moves from the root, none past the end of the game.
    pub pv: Vec<Move>,
}

impl Report {
    /// Positions visited per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.elapsed.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is this or lower.
    Upper = 1,
    /// The true score is this or higher.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

impl Bound {
    /// True if the true score may be no higher.
    pub const fn is_upper(self) -> bool {
        self as u8 & Self::Upper as u8 != 0
    }

    /// True if the true score may be no lower.
    pub const fn is_lower(self) -> bool {
        self as u8 & Self::Lower as u8 != 0
    }
}
