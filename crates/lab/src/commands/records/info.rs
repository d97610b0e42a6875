//! `records info`: what is in a file of games.

use super::{CommandError, read_games};
use crate::commands::progress::say;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vernier_chess::GameResult;
use vernier_records::Filter;

pub(super) fn run(files: &[PathBuf]) -> Result<u8, CommandError> {
    files.iter().try_for_each(|path| describe(path))?;
    Ok(0)
}

fn describe(path: &Path) -> Result<(), CommandError> {
    let filter = Filter::default();
    let (mut games, mut plies, mut kept) = (0_u64, 0, 0);
    let (mut results, mut reasons) = ([0_u64; 3], BTreeMap::<&str, u64>::new());
    let (header, damaged) = read_games(path, |game| {
        games += 1;
        plies += game.scores.len();
        kept += filter.expand(&game, |_| ());
        results[game.result() as usize] += 1;
        *reasons.entry(game.outcome.reason()).or_default() += 1;
        Ok(())
    })?;
    let bytes = std::fs::metadata(path).map_err(CommandError::at(path))?.len();
    let (of_games, of_plies) = (games.max(1) as f64, plies.max(1) as f64);
    let share = |count: u64| format!("{count} ({:.1} %)", 100.0 * count as f64 / of_games);
    let mut text = format!("{}\n", path.display());
    header.entries().for_each(|(name, value)| text += &format!("  {name:<18}{value}\n"));
    text += &format!("games      {games}, {:.1} scored plies each\n", of_plies / of_games);
    text += &format!("plies      {plies}, {:.2} bytes each\n", bytes as f64 / of_plies);
    text += &format!("kept       {kept} ({:.1} %)\n", 100.0 * kept as f64 / of_plies);
    text += &format!(
        "results    White {}, drawn {}, Black {}\n",
        share(results[GameResult::WhiteWins as usize]),
        share(results[GameResult::Draw as usize]),
        share(results[GameResult::BlackWins as usize])
    );
    for (reason, count) in &reasons {
        text += &format!(
            "  {reason:<22}{}
",
            share(*count)
        );
    }
    if damaged > 0 {
        text += &format!("damaged    {damaged} places\n");
    }
    say(&text);
    Ok(())
}
