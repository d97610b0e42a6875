//! Checking a file of positions against their known results.

use super::heard;
use crate::failure::{Failure, Outcome};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use vernier_chess::{Board, Epd};
use vernier_engine::{Tablebases, Wdl};

/// Checks lines of `FEN wdl W; dtz D;`, with W from -2 to 2. Positions the tables do not know are counted, no more.
pub fn run(file: &str, tables: &Tablebases, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let failure = |reason: String| Failure::Input(format!("{file}: {reason}"));
    let lines = BufReader::new(File::open(file).map_err(|error| failure(error.to_string()))?).lines();
    let (mut checked, mut unknown, mut failures) = (0, 0, 0);
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
        match answer(tables, &board) {
            Some(found) if found == (wdl, dtz) => checked += 1,
            Some((found_wdl, found_dtz)) => {
                failures += 1;
                writeln!(out, "{board}: wdl {found_wdl} and dtz {found_dtz}, not {wdl} and {dtz}")?;
            }
            None => unknown += 1,
        }
    }
    let positions = checked + failures + unknown;
    writeln!(out, "Positions: {positions}  Equal: {checked}  Unknown: {unknown}  Failures: {failures}")?;
    Ok(if failures == 0 { Outcome::Done } else { Outcome::Mismatch })
}

/// The result as a number from -2 to 2, and the distance.
fn answer(tables: &Tablebases, board: &Board) -> Option<(i64, i64)> {
    let wdl = match heard(|| tables.wdl(board))? {
        Wdl::Loss => -2,
        Wdl::BlessedLoss => -1,
        Wdl::Draw => 0,
        Wdl::CursedWin => 1,
        Wdl::Win => 2,
    };
    Some((wdl, i64::from(heard(|| tables.dtz(board))?.0)))
}
