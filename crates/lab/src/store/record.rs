//! A finished game, as it is kept.

use crate::play::fault::FaultKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;
use vernier_chess::Color;
use vernier_engine::Verdict;
use vernier_protocol::client::PlayerError;

/// How a game came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FinalResult {
    /// `1-0`
    #[serde(rename = "1-0")]
    WhiteWins,
    /// `0-1`
    #[serde(rename = "0-1")]
    BlackWins,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl FinalResult {
    /// That color wins.
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// What a color gets: 0, 1 or 2 half points.
    pub fn half_points(self, color: Color) -> usize {
        match self.winner() {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        }
    }
}

impl fmt::Display for FinalResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// That color mates.
    Checkmate(Color),
    /// No moves, no check.
    Stalemate,
    /// The position came for the third time.
    Repetition,
    /// Fifty moves without capture or pawn move.
    FiftyMoves,
    /// Nothing left to mate with.
    InsufficientMaterial,
    /// That color gave up.
    Resignation(Color),
    /// Both engines saw a win for that color for long enough.
    AdjudicatedWin(Color),
    /// Both engines saw no difference for long enough.
    AdjudicatedDraw,
    /// The game went on for longer than games may.
    TooLong,
    /// Won by that color, say the endgame tables.
    TablebaseWin(Color),
    /// Drawn, say the endgame tables.
    TablebaseDraw,
    /// That color did something wrong.
    PlayerError(Color, PlayerError),
}

impl Ending {
    /// What the ending means for the players.
    pub fn result(&self) -> FinalResult {
        match self {
            Self::Checkmate(winner) | Self::AdjudicatedWin(winner) | Self::TablebaseWin(winner) => {
                FinalResult::won_by(*winner)
            }
            Self::Resignation(loser) | Self::PlayerError(loser, _) => FinalResult::won_by(!*loser),
            _ => FinalResult::Draw,
        }
    }

    /// The word that PGN's `Termination` tag has for it.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::AdjudicatedWin(_) | Self::AdjudicatedDraw | Self::TooLong => "adjudication",
            Self::TablebaseWin(_) | Self::TablebaseDraw => "adjudication",
            Self::PlayerError(_, PlayerError::TimeLoss(_)) => "time forfeit",
            Self::PlayerError(_, PlayerError::Crash(_) | PlayerError::Silence) => "abandoned",
            Self::PlayerError(..) => "rules infraction",
            _ => "normal",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate(winner) => write!(f, "{winner} mates"),
            Self::Stalemate => write!(f, "Draw by stalemate"),
            Self::Repetition => write!(f, "Draw by threefold repetition"),
            Self::FiftyMoves => write!(f, "Draw by the fifty-move rule"),
            Self::InsufficientMaterial => write!(f, "Draw by insufficient material"),
            Self::Resignation(loser) => write!(f, "{loser} resigns"),
            Self::AdjudicatedWin(winner) => write!(f, "{winner} wins by adjudication"),
            Self::AdjudicatedDraw => write!(f, "Draw by adjudication"),
            Self::TooLong => write!(f, "Draw by length"),
            Self::TablebaseWin(winner) => write!(f, "{winner} wins by endgame tables"),
            Self::TablebaseDraw => write!(f, "Draw by endgame tables"),
            Self::PlayerError(loser, fault) => write!(f, "{loser} {fault}"),
        }
    }
}

/// One move of a game and what its player thought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "PlyParts", into = "PlyParts")]
pub struct Ply {
    /// The move as UCI writes it in the game's castling mode.
    pub mv: String,
    /// The worth of the position to the player.
    pub verdict: Option<Verdict>,
    /// The depth reached.
    pub depth: u32,
    /// The time taken.
    pub elapsed: Duration,
    /// The time between what the engine says it took and what it took.
    pub latency: Option<Duration>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Ply {
    /// A move of the opening, played without thinking.
    pub const fn from_book(mv: String) -> Self {
        Self { mv, verdict: None, depth: 0, elapsed: Duration::ZERO, latency: None, nodes: 0 }
    }

    /// True for a move of the opening. Every other takes some time: its clock runs from before it is asked for.
    pub const fn is_from_book(&self) -> bool {
        self.elapsed.is_zero()
    }
}

/// A ply as the log has it: move, score, depth, microseconds, microseconds of latency, nodes.
type PlyParts = (String, Option<String>, u32, u64, Option<u64>, u64);

impl From<PlyParts> for Ply {
    fn from((mv, verdict, depth, elapsed, latency, nodes): PlyParts) -> Self {
        let verdict = verdict.as_deref().and_then(read_verdict);
        let latency = latency.map(Duration::from_micros);
        Self { mv, verdict, depth, elapsed: Duration::from_micros(elapsed), latency, nodes }
    }
}

impl From<Ply> for PlyParts {
    fn from(ply: Ply) -> Self {
        let micros = |duration: Duration| duration.as_micros() as u64;
        let verdict = ply.verdict.map(|verdict| write_verdict(&verdict));
        (ply.mv, verdict, ply.depth, micros(ply.elapsed), ply.latency.map(micros), ply.nodes)
    }
}

fn write_verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Centipawns(value) => value.to_string(),
        Verdict::Mate(moves) => format!("#{moves}"),
        Verdict::Tablebase(plies) => format!("t{plies}"),
    }
}

fn read_verdict(text: &str) -> Option<Verdict> {
    match text.as_bytes().first()? {
        b'#' => text[1..].parse().ok().map(Verdict::Mate),
        b't' => text[1..].parse().ok().map(Verdict::Tablebase),
        _ => text.parse().ok().map(Verdict::Centipawns),
    }
}

/// How often each fault came.
pub type Faults = BTreeMap<FaultKind, u32>;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from zero. The two games of a pair have neighbouring numbers, the even one first.
    pub id: u32,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// How it came out.
    pub result: FinalResult,
    /// Why it ended, in words.
    pub reason: String,
    /// The word for it in PGN's `Termination` tag.
    pub termination: String,
    /// The position before the first move.
    pub opening: String,
    /// What White did wrong.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub white_faults: Faults,
    /// What Black did wrong.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub black_faults: Faults,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// How long it took, in milliseconds.
    pub took: u64,
    /// The moves.
    pub moves: Vec<Ply>,
}

impl GameRecord {
    /// Who had that color.
    pub fn player(&self, color: Color) -> &str {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// What that color did wrong.
    pub const fn faults(&self, color: Color) -> &Faults {
        match color {
            Color::White => &self.white_faults,
            Color::Black => &self.black_faults,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_survive_storage() {
        for verdict in
            [None, Some(Verdict::Centipawns(-31)), Some(Verdict::Mate(-4)), Some(Verdict::Tablebase(7))]
        {
            let ply = Ply {
                mv: "e7e8q".into(),
                verdict,
                depth: 12,
                elapsed: Duration::from_micros(34_567),
                latency: Some(Duration::from_micros(12)),
                nodes: 99,
            };
            let stored = serde_json::to_string(&ply).unwrap();
            assert_eq!(serde_json::from_str::<Ply>(&stored).unwrap(), ply, "{stored}");
        }
    }
}
