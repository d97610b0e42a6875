//! `records info`: what is in a file of games.

use super::super::arguments::print_json;
use super::{CommandError, Sources, print, read_games};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vernier_records::Filter;

/// Say how the games were made, how many there are, and how they ended
#[derive(Args)]
pub struct Info {
    #[command(flatten)]
    sources: Sources,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What a file holds.
#[derive(Serialize)]
struct Contents {
    file: PathBuf,
    header: BTreeMap<String, String>,
    games: u64,
    plies: u64,
    /// Positions that training would keep.
    kept: u64,
    bytes: u64,
    /// Black wins, draws, White wins.
    results: [u64; 3],
    reasons: BTreeMap<&'static str, u64>,
    damaged: u64,
}

impl Info {
    pub fn run(self) -> Result<u8, CommandError> {
        let contents: Vec<Contents> =
            self.sources.files.iter().map(|path| Contents::read(path)).collect::<Result<_, _>>()?;
        match self.json {
            true => print_json(&contents)?,
            false => contents.iter().for_each(|contents| print(&contents.text())),
        }
        Ok(0)
    }
}

impl Contents {
    fn read(path: &Path) -> Result<Self, CommandError> {
        let filter = Filter::default();
        let (mut games, mut plies, mut kept) = (0, 0, 0);
        let (mut results, mut reasons) = ([0; 3], BTreeMap::new());
        let (header, damaged) = read_games(path, |game| {
            games += 1;
            plies += game.scores.len() as u64;
            kept += filter.expand(&game, |_| ()) as u64;
            results[game.result() as usize] += 1;
            *reasons.entry(game.outcome.reason()).or_default() += 1;
            Ok(())
        })?;
        let bytes = std::fs::metadata(path).map_err(CommandError::reading(path))?.len();
        let header = header.entries().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Ok(Self { file: path.to_owned(), header, games, plies, kept, bytes, results, reasons, damaged })
    }

    fn text(&self) -> String {
        let (of_games, of_plies) = (self.games.max(1) as f64, self.plies.max(1) as f64);
        let share = |count: u64| format!("{count} ({:.1} %)", 100.0 * count as f64 / of_games);
        let mut text = format!("{}\n", self.file.display());
        for (name, value) in &self.header {
            text += &format!("  {name:<18}{value}\n");
        }
        let [black, drawn, white] = self.results.map(share);
        text += &format!("games      {}, {:.1} scored plies each\n", self.games, of_plies / of_games);
        text += &format!("plies      {}, {:.2} bytes each\n", self.plies, self.bytes as f64 / of_plies);
        text += &format!("kept       {} ({:.1} %)\n", self.kept, 100.0 * self.kept as f64 / of_plies);
        text += &format!("results    White {white}, drawn {drawn}, Black {black}\n");
        for (reason, count) in &self.reasons {
            text += &format!("  {reason:<24}{}\n", share(*count));
        }
        if self.damaged > 0 {
            text += &format!("damaged    {} places\n", self.damaged);
        }
        text
    }
}
