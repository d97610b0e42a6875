//! Checking a file of positions against their known results.

use super::probe;
use crate::arguments::write_json;
use crate::failure::{Failure, Outcome};
use serde::Serialize;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use vernier_chess::{Board, Epd};
use vernier_engine::{Tablebases, Wdl, plain_file};

/// The largest suite.
const MAX_SIZE: u64 = 1 << 30;

/// The results of the checks.
#[derive(Default, Serialize)]
struct Tally {
    positions: u64,
    equal: u64,
    unknown: u64,
    failures: u64,
}

/// Checks lines of `FEN wdl W; dtz D;`, with W from -2 to 2. Positions the tablebases do not have are only counted.
pub fn run(file: &Path, tables: &Tablebases, json: bool, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let failure = |reason: String| Failure::Input(format!("{}: {reason}", file.display()));
    let suite = plain_file::open(file, MAX_SIZE).map_err(|error| Failure::Input(error.to_string()))?;
    let lines = BufReader::new(suite).lines();
    let mut tally = Tally::default();
    for (index, line) in lines.enumerate() {
        let at_line = |reason: &dyn std::fmt::Display| failure(format!("line {}: {reason}", index + 1));
        let line = line.map_err(|error| at_line(&error))?;
        if line.trim().is_empty() {
            continue;
        }
        let epd: Epd = line.parse().map_err(|error| at_line(&error))?;
        let board = epd.board().map_err(|error| at_line(&error))?;
        let (Some(wdl), Some(dtz)) = (epd.integer("wdl"), epd.integer("dtz")) else {
            return Err(at_line(&"wdl and dtz are missing"));
        };
        tally.positions += 1;
        match answer(tables, &board) {
            Some(found) if found == (wdl, dtz) => tally.equal += 1,
            Some((found_wdl, found_dtz)) => {
                tally.failures += 1;
                if !json {
                    writeln!(out, "{board}: wdl {found_wdl} and dtz {found_dtz}, not {wdl} and {dtz}")?;
                }
            }
            None => tally.unknown += 1,
        }
    }
    if json {
        write_json(out, &tally)?;
    } else {
        let Tally { positions, equal, unknown, failures } = tally;
        writeln!(out, "Positions: {positions}  Equal: {equal}  Unknown: {unknown}  Failures: {failures}")?;
    }
    Ok(Outcome::of(tally.failures == 0))
}

/// The result as a number from -2 to 2, and the distance.
fn answer(tables: &Tablebases, board: &Board) -> Option<(i64, i64)> {
    let wdl = match probe(|| tables.wdl(board))? {
        Wdl::Loss => -2,
        Wdl::BlessedLoss => -1,
        Wdl::Draw => 0,
        Wdl::CursedWin => 1,
        Wdl::Win => 2,
    };
    Some((wdl, i64::from(probe(|| tables.dtz(board))?.0)))
}
