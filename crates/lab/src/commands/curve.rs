//! `curve`: how often scores win.

use super::arguments::{CommandError, print, print_json};
use clap::Args;
use std::path::PathBuf;
use vernier_lab::store::{journal, results};
use vernier_lab::study::win_fit::WinFit;

/// Fit how often scores win to the games of matches: chances of win, draw and loss
///
/// The scores of both players count, so the games should be Vernier's own. The chances that Vernier shows are the table
/// TIMED in crates/engine/src/win_curve.rs: its rows are the last two columns.
#[derive(Args)]
pub struct Curve {
    /// Results folders of matches, or journals of games
    #[arg(required = true, value_name = "FOLDER")]
    matches: Vec<PathBuf>,
    /// Print the curves as JSON
    #[arg(long)]
    json: bool,
}

impl Curve {
    pub fn run(self) -> Result<u8, CommandError> {
        let mut fit = WinFit::default();
        for path in &self.matches {
            let journal = if path.is_dir() { results::journal(path) } else { path.clone() };
            journal::each_game(&journal, |game| fit.add(game)).map_err(CommandError::reading(&journal))?;
        }
        let curves = fit.curves();
        if self.json {
            print_json(&curves.map(|curve| curve.map(|curve| (curve.midpoint, curve.width, curve.scores))))?;
            return Ok(0);
        }
        print(&format!(
            "{} games\n\n| material | scores | wins half | width |\n|--:|--:|--:|--:|\n",
            fit.games()
        ));
        for (group, curve) in curves.iter().enumerate() {
            let material = 10 * group + 5;
            print(&match curve {
                Some(curve) => {
                    format!(
                        "| {material} | {} | {:.0} | {:.0} |\n",
                        curve.scores, curve.midpoint, curve.width
                    )
                }
                None => format!("| {material} | too few | | |\n"),
            });
        }
        Ok(0)
    }
}
