//! Checking a file of positions against their known counts.

use super::write_speed;
use crate::failure::{Failure, Outcome};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;
use vernier_chess::{Board, Epd, EpdError, Perft};

/// What is left out.
pub struct Limits {
    pub max_depth: u32,
    pub max_nodes: u64,
}

/// A line of the file: a position and what is known of it.
struct Entry {
    /// Counted from one.
    line: usize,
    board: Board,
    /// Depths and their counts.
    counts: Vec<(u32, u64)>,
}

/// What the checks came to.
#[derive(Default)]
struct Tally {
    checked: usize,
    skipped: usize,
    failures: usize,
    nodes: u64,
}

/// Checks every count within the limits.
pub fn run(
    file: &str,
    limits: Limits,
    perft: impl Fn(u32) -> Perft,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
    let entries = read(file, &text)?;
    let start = Instant::now();
    let mut tally = Tally::default();
    for (index, entry) in entries.iter().enumerate() {
        show_progress(&format!("{} of {} positions", index + 1, entries.len()));
        check(entry, &limits, &perft, &mut tally, out)?;
    }
    show_progress("");
    let Tally { checked, skipped, failures, nodes } = tally;
    let positions = entries.len();
    writeln!(out, "Positions: {positions}  Counts: {checked}  Skipped: {skipped}  Failures: {failures}")?;
    write_speed(nodes, start.elapsed(), out)?;
    Ok(if failures == 0 { Outcome::Done } else { Outcome::Mismatch })
}

fn check(
    entry: &Entry,
    limits: &Limits,
    perft: &impl Fn(u32) -> Perft,
    tally: &mut Tally,
    out: &mut dyn Write,
) -> io::Result<()> {
    for &(depth, expected) in &entry.counts {
        if depth > limits.max_depth || expected > limits.max_nodes {
            tally.skipped += 1;
            continue;
        }
        let counted = perft(depth).run(&entry.board);
        tally.checked += 1;
        tally.nodes = tally.nodes.saturating_add(counted);
        if counted != expected {
            tally.failures += 1;
            let Entry { line, board, .. } = entry;
            writeln!(out, "line {line}: depth {depth}: {expected} expected, {counted} counted: {board}")?;
        }
    }
    Ok(())
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

/// Rewrites the progress line, if somebody is watching.
fn show_progress(text: &str) {
    let mut terminal = io::stderr();
    if terminal.is_terminal() {
        let _ = write!(terminal, "\r{text:<40}\r");
        let _ = terminal.flush();
    }
}
