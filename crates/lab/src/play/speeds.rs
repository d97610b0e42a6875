//! How fast engines are, so that each can be given nodes in proportion.
//!
//! A clock makes a match depend on what else the machine does. Fixed nodes do not, but forget that one engine needs
//! longer for a node than another. Measured once and kept with the results, speeds give the best of both.

use crate::store::whole_file;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vernier_chess::{Board, ByColor, Game};
use vernier_protocol::client::{Player, PlayerError, Thought, Turn};

/// The speed of one engine, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Speed {
    /// The engine's name.
    pub name: String,
    /// Nodes a second.
    pub nodes_per_second: u64,
    /// Nodes it gets for a move.
    pub nodes: u64,
}

/// Why speeds cannot be had.
#[derive(Debug)]
pub enum SpeedError {
    /// The file cannot be read or written.
    File(PathBuf, io::Error),
    /// The file is of another match.
    OtherMatch(PathBuf),
    /// Games have been played, but their speeds are not known.
    Lost(PathBuf),
    /// An engine failed.
    Engine(String, PlayerError),
}

impl fmt::Display for SpeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::OtherMatch(path) => write!(f, "{} does not name the engines of this match", path.display()),
            Self::Lost(path) => {
                write!(
                    f,
                    "{} is gone, and with it the speeds of the games played; choose another folder",
                    path.display()
                )
            }
            Self::Engine(name, fault) => write!(f, "the speed of {name} cannot be measured: {fault}"),
        }
    }
}

impl std::error::Error for SpeedError {}

/// An opening, a middle game full of captures, one that is closed, and an endgame.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
/// How long an engine thinks about each.
const THINKING: Duration = Duration::from_millis(150);
/// How often; the best time counts, as it is the least disturbed.
const PASSES: usize = 3;
/// How long to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The nodes a second of each player, measured in turns so that a disturbance hits all alike.
pub fn measure(players: &mut [(&str, &mut dyn Player)]) -> Result<Vec<u64>, SpeedError> {
    let mut best = vec![[0.0_f64; POSITIONS.len()]; players.len()];
    for _ in 0..PASSES {
        for (position, fen) in POSITIONS.iter().enumerate() {
            let game = Game::from_board(fen.parse().unwrap_or_else(|_| Board::start()));
            for (best, (name, player)) in best.iter_mut().zip(players.iter_mut()) {
                let speed =
                    time(*player, &game).map_err(|fault| SpeedError::Engine((*name).to_owned(), fault))?;
                best[position] = best[position].max(speed);
            }
        }
    }
    Ok(best.iter().map(|speeds| (speeds.iter().sum::<f64>() / speeds.len() as f64).round() as u64).collect())
}

/// The nodes a second of one search.
fn time(player: &mut dyn Player, game: &Game) -> Result<f64, PlayerError> {
    player.new_game()?;
    let reply = player.think(&Turn {
        game,
        clocks: ByColor([None, None]),
        control: None,
        move_time: Some(THINKING),
        depth: None,
        nodes: None,
        deadline: PATIENCE,
    })?;
    let Thought { nodes, reported, .. } = reply.thought;
    // The engine's own time belongs to its own count; the last lines may have been sent well before the end.
    let time = reported.filter(|time| *time >= Duration::from_millis(10)).unwrap_or(reply.elapsed);
    if nodes == 0 {
        return Err(PlayerError::Lacks("it does not report its nodes".into()));
    }
    Ok(nodes as f64 / time.as_secs_f64().max(1e-6))
}

/// Nodes in proportion to speeds; the first engine gets `nodes`.
pub fn share(names: &[&str], speeds: &[u64], nodes: u64) -> Vec<Speed> {
    let reference = speeds.first().copied().unwrap_or(1).max(1);
    let scaled = |speed: u64| {
        u64::try_from(u128::from(nodes) * u128::from(speed) / u128::from(reference)).unwrap_or(u64::MAX)
    };
    let share = |(name, speed): (&&str, &u64)| Speed {
        name: (*name).to_owned(),
        nodes_per_second: *speed,
        nodes: scaled(*speed).max(1),
    };
    names.iter().zip(speeds).map(share).collect()
}

/// The speeds kept in a folder; none if there are none yet and no game has been played.
pub fn load(folder: &Path, names: &[&str], games: u32) -> Result<Option<Vec<Speed>>, SpeedError> {
    let path = file(folder);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return if games == 0 { Ok(None) } else { Err(SpeedError::Lost(path)) };
        }
        Err(error) => return Err(SpeedError::File(path, error)),
    };
    let speeds: Vec<Speed> =
        serde_json::from_slice(&text).map_err(|error| SpeedError::File(path.clone(), error.into()))?;
    if !speeds.iter().map(|speed| speed.name.as_str()).eq(names.iter().copied()) {
        return Err(SpeedError::OtherMatch(path));
    }
    Ok(Some(speeds))
}

/// Keeps speeds in a folder. When this returns, they are on the disk, whole.
pub fn save(folder: &Path, speeds: &[Speed]) -> Result<(), SpeedError> {
    let path = file(folder);
    let text = serde_json::to_vec_pretty(speeds).map_err(io::Error::from);
    text.and_then(|text| whole_file::write(&path, &text)).map_err(|error| SpeedError::File(path, error))
}

fn file(folder: &Path) -> PathBuf {
    folder.join("speeds.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_limits_follow_measured_speeds() {
        let speeds = share(&["a", "b", "c"], &[1_000_000, 250_000, 0], 5_000);
        let nodes: Vec<u64> = speeds.iter().map(|speed| speed.nodes).collect();
        assert_eq!(nodes, [5_000, 1_250, 1]);
        assert_eq!(share(&["a", "b"], &[0, 7], u64::MAX)[1].nodes, u64::MAX);
    }

    #[test]
    fn speed_positions_are_legal() {
        for fen in POSITIONS {
            assert!(fen.parse::<Board>().is_ok(), "{fen}");
        }
    }
}
