//! `vernier perft`: counts leaves of the tree of legal moves, or checks a suite of known counts.

mod suite;

use crate::arguments::{JsonArguments, NotationArguments, position, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vernier_chess::Board;

const MAX_THREADS: i64 = 1024;
const MAX_MEGABYTES: i64 = 1 << 20;
const MAX_DEPTH: u32 = 10_000;

/// Count the ways to play DEPTH moves, or check a suite of known counts
#[derive(Args)]
pub struct Perft {
    /// How many moves to play
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Count from this position instead of the start position
    #[arg(long, value_name = "FEN", conflicts_with = "suite")]
    fen: Option<String>,

    #[command(flatten)]
    notation: NotationArguments,

    /// Count after each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,

    /// Count with N threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS))]
    threads: u32,

    /// Remember counts in a table of this size
    #[arg(long, value_name = "MB", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=MAX_MEGABYTES))]
    hash: u32,

    /// Check a file of lines such as 'FEN ;D1 20 ;D2 400'
    #[arg(long, value_name = "FILE", conflicts_with = "chess960")]
    suite: Option<PathBuf>,

    /// Leave out the deeper counts of a suite
    #[arg(long, value_name = "D", conflicts_with = "depth", default_value_t = MAX_DEPTH, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    max_depth: u32,

    /// Leave out the larger counts of a suite
    #[arg(long, value_name = "N", conflicts_with = "depth", default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,

    #[command(flatten)]
    json: JsonArguments,
}

/// A count for scripts.
#[derive(Serialize)]
struct Document {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveCount>,
}

#[derive(Serialize)]
struct MoveCount {
    uci: String,
    nodes: u64,
}

impl Perft {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        if let Some(file) = &self.suite {
            let limits = suite::Limits { max_depth: self.max_depth, max_nodes: self.max_nodes };
            return suite::run(file, limits, |depth| self.counter(depth), self.json.json, out);
        }
        let board = self.fen.as_deref().map_or_else(|| Ok(Board::start()), position)?;
        let document = self.count(&board, self.depth.unwrap_or_default());
        if self.json.json {
            write_json(out, &document)?;
        } else {
            for MoveCount { uci, nodes } in &document.moves {
                writeln!(out, "{uci}: {nodes}")?;
            }
            write_speed(document.nodes, Duration::from_secs_f64(document.seconds), out)?;
        }
        Ok(Outcome::Done)
    }

    fn counter(&self, depth: u32) -> vernier_chess::Perft {
        vernier_chess::Perft::new(depth).threads(self.threads as usize).hash_mb(self.hash as usize)
    }

    fn count(&self, board: &Board, depth: u32) -> Document {
        let start = Instant::now();
        let mode = self.notation.castling_mode(board);
        let divided = if self.divide { self.counter(depth).divide(board) } else { Vec::new() };
        let mut moves: Vec<MoveCount> =
            divided.into_iter().map(|(mv, nodes)| MoveCount { uci: board.uci(mv, mode), nodes }).collect();
        moves.sort_by(|one, other| one.uci.cmp(&other.uci));
        // Without a first move there is nothing to divide by.
        let nodes = match moves.is_empty() {
            true => self.counter(depth).run(board),
            false => moves.iter().fold(0, |sum: u64, count| sum.saturating_add(count.nodes)),
        };
        Document { fen: board.fen(mode), depth, nodes, seconds: start.elapsed().as_secs_f64(), moves }
    }
}

/// The last line of every perft.
fn write_speed(nodes: u64, time: Duration, out: &mut dyn Write) -> io::Result<()> {
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { nodes as f64 / seconds / 1e6 } else { 0.0 };
    writeln!(out, "Nodes: {nodes}  Time: {seconds:.3} s  Speed: {speed:.1} Mnps")
}
