//! Earlier runs of suites, kept in a file of JSON lines.

use serde::{Deserialize, Serialize};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// One run of a suite.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When, in seconds since 1970.
    pub when: u64,
    /// The name of the suite's file.
    pub suite: String,
    /// The version of the engine.
    pub version: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
    /// How it was allowed to think.
    pub pace: String,
    /// Threads for one position.
    pub threads: usize,
    /// Megabytes of table.
    pub hash: usize,
    /// Positions at a time.
    pub concurrency: usize,
    /// The processor.
    pub machine: String,
    /// Positions in the suite.
    pub positions: u32,
    /// Of these, solved.
    pub solved: u32,
    /// Points earned.
    pub points: u32,
    /// Points there were.
    pub most: u32,
    /// The time it took to find the solutions that were found, in milliseconds.
    pub solution_time: u64,
}

/// Adds a run to a file.
pub fn append(path: &Path, entry: &Entry) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(&line)?;
    file.sync_data()
}

/// The runs in a file, oldest first. Lines that make no sense are left out.
pub fn read(path: &Path) -> io::Result<Vec<Entry>> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
