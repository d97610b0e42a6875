//! Networks, from the folders of the trainer's runs.

use super::document::{Block, Section, Table};
use super::lines::{Curve, Lines};
use super::scale::{Spacing, grouped};
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// A run of the trainer.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of its folder.
    pub name: String,
    settings: Map<String, Value>,
    log: Vec<Map<String, Value>>,
}

impl Run {
    /// The run in a folder with `settings.json` and `log.jsonl`. Invalid lines are skipped: the run may still be going on.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let settings = serde_json::from_str(&std::fs::read_to_string(folder.join("settings.json"))?)?;
        let text = std::fs::read_to_string(folder.join("log.jsonl"))?;
        let name = folder.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        Ok(Self {
            name,
            settings,
            log: text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
        })
    }

    fn curve(&self, key: &str) -> Vec<(f64, f64)> {
        let number = |row: &Map<String, Value>, key: &str| row.get(key).and_then(Value::as_f64);
        let point = |row| Some((number(row, "positions")? / 1e6, number(row, key)?));
        self.log.iter().filter_map(point).collect()
    }

    /// The loss that judges the run: on held-out games if there were any, else on the data.
    fn judged(&self) -> Vec<(f64, f64)> {
        let valid = self.curve("valid");
        if valid.is_empty() { self.curve("train") } else { valid }
    }

    /// A setting as text; lists and missing ones are left out.
    fn setting(&self, key: &str) -> String {
        match self.settings.get(key) {
            Some(Value::String(text)) => text.clone(),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
            _ => "-".to_owned(),
        }
    }

    fn row(&self) -> Vec<String> {
        let last =
            |points: &[(f64, f64)]| points.last().map_or("-".into(), |point| format!("{:.6}", point.1));
        let judged = self.judged();
        let best = judged.iter().copied().min_by(|one, other| one.1.total_cmp(&other.1));
        let seen = judged.last().map_or(0.0, |point| 1e6 * point.0);
        let mut row = vec![self.name.clone()];
        row.extend(SETTINGS.map(|key| self.setting(key)));
        row.push(grouped(seen as i64));
        row.extend([last(&self.curve("train")), last(&judged)]);
        row.push(best.map_or("-".into(), |(seen, loss)| format!("{loss:.6} at {seen:.0} M")));
        row
    }
}

/// The settings worth a column.
const SETTINGS: [&str; 6] = ["hidden", "buckets", "mixing", "epochs", "batch", "lr"];

/// Losses as they fell, and a row for each run.
pub fn section(runs: &[Run]) -> Option<Section> {
    if runs.is_empty() {
        return None;
    }
    let lines = Lines {
        title: "Networks: losses on held-out games".to_owned(),
        across: "positions seen, millions".to_owned(),
        up: "loss".to_owned(),
        spacing: Spacing::Linear,
        curves: runs.iter().map(|run| Curve { name: run.name.clone(), points: run.judged() }).collect(),
        bounds: Vec::new(),
    };
    let mut head = vec!["run"];
    head.extend(SETTINGS);
    head.extend(["positions seen", "loss on data", "held-out loss", "best"]);
    let table = Table::new(&head, runs.iter().map(Run::row).collect());
    let words = "Losses are comparable only between runs with the same mixing of scores and results.";
    Some(Section {
        title: "Networks".to_owned(),
        blocks: vec![Block::Figure(lines.draw()), Block::Table(table), Block::Words(words.to_owned())],
    })
}
