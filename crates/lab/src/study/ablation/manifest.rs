//! What an ablation is to measure, as a file that is kept with its results.

use super::Comparison;
use crate::play::search_limit::SearchLimit;
use serde::Deserialize;
use std::fmt;
use std::path::PathBuf;

/// An ablation as its file describes it.
///
/// ```
/// use vernier_lab::study::ablation::Manifest;
/// let manifest = Manifest::read(r#"
///     comparisons = ["chain"]
///     rounds = 50
///     [[regime]]
///     name = "time"
///     movetime = "0.1"
///     [[regime]]
///     name = "depth"
///     depth = 6
/// "#)?;
/// assert_eq!(manifest.regimes.len(), 2);
/// # Ok::<(), vernier_lab::study::ablation::ManifestError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// `chain`, `leave-one-out` or both.
    pub comparisons: Vec<Comparisons>,
    /// Only these techniques; all if empty.
    #[serde(default)]
    pub techniques: Vec<String>,
    /// Pairs of games for each comparison.
    pub rounds: u32,
    /// Games at a time.
    #[serde(default = "one")]
    pub concurrency: usize,
    /// Megabytes of table for each engine.
    #[serde(default = "sixteen")]
    pub hash: usize,
    /// Chooses the openings.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// How many milliseconds past its time an answer may come. Both sides are the same program, so lateness is the
    /// machine's, and should not decide games.
    #[serde(default = "one_second")]
    pub margin: u64,
    /// Ends games early on whose outcome both sides agree.
    #[serde(default)]
    pub adjudicate: bool,
    /// A file of openings; random ones without it.
    #[serde(default)]
    pub openings: Option<PathBuf>,
    /// Under which limits games are played.
    #[serde(rename = "regime")]
    pub regimes: Vec<Regime>,
}

/// Which comparisons are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparisons {
    /// Each technique added to those before it.
    Chain,
    /// The whole search without each technique.
    LeaveOneOut,
}

impl Comparisons {
    /// The name, as the file has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::LeaveOneOut => "leave-one-out",
        }
    }

    /// The comparisons themselves.
    pub fn list(self) -> Vec<Comparison> {
        match self {
            Self::Chain => super::chain(),
            Self::LeaveOneOut => super::leave_one_out(),
        }
    }
}

/// Limits under which games are played.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regime {
    /// What it is called.
    pub name: String,
    #[serde(default)]
    tc: Option<String>,
    #[serde(default)]
    movetime: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
}

const fn one() -> usize {
    1
}

const fn sixteen() -> usize {
    16
}

const fn first_seed() -> u64 {
    1
}

const fn one_second() -> u64 {
    1000
}

/// Why a file is no manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestError(String);

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ManifestError {}

impl Manifest {
    /// Reads a manifest.
    pub fn read(text: &str) -> Result<Self, ManifestError> {
        let manifest: Self = toml::from_str(text).map_err(|error| ManifestError(error.to_string()))?;
        if manifest.rounds == 0 || manifest.regimes.is_empty() || manifest.comparisons.is_empty() {
            return Err(ManifestError("nothing is to be played".into()));
        }
        for regime in &manifest.regimes {
            regime.limit()?;
        }
        let known =
            |name: &String| vernier_engine::Parameters::TABLE.iter().any(|entry| entry.technique == name);
        match manifest.techniques.iter().find(|name| !known(name)) {
            Some(name) => Err(ManifestError(format!("there is no technique {name}"))),
            None => Ok(manifest),
        }
    }
}

impl Regime {
    /// The limits.
    pub fn limit(&self) -> Result<SearchLimit, ManifestError> {
        let mut limit = SearchLimit { depth: self.depth, nodes: self.nodes, ..SearchLimit::default() };
        for (key, value) in [("tc", &self.tc), ("movetime", &self.movetime)] {
            if let Some(value) = value {
                limit.set(key, value).map_err(|error| ManifestError(error.to_string()))?;
            }
        }
        if limit.is_empty() {
            return Err(ManifestError(format!("the regime {} has no limit", self.name)));
        }
        Ok(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_found_before_anything_is_played() {
        let good =
            "comparisons = [\"chain\", \"leave-one-out\"]\nrounds = 5\n[[regime]]\nname = \"d\"\ndepth = 3\n";
        let manifest = Manifest::read(good).unwrap();
        assert_eq!((manifest.rounds, manifest.concurrency, manifest.hash), (5, 1, 16));
        assert_eq!((manifest.margin, manifest.adjudicate), (1000, false));
        for (from, to, part) in [
            ("chain", "chian", "chian"),
            ("rounds = 5", "rounds = 0", "nothing"),
            ("depth = 3", "", "no limit"),
            ("depth = 3", "movetime = \"x\"", "\"x\" is not a time"),
            ("rounds = 5", "rounds = 5\nspeed = 3", "speed"),
            ("rounds = 5", "rounds = 5\ntechniques = [\"magic\"]", "magic"),
        ] {
            let error = Manifest::read(&good.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
