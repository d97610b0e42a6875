//! A match as it lies on the disk, read without disturbing it.

use crate::record::GameRecord;
use crate::roster::EngineSpec;
use crate::standings::Standings;
use crate::stats::Pairs;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The games of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// What the games add up to.
    pub standings: Standings,
    /// The pairs between the first two engines, after each that was finished.
    pub course: Vec<Pairs>,
    /// Games that were lost by a fault.
    pub forfeits: u32,
}

#[derive(Deserialize)]
struct Header {
    settings: Settings,
}

#[derive(Deserialize)]
struct Settings {
    engines: Vec<EngineSpec>,
}

/// The first line of a journal.
pub fn header(path: &Path) -> io::Result<serde_json::Value> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
    serde_json::from_slice(&line).map_err(|error| senseless(1, &error))
}

fn senseless(number: usize, error: &serde_json::Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {error}"))
}

/// Hands out the games of a journal. A last line without its end belongs to a match in progress, and is left out.
pub fn each_game(path: &Path, mut heard: impl FnMut(&GameRecord)) -> io::Result<()> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    for number in 2.. {
        line.clear();
        reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        heard(&serde_json::from_slice(&line).map_err(|error| senseless(number, &error))?);
    }
    Ok(())
}

/// Reads the journal of a match.
pub fn read(path: &Path) -> io::Result<Played> {
    let header: Header = serde_json::from_value(header(path)?).map_err(|error| senseless(1, &error))?;
    let engines = header.settings.engines;
    let names = engines.iter().map(|engine| engine.name.clone()).collect();
    let mut played = Played { engines, standings: Standings::new(names), course: Vec::new(), forfeits: 0 };
    each_game(path, |record| played.add(record))?;
    Ok(played)
}

impl Played {
    fn add(&mut self, record: &GameRecord) {
        self.standings.add(record);
        let faults = record.white_faults.keys().chain(record.black_faults.keys());
        self.forfeits += u32::from(faults.into_iter().any(|fault| fault.costs_the_game()));
        if let Some(duel) = self.standings.duel(0, 1)
            && self.course.last().map_or(0, Pairs::total) < duel.pairs.total()
        {
            self.course.push(duel.pairs);
        }
    }
}
