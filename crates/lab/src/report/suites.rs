//! How suites went over time, from the log of `vernier-lab suite`.

use super::document::{Block, Section, Table};
use super::lines::{Curve, Lines};
use super::scale::Spacing;
use crate::study::suite::Entry;
use std::time::Duration;
use vernier_chess::pgn::date;

/// A curve for each suite and limit, and the table of runs.
pub fn section(entries: &[Entry]) -> Option<Section> {
    if entries.is_empty() {
        return None;
    }
    let mut curves: Vec<Curve> = Vec::new();
    for entry in entries {
        let name = format!("{} {}", entry.suite, entry.limit);
        let index = curves.iter().position(|curve| curve.name == name).unwrap_or_else(|| {
            curves.push(Curve { name, points: Vec::new() });
            curves.len() - 1
        });
        let points = &mut curves[index].points;
        points.push((points.len() as f64 + 1.0, 100.0 * entry.share()));
    }
    let lines = Lines {
        title: "Suites, run after run".to_owned(),
        across: "run".to_owned(),
        up: "% of the points".to_owned(),
        spacing: Spacing::Linear,
        curves,
        bounds: Vec::new(),
    };
    let head = [
        "suite",
        "date",
        "commit",
        "limits",
        "options",
        "machine",
        "bench",
        "threads",
        "solved",
        "positions",
        "points",
        "%",
        "s to solution",
    ];
    let rows = entries.iter().map(row).collect();
    let table = Table { words: 6, ..Table::new(&head, rows) };
    Some(Section {
        title: "Suites".to_owned(),
        blocks: vec![Block::Figure(lines.draw()), Block::Table(table)],
    })
}

fn row(entry: &Entry) -> Vec<String> {
    vec![
        entry.suite.clone(),
        date(Duration::from_secs(entry.when)),
        entry.commit.clone().unwrap_or_else(|| entry.version.clone()),
        entry.limit.clone(),
        entry.options.join(" "),
        entry.machine.clone(),
        entry.bench.map_or("-".to_owned(), |nodes| nodes.to_string()),
        entry.threads.to_string(),
        entry.solved.to_string(),
        entry.positions.to_string(),
        format!("{} of {}", entry.points, entry.most),
        format!("{:.1}", 100.0 * entry.share()),
        format!("{:.3}", entry.mean_solution_time().as_secs_f64()),
    ]
}
