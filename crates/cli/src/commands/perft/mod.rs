//! `vernier perft`: counts leaves of the tree of legal moves, or checks a suite of known counts.

mod suite;

use super::{Command, castling_mode, position};
use crate::arguments::{Arguments, Switch, number};
use crate::failure::{Failure, Outcome};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use vernier_chess::Perft;

pub const COMMAND: Command = Command {
    name: "perft",
    about: "Count the ways to play DEPTH moves, or check a suite of known counts.",
    forms: &[
        "DEPTH [--fen FEN] [--chess960] [--divide] [--threads N] [--hash MB]",
        "--suite FILE.epd [--max-depth D] [--max-nodes N] [--threads N] [--hash MB]",
    ],
    switches: &[
        Switch { name: "--fen", value: Some("FEN"), help: "from this position (default: the start)" },
        Switch { name: "--chess960", value: None, help: "write castling as king takes rook" },
        Switch { name: "--divide", value: None, help: "count after each first move" },
        Switch { name: "--threads", value: Some("N"), help: "count with N threads (default: 1)" },
        Switch { name: "--hash", value: Some("MB"), help: "remember counts in MB megabytes (default: 0)" },
        Switch { name: "--suite", value: Some("FILE"), help: "check lines of 'FEN ;D1 20 ;D2 400 ...'" },
        Switch { name: "--max-depth", value: Some("D"), help: "leave out the deeper counts of a suite" },
        Switch { name: "--max-nodes", value: Some("N"), help: "leave out the larger counts of a suite" },
    ],
    run,
};

const MOST_THREADS: usize = 1024;
const MOST_MEGABYTES: usize = 1 << 20;
const DEEPEST: u32 = 10_000;

/// Switches that mean something only with a suite, and only without one.
const FOR_SUITES: [&str; 2] = ["--max-depth", "--max-nodes"];
const NOT_FOR_SUITES: [&str; 3] = ["--fen", "--chess960", "--divide"];

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let usage = |reason| Failure::Usage(reason, COMMAND.name);
    let (misplaced, why) = match arguments.value("--suite") {
        Some(_) => (&NOT_FOR_SUITES[..], "goes with a depth, not with --suite"),
        None => (&FOR_SUITES[..], "goes with --suite"),
    };
    if let Some(name) = misplaced.iter().find(|name| arguments.has(name)) {
        return Err(usage(format!("{name} {why}")));
    }
    let threads = arguments.number("--threads", 1..=MOST_THREADS).map_err(usage)?.unwrap_or(1);
    let hash_mb = arguments.number("--hash", 0..=MOST_MEGABYTES).map_err(usage)?.unwrap_or(0);
    let perft = |depth| Perft::new(depth).threads(threads).hash_mb(hash_mb);
    match (arguments.value("--suite"), arguments.operands()) {
        (Some(file), []) => {
            let max_depth = arguments.number("--max-depth", 1..=DEEPEST).map_err(usage)?.unwrap_or(DEEPEST);
            let max_nodes = arguments.number("--max-nodes", 0..=u64::MAX).map_err(usage)?.unwrap_or(u64::MAX);
            suite::run(file, suite::Limits { max_depth, max_nodes }, perft, out)
        }
        (None, [depth]) => {
            let depth = number("DEPTH", depth, 0..=DEEPEST).map_err(usage)?;
            count(perft(depth), arguments, out)
        }
        (Some(_), [word, ..]) => Err(usage(format!("'{word}' makes no sense with --suite"))),
        (None, []) => Err(usage("a DEPTH or a --suite is missing".to_string())),
        (None, [_, word, ..]) => Err(usage(format!("'{word}' makes no sense after DEPTH"))),
    }
}

/// Counts from one position.
fn count(perft: Perft, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let fen: Vec<String> = arguments.value("--fen").map(str::to_string).into_iter().collect();
    let board = position(&fen)?;
    let start = Instant::now();
    let mut counts = if arguments.has("--divide") { perft.divide(&board) } else { Vec::new() };
    let mode = castling_mode(arguments, &board);
    counts.sort_by_cached_key(|(mv, _)| board.uci(*mv, mode));
    for (mv, nodes) in &counts {
        writeln!(out, "{}: {nodes}", board.uci(*mv, mode))?;
    }
    // Without a first move there is nothing to divide by.
    let nodes = match counts.is_empty() {
        true => perft.run(&board),
        false => counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes)),
    };
    write_speed(nodes, start.elapsed(), out)?;
    Ok(Outcome::Done)
}

/// The last line of every perft.
fn write_speed(nodes: u64, time: Duration, out: &mut dyn Write) -> io::Result<()> {
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { nodes as f64 / seconds / 1e6 } else { 0.0 };
    writeln!(out, "Nodes: {nodes}  Time: {seconds:.3} s  Speed: {speed:.1} Mnps")
}
