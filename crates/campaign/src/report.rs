//! The summary for people.

use crate::parts::PARTS;
use crate::progress::{PartState, Progress};
use crate::tally::percentile;
use std::fmt::Write;

/// The summary as Markdown.
pub fn markdown(progress: &Progress) -> String {
    let state = &progress.state;
    let mut text = format!("Commit {}, {}, seed {}.\n\n", state.commit, state.date, state.seed);
    text.push_str("| part | seconds | inputs | accepted | deaths | hangs | wrong | time losses |\n");
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    let parts = || PARTS.iter().filter_map(|part| Some((part, state.parts.get(part.name)?)));
    for (part, found) in parts() {
        row(&mut text, part.name, found);
    }
    for (part, found) in parts() {
        details(&mut text, part.name, found);
    }
    text
}

fn row(text: &mut String, name: &str, part: &PartState) {
    let tally = &part.tally;
    let _ = writeln!(
        text,
        "| {name} | {:.0} | {} | {} | {} | {} | {} | {} |",
        part.seconds, tally.inputs, tally.accepted, tally.deaths, tally.hangs, tally.wrong, tally.time_losses
    );
}

fn details(text: &mut String, name: &str, part: &PartState) {
    let mut lines = Vec::new();
    if let Some(reason) = &part.skipped {
        lines.push(format!("skipped: {reason}"));
    }
    if !part.tally.kinds.is_empty() {
        let kinds: Vec<String> =
            part.tally.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        lines.push(kinds.join(", "));
    }
    for (figure, values) in &part.tally.figures {
        let [median, p99, most] = [50, 99, 100].map(|percent| percentile(values, percent));
        let count: u64 = values.values().sum();
        lines.push(format!("{figure}: {count} times, median {median}, p99 {p99}, most {most}"));
    }
    lines.extend(part.tally.findings.iter().map(|finding| finding.replace('\n', " ")));
    if !lines.is_empty() {
        let _ = writeln!(text, "\n**{name}**\n");
        for line in lines {
            let _ = writeln!(text, "- {line}");
        }
    }
}
