//! The limits under which an ablation is played.

use super::ManifestError;
use crate::play::search_limit::SearchLimit;
use serde::Deserialize;
use std::collections::BTreeMap;

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
    /// Options of both engines under this regime only.
    #[serde(default)]
    pub(super) options: BTreeMap<String, toml::Value>,
    /// The published Elo of each link of the chain, for the report to show beside ours.
    #[serde(default)]
    pub(super) published: Vec<f64>,
}

/// A published measurement of a link of the chain.
#[derive(Clone, PartialEq, Debug)]
pub struct Published {
    /// The regime's name.
    pub regime: String,
    /// The technique, or several joined by `+`.
    pub technique: String,
    /// The difference in Elo.
    pub elo: f64,
}

impl Regime {
    /// The limits.
    pub fn limit(&self) -> Result<SearchLimit, ManifestError> {
        let mut limit = SearchLimit { depth: self.depth, nodes: self.nodes, ..SearchLimit::default() };
        for (key, value) in [("tc", &self.tc), ("movetime", &self.movetime)] {
            if let Some(value) = value {
                limit.set(key, value).map_err(ManifestError::new)?;
            }
        }
        if limit.is_empty() {
            return Err(ManifestError::new(format_args!("the regime {} has no limit", self.name)));
        }
        Ok(limit)
    }
}
