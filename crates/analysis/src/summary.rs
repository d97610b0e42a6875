//! A report as a small table for a terminal.

use crate::report::{GameReport, PhaseReport};
use std::fmt::Write;

/// Accuracy and average loss of both players, also by phase, and how many moves of each mark.
pub fn summary(report: &GameReport) -> String {
    let tag = |name: &str| {
        report.tags.iter().find(|(other, _)| other == name).map_or("?", |(_, value)| value.as_str())
    };
    let mut text = String::new();
    let names = [tag("White"), tag("Black")];
    let _ = writeln!(text, "{} - {}  {}", names[0], names[1], report.result);
    if let Some((eco, name)) = &report.opening {
        let _ = writeln!(text, "{eco} {name}");
    }
    let head = ["accuracy", "opening", "middlegame", "endgame", "av. loss", "?!", "?", "??"];
    let _ = writeln!(
        text,
        "{:<24}{:>9}{:>13}{:>13}{:>13}{:>10}{:>4}{:>4}{:>4}",
        "", head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7]
    );
    for (name, player) in names.iter().zip(&report.players) {
        let [opening, middle, endgame] = player.phases.map(PhaseReport::text);
        let accuracy = if player.moves > 0 { format!("{:.1}", player.accuracy) } else { "-".to_owned() };
        let name: String = name.chars().take(23).collect();
        let _ = writeln!(
            text,
            "{name:<24}{accuracy:>9}{opening:>13}{middle:>13}{endgame:>13}{:>10.1}{:>4}{:>4}{:>4}",
            player.loss, player.inaccuracies, player.mistakes, player.blunders
        );
    }
    text
}
