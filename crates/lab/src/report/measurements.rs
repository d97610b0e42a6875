//! What techniques are worth, as a table that the engine's reference page is made from.

use crate::study::ablation::AblationRow;

/// The first line of the table.
const HEAD: &str = "technique\texperiment\tcomparison\tregime\tgames\telo\terror";

/// The old table with a row for every match that was found, each with the name of its experiment: what was measured again
/// is replaced, the rest stays.
pub fn update(old: &str, measured: &[(String, AblationRow)]) -> String {
    let mut rows: Vec<String> = old.lines().skip(1).map(str::to_owned).collect();
    for row in measured.iter().map(|(experiment, row)| line(experiment, row)) {
        match rows.iter().position(|known| key(known) == key(&row)) {
            Some(index) => rows[index] = row,
            None => rows.push(row),
        }
    }
    let lines = std::iter::once(HEAD.to_owned()).chain(rows);
    lines.map(|line| line + "\n").collect()
}

/// The cells that say what was measured: technique, experiment, comparison and regime.
fn key(row: &str) -> Vec<&str> {
    row.split('\t').take(4).collect()
}

fn line(experiment: &str, row: &AblationRow) -> String {
    // Elo of a search that won everything is held at what half a point would make of it.
    let everything = if row.score > 0.5 { f64::INFINITY } else { f64::NEG_INFINITY };
    let elo = row.elo.unwrap_or(everything).clamp(-1200.0, 1200.0);
    format!(
        "{}\t{experiment}\t{}\t{}\t{}\t{elo:.1}\t{}",
        row.technique,
        row.comparison.name(),
        spoken(&row.limit),
        row.games.iter().sum::<u64>(),
        row.elo_error.map_or("-".to_owned(), |error| format!("{error:.1}")),
    )
}

/// A limit as a sentence has it: `movetime=0.1` is `0.1 s a move`, `depth=4` is `depth 4`.
fn spoken(limit: &str) -> String {
    match limit.split_once('=') {
        Some(("movetime", seconds)) if !seconds.contains(' ') => format!("{seconds} s a move"),
        Some(("nodes", nodes)) if !nodes.contains(' ') => format!("{nodes} nodes a move"),
        Some(("depth", depth)) if !depth.contains(' ') => format!("depth {depth}"),
        _ => limit.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_out_and_old_rows_stay() {
        assert_eq!(spoken("movetime=0.1"), "0.1 s a move");
        assert_eq!(spoken("nodes=10000"), "10000 nodes a move");
        assert_eq!(spoken("tc=2+0.02 depth=3"), "tc=2+0.02 depth=3");
        let old = format!("{HEAD}\nquiescence\tthesis\tchain\tdepth 4\t10\t5.0\t-\n");
        assert_eq!(update(&old, &[]), old);
    }
}
