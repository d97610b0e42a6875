//! Checking a file of positions against their known counts.

use super::write_speed;
use crate::arguments::write_json;
use crate::failure::{Failure, Outcome};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;
use vernier_chess::{Board, Epd, EpdError, Perft};
use vernier_engine::plain_file;

/// The largest suite.
const MAX_SIZE: u64 = 1 << 30;

/// Which counts are left out.
pub struct Limits {
    pub max_depth: u32,
    pub max_nodes: u64,
}

/// A line of the file: a position and its known counts.
struct Entry {
    /// Counted from one.
    line: usize,
    board: Board,
    /// Depths and their counts.
    counts: Vec<(u32, u64)>,
}

/// The results of the checks.
#[derive(Default, Serialize)]
struct Tally {
    positions: usize,
    checked: usize,
    skipped: usize,
    nodes: u64,
    failures: Vec<Mismatch>,
}

/// A count that differs.
#[derive(Serialize)]
struct Mismatch {
    line: usize,
    fen: String,
    depth: u32,
    expected: u64,
    counted: u64,
}

/// Checks every count within the limits.
pub fn run(
    file: &Path,
    limits: Limits,
    perft: impl Fn(u32) -> Perft,
    json: bool,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let name = file.display().to_string();
    let text = plain_file::read_text(file, MAX_SIZE).map_err(|error| Failure::Input(error.to_string()))?;
    let entries = read(&name, &text)?;
    let start = Instant::now();
    let mut tally = Tally { positions: entries.len(), ..Tally::default() };
    for (index, entry) in entries.iter().enumerate() {
        show_progress(&format!("{} of {} positions", index + 1, entries.len()));
        for mismatch in check(entry, &limits, &perft, &mut tally) {
            let Mismatch { line, fen, depth, expected, counted } = &mismatch;
            if !json {
                writeln!(out, "line {line}: depth {depth}: {expected} expected, {counted} counted: {fen}")?;
            }
            tally.failures.push(mismatch);
        }
    }
    show_progress("");
    if json {
        write_json(out, &tally)?;
    } else {
        let Tally { positions, checked, skipped, nodes, failures } = &tally;
        let failures = failures.len();
        writeln!(out, "Positions: {positions}  Counts: {checked}  Skipped: {skipped}  Failures: {failures}")?;
        write_speed(*nodes, start.elapsed(), out)?;
    }
    Ok(Outcome::of(tally.failures.is_empty()))
}

/// Counts the leaves of one line's positions, and returns the counts that differ.
fn check(entry: &Entry, limits: &Limits, perft: &impl Fn(u32) -> Perft, tally: &mut Tally) -> Vec<Mismatch> {
    let mut mismatches = Vec::new();
    for &(depth, expected) in &entry.counts {
        if depth > limits.max_depth || expected > limits.max_nodes {
            tally.skipped += 1;
            continue;
        }
        let counted = perft(depth).run(&entry.board);
        tally.checked += 1;
        tally.nodes = tally.nodes.saturating_add(counted);
        if counted != expected {
            let (line, fen) = (entry.line, entry.board.to_string());
            mismatches.push(Mismatch { line, fen, depth, expected, counted });
        }
    }
    mismatches
}

/// The positions of a file. Empty lines and lines that begin with `#` do not count.
fn read(file: &str, text: &str) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let entry = read_line(line, text)
            .map_err(|reason| Failure::Input(format!("{file}: line {line}: {reason}")))?;
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err(Failure::Input(format!("{file}: no positions")));
    }
    Ok(entries)
}

fn read_line(line: usize, text: &str) -> Result<Entry, String> {
    let epd: Epd = text.parse().map_err(|error: EpdError| error.to_string())?;
    let board = epd.board().map_err(|error| error.to_string())?;
    let counts = epd.perft_counts().map_err(|error| error.to_string())?;
    if counts.is_empty() {
        return Err("no counts such as 'D3 8902'".to_string());
    }
    Ok(Entry { line, board, counts })
}

/// Rewrites the progress line at a terminal.
fn show_progress(text: &str) {
    let mut terminal = io::stderr();
    if terminal.is_terminal() {
        let _ = write!(terminal, "\r{text:<40}\r");
        let _ = terminal.flush();
    }
}
