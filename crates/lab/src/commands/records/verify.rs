//! `records verify`: checks files of games.

use super::super::arguments::print_json;
use super::{CommandError, Sources, print, read_games};
use clap::Args;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use vernier_protocol::counted;
use vernier_records::Game;

/// Check every block, game and move
///
/// Blocks are checked by their checksums, moves by the rules, scores by their range, results by the last position. Games
/// that appear twice are counted, over all files. Exit status 1 if anything is wrong.
#[derive(Args)]
pub struct Verify {
    #[command(flatten)]
    sources: Sources,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What was found in a file.
#[derive(Serialize)]
struct Findings {
    file: PathBuf,
    games: u64,
    /// Places that cannot be read.
    damaged: u64,
    /// Games that break a rule.
    faulty: u64,
    /// Games that were there before, in this file or an earlier one.
    repeated: u64,
}

impl Verify {
    pub fn run(self) -> Result<u8, CommandError> {
        let (mut seen, mut all) = (HashSet::new(), Vec::new());
        for path in &self.sources.files {
            let findings = Findings::of(path, &mut seen)?;
            if !self.json {
                print(&findings.to_string());
            }
            all.push(findings);
        }
        if self.json {
            print_json(&all)?;
        }
        Ok(u8::from(all.iter().any(|findings| findings.damaged + findings.faulty > 0)))
    }
}

impl Findings {
    fn of(path: &Path, seen: &mut HashSet<u64>) -> Result<Self, CommandError> {
        let (mut games, mut faulty, mut repeated) = (0, 0, 0);
        let (_, damaged) = read_games(path, |game| {
            games += 1;
            if let Err(error) = game.check() {
                eprintln!("{}: game {}: {error}", path.display(), game.number);
                faulty += 1;
            }
            repeated += u64::from(!seen.insert(fingerprint(&game)));
            Ok(())
        })?;
        Ok(Self { file: path.to_owned(), games, damaged, faulty, repeated })
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, games, damaged, faulty, repeated } = self;
        let file = file.display();
        writeln!(
            f,
            "{file}: {}, {}, {} with faults, {repeated} repeated",
            counted(*games, "game"),
            counted(*damaged, "damaged place"),
            counted(*faulty, "game")
        )
    }
}

/// Equal for the same moves from the same start.
pub(super) fn fingerprint(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.hash(&mut hasher);
    game.moves.hash(&mut hasher);
    hasher.finish()
}
