//! A match as read from its journal, which may still be growing.

use crate::play::engine_spec::EngineSpec;
use crate::play::standings::Standings;
use crate::stats::Pairs;
use crate::store::journal;
use crate::store::record::GameRecord;
use serde::Deserialize;
use std::io;
use std::path::Path;

/// What has been played of a match.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
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

impl PlayedMatch {
    /// Reads the journal of a match.
    pub fn read(path: &Path) -> io::Result<Self> {
        let header: Header = serde_json::from_value(journal::header(path)?)?;
        let engines = header.settings.engines;
        let names = engines.iter().map(|engine| engine.name.clone()).collect();
        let mut played = Self { engines, standings: Standings::new(names), course: Vec::new(), forfeits: 0 };
        journal::each_game(path, |record| played.add(record))?;
        Ok(played)
    }

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
