//! Earlier runs of suites, kept in a file of JSON lines.

use serde::{Deserialize, Serialize};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

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
    /// The nodes of the engine's bench, which change whenever its play does; none if it was not run.
    #[serde(default)]
    pub bench: Option<u64>,
    /// Parameters of the search that were not at their defaults, as `name=value`.
    #[serde(default)]
    pub options: Vec<String>,
    /// How it was allowed to think.
    #[serde(alias = "pace")]
    pub limit: String,
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

impl Entry {
    /// The share of the points that was earned, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.points) / f64::from(self.most.max(1))
    }

    /// The time after which a solved position was solved, on the average.
    pub fn mean_solution_time(&self) -> Duration {
        Duration::from_millis(self.solution_time / u64::from(self.solved.max(1)))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_runs_are_still_read() {
        let old = r#"{"when":5,"suite":"wac","version":"0.1.0","commit":null,"pace":"depth=3","threads":1,"hash":64,
            "concurrency":1,"machine":"m","positions":4,"solved":2,"points":2,"most":4,"solution_time":600}"#;
        let entry: Entry = serde_json::from_str(old).unwrap();
        assert_eq!((entry.bench, entry.options.len()), (None, 0));
        assert_eq!((entry.share(), entry.mean_solution_time()), (0.5, Duration::from_millis(300)));
    }
}
