//! The state of a campaign, on disk after every round.

use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use vernier_engine::Rng;

/// The state of a campaign.
pub struct Progress {
    path: PathBuf,
    /// The part of it that is stored.
    pub state: State,
}

/// The stored state: the summary for programs.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct State {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The commit under test; empty outside a repository.
    pub commit: String,
    /// The day it began.
    pub date: String,
    /// The parts that have begun.
    pub parts: BTreeMap<String, PartState>,
}

/// The progress of a part.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct PartState {
    /// Rounds done.
    pub rounds: u64,
    /// Seconds spent.
    pub seconds: f64,
    /// Why it cannot run here, if it cannot.
    pub skipped: Option<String>,
    /// What was tried and what broke.
    pub tally: Tally,
}

impl Progress {
    /// Resumes the campaign in a folder, or starts one. A different seed is a different campaign.
    pub fn open(folder: &Path, seed: u64) -> Result<Self, String> {
        let path = folder.join("summary.json");
        let state = match std::fs::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).map_err(|error| format!("{}: {error}", path.display()))?
            }
            Err(_) => State { seed, commit: commit(), date: date(), parts: BTreeMap::new() },
        };
        match state {
            State { seed: other, .. } if other != seed => {
                Err(format!("{} is a campaign with seed {other}", folder.display()))
            }
            state => Ok(Self { path, state }),
        }
    }

    /// Time spent on a part.
    pub fn spent(&self, part: &str) -> Duration {
        Duration::from_secs_f64(self.state.parts.get(part).map_or(0.0, |part| part.seconds))
    }

    /// What a part has tried.
    pub fn inputs(&self, part: &str) -> u64 {
        self.state.parts.get(part).map_or(0, |part| part.tally.inputs)
    }

    /// True if a part cannot run here.
    pub fn is_skipped(&self, part: &str) -> bool {
        self.state.parts.get(part).is_some_and(|part| part.skipped.is_some())
    }

    /// The number of a part's next round, and its random numbers.
    pub fn next_round(&self, part: &str) -> (u64, Rng) {
        let number = self.state.parts.get(part).map_or(0, |part| part.rounds);
        let name = part.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        (number, Rng::new(self.state.seed.wrapping_mul(1 << 32) ^ name.wrapping_mul(1 << 20) ^ number))
    }

    /// Adds a round and writes everything to disk.
    pub fn add(
        &mut self,
        part: &str,
        took: Duration,
        tally: Tally,
        skipped: Option<String>,
    ) -> Result<(), String> {
        let entry = self.state.parts.entry(part.to_owned()).or_default();
        entry.rounds += 1;
        entry.seconds += took.as_secs_f64();
        entry.tally.add(tally);
        entry.skipped = skipped;
        let text = serde_json::to_string_pretty(&self.state).map_err(|error| error.to_string())?;
        // A kill at this point leaves the old file intact.
        let new = self.path.with_extension("new");
        std::fs::write(&new, text + "\n")
            .and_then(|()| std::fs::rename(&new, &self.path))
            .map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// The result of a part in one line.
    pub fn line(&self, part: &str) -> Option<String> {
        let state = self.state.parts.get(part)?;
        let tally = &state.tally;
        if let Some(reason) = &state.skipped {
            return Some(format!("{part}: skipped, {reason}"));
        }
        Some(format!(
            "{part}: {} inputs in {:.0} s, {} deaths, {} hangs, {} wrong",
            tally.inputs, state.seconds, tally.deaths, tally.hangs, tally.wrong
        ))
    }

    /// True if nothing broke anywhere.
    pub fn is_clean(&self) -> bool {
        self.state.parts.values().all(|part| part.tally.is_clean())
    }
}

/// The first line that a command prints, or nothing.
fn said(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_owned()
}

fn commit() -> String {
    said("git", &["rev-parse", "--short=10", "HEAD"])
}

fn date() -> String {
    said("date", &["-u", "+%Y-%m-%d"])
}
