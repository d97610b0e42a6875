//! A finished game, as it is kept.

use crate::play::fault::FaultKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;
use vernier_chess::{Board, Color, Game, GameResult, Outcome};
use vernier_engine::Verdict;
use vernier_protocol::client::PlayerError;

/// How a game of a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The result and its reason.
    pub outcome: Outcome,
    /// What the loser did wrong, if that ended the game.
    pub error: Option<PlayerError>,
}

impl From<Outcome> for Finish {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, error: None }
    }
}

impl Finish {
    /// That color did something wrong.
    pub fn forfeit(loser: Color, error: PlayerError) -> Self {
        let winner = !loser;
        let outcome = match &error {
            PlayerError::TimeLoss(_) => Outcome::TimeForfeit(GameResult::won_by(winner)),
            PlayerError::Crash(_) | PlayerError::Silence => Outcome::Abandonment { winner },
            PlayerError::IllegalMove { .. }
            | PlayerError::Protocol(_)
            | PlayerError::Lacks(_)
            | PlayerError::FalseClaim(_) => Outcome::IllegalMove { winner },
        };
        Self { outcome, error: Some(error) }
    }
}

/// A sentence: `White wins by checkmate`, or what the loser did wrong.
impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.error, self.outcome.winner()) {
            (Some(error), Some(winner)) => write!(f, "{} {error}", !winner),
            _ => self.outcome.fmt(f),
        }
    }
}

/// One move of a game and its player's score.
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
    /// The difference between the reported and the measured time.
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

/// A score in a word: `-35`, `#3`, `t12`.
pub(crate) fn write_verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Centipawns(value) => value.to_string(),
        Verdict::Mate(moves) => format!("#{moves}"),
        Verdict::Tablebase { won: true, plies } => format!("t{plies}"),
        Verdict::Tablebase { won: false, plies } => format!("t-{plies}"),
    }
}

fn read_verdict(text: &str) -> Option<Verdict> {
    match text.as_bytes().first()? {
        b'#' => text[1..].parse().ok().map(Verdict::Mate),
        b't' => {
            let plies: i32 = text[1..].parse().ok()?;
            Some(Verdict::Tablebase { won: !text.starts_with("t-"), plies: plies.abs() })
        }
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
    #[serde(with = "result_text")]
    pub result: GameResult,
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

/// Results are stored as PGN writes them.
mod result_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use vernier_chess::GameResult;

    pub fn serialize<S: Serializer>(result: &GameResult, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(result)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameResult, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl GameRecord {
    /// Replays the game: the moves must be legal, and the result must fit the last position and the reason given.
    pub fn check(&self) -> Result<(), String> {
        let start: Board = self.opening.parse().map_err(|error| format!("the opening: {error}"))?;
        let mut game = Game::from_board(start);
        for (index, ply) in self.moves.iter().enumerate() {
            let mv = game.board().parse_uci(&ply.mv);
            let mv = mv.map_err(|error| format!("move {} ({}): {error}", index + 1, ply.mv))?;
            game.play(mv).map_err(|_| format!("move {} ({}) is illegal", index + 1, ply.mv))?;
        }
        let wrong = |should: GameResult| {
            format!("the result is {} where the game was {should} ({})", self.result, self.reason)
        };
        // A fault may come in a position that has ended by a claim; mate and stalemate end every game.
        let board = game.board();
        let shown = match game.outcome() {
            Some(outcome) if board.is_checkmate() || board.is_stalemate() => Some(outcome.result()),
            _ => None,
        };
        let implied = implied_result(&self.reason);
        match (shown, implied) {
            (Some(shown), _) if shown != self.result => Err(wrong(shown)),
            (_, Some(implied)) if implied != self.result => Err(wrong(implied)),
            (None, _) if self.reason.ends_with("checkmate") || self.reason.ends_with(" mates") => {
                Err("there is no mate in the last position".to_owned())
            }
            (_, None) => Err(format!("\"{}\" is not a reason for the end of a game", self.reason)),
            _ => Ok(()),
        }
    }
}

/// The result that a reason implies, in the words of today (`White wins by ...`, `draw by ...`) or of earlier journals
/// (`White mates`, `Draw by ...`). Any other sentence about a color says what the loser did.
fn implied_result(reason: &str) -> Option<GameResult> {
    if reason.starts_with("draw by ") || reason.starts_with("Draw by ") {
        return Some(GameResult::Draw);
    }
    let (name, rest) = reason.split_once(' ')?;
    let color = Color::ALL.into_iter().find(|color| color.to_string() == name)?;
    let won = rest == "mates" || rest.starts_with("wins by ");
    Some(GameResult::won_by(if won { color } else { !color }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_round_trip() {
        for verdict in [
            None,
            Some(Verdict::Centipawns(-31)),
            Some(Verdict::Mate(-4)),
            Some(Verdict::Tablebase { won: false, plies: 0 }),
        ] {
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
