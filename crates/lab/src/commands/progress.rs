//! What a user sees while games are played.

use super::arguments::print;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vernier_lab::play::contest::{Observer, Plan};
use vernier_lab::play::speeds::Speed;
use vernier_lab::play::standings::Standings;
use vernier_lab::stats::Sprt;
use vernier_lab::store::record::GameRecord;

/// How much is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Nothing.
    Nothing,
    /// How it begins and ends.
    Ends,
    /// Every game.
    Games,
}

/// A bar at a terminal, which fits its width; a line for each game; the table from time to time.
pub struct MatchProgress {
    games: u32,
    already: u32,
    folder: PathBuf,
    sprt: Option<Sprt>,
    detail: Detail,
    bar: ProgressBar,
    began: Instant,
}

/// The table is shown after this many games.
const TABLE_EVERY: u32 = 50;

impl MatchProgress {
    pub fn new(plan: &Plan, detail: Detail) -> Self {
        Self {
            games: plan.games(),
            already: 0,
            folder: plan.folder.clone(),
            sprt: plan.sprt,
            detail,
            bar: if detail == Detail::Nothing { ProgressBar::hidden() } else { bar(plan.games().into()) },
            began: Instant::now(),
        }
    }

    /// Prints without disturbing the bar.
    fn line(&self, text: &str) {
        if self.detail > Detail::Nothing {
            self.bar.suspend(|| print(text));
        }
    }

    /// `+31 =12 -7, LLR +1.20 (-2.94, +2.94), 14.2 games/min, 12 min left`
    fn message(&self, standings: &Standings) -> String {
        let mut parts = Vec::new();
        if let Some(duel) = standings.duel(0, 1).filter(|_| standings.is_duel()) {
            let [lost, drawn, won] = duel.games.0;
            parts.push(format!("+{won} ={drawn} -{lost}"));
            if let Some(sprt) = &self.sprt {
                let ratio = sprt.log_likelihood_ratio(&duel.pairs);
                parts.push(format!("LLR {ratio:+.2} ({:+.2}, {:+.2})", sprt.lower(), sprt.upper()));
            }
        }
        let played = standings.games().saturating_sub(self.already).max(1);
        let rate = f64::from(played) / self.began.elapsed().as_secs_f64().max(1e-3) * 60.0;
        let left = f64::from(self.games.saturating_sub(standings.games())) / rate;
        parts.push(format!("{rate:.1} games/min"));
        parts.push(match left {
            left if left < 90.0 => format!("{left:.0} min left"),
            left => format!("{:.1} h left", left / 60.0),
        });
        parts.join(", ")
    }

    /// Shows the table.
    pub fn end(&self, standings: &Standings) {
        self.bar.finish_and_clear();
        self.line(&format!("{standings}{}", self.test(standings)));
    }

    fn test(&self, standings: &Standings) -> String {
        let (Some(sprt), Some(duel)) = (&self.sprt, standings.duel(0, 1)) else { return String::new() };
        sprt.sentence(&duel.pairs) + "\n"
    }
}

impl Observer for MatchProgress {
    fn begin(&mut self, standings: &Standings) {
        self.already = standings.games();
        let folder = self.folder.display();
        self.line(&match self.already {
            0 => format!("{} games, results in {folder}\n", self.games),
            already => format!("{already} of {} games are in {folder} already\n", self.games),
        });
        self.bar.set_position(self.already.into());
    }

    fn measuring(&mut self) {
        self.line("measuring speeds ...\n");
    }

    fn speeds(&mut self, speeds: &[Speed]) {
        for Speed { name, nodes_per_second, nodes } in speeds {
            self.line(&format!("{name}: {nodes_per_second} nodes a second, gets {nodes} nodes a move\n"));
        }
    }

    fn game(&mut self, record: &GameRecord, standings: &Standings) {
        let done = standings.games();
        self.bar.set_position(done.into());
        self.bar.set_message(self.message(standings));
        if self.detail < Detail::Games {
            return;
        }
        let GameRecord { id, white, black, result, reason, moves, .. } = record;
        let (number, plies) = (id + 1, moves.len());
        let mut text = format!(
            "{done:>5}/{} game {number}: {white} - {black} {result} ({reason}, {plies} plies)\n",
            self.games
        );
        if done.is_multiple_of(TABLE_EVERY) && done < self.games {
            text += &format!("{standings}{}", self.test(standings));
        }
        self.line(&text);
    }

    fn interrupted(&mut self, standings: &Standings) {
        self.bar.finish_and_clear();
        self.line(&format!(
            "\n{standings}{}interrupted after {} of {} games; they are in {}\n\
             the same command resumes from there; moves in progress end first, Ctrl-C again ends them at once\n",
            self.test(standings),
            standings.games(),
            self.games,
            self.folder.display()
        ));
    }
}

/// A bar on standard error, where that is a terminal.
pub fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
