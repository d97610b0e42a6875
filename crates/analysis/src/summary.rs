//! A report as a small table for a terminal.

use crate::report::GameReport;
use std::fmt::Write;

/// Accuracy, losses and marks of both players, and the moves with an error.
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
    let head = ["accuracy", "opening", "middle", "endgame", "av. loss", "?!", "?", "??"];
    let _ = writeln!(
        text,
        "{:<24}{:>9}{:>9}{:>9}{:>9}{:>10}{:>4}{:>4}{:>4}",
        "", head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7]
    );
    for (name, player) in names.iter().zip(&report.players) {
        let percent =
            |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
        let [opening, middle, endgame] = player.phases.map(percent);
        let name: String = name.chars().take(23).collect();
        let _ = writeln!(
            text,
            "{name:<24}{:>9}{opening:>9}{middle:>9}{endgame:>9}{:>10.1}{:>4}{:>4}{:>4}",
            percent((player.moves > 0).then_some(player.accuracy)),
            player.loss,
            player.inaccuracies,
            player.mistakes,
            player.blunders
        );
    }
    text
}
