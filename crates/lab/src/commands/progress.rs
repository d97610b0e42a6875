//! What a user sees while games are played.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Instant;
use vernier_lab::play::standings::Standings;
use vernier_lab::stats::Sprt;
use vernier_lab::store::record::GameRecord;

/// Prints a line for each game, the table now and then, and at the end.
pub struct Progress {
    games: u32,
    already: u32,
    sprt: Option<Sprt>,
    quiet: bool,
    terminal: bool,
    began: Instant,
}

/// The table is shown after so many games.
const TABLE_EVERY: u32 = 50;

impl Progress {
    pub fn new(games: u32, sprt: Option<Sprt>, quiet: bool) -> Self {
        Self {
            games,
            already: 0,
            sprt,
            quiet,
            terminal: std::io::stdout().is_terminal(),
            began: Instant::now(),
        }
    }

    pub fn begin(&mut self, standings: &Standings, folder: &Path) {
        self.already = standings.games();
        match self.already {
            0 => say(&format!("{} games, results in {}\n", self.games, folder.display())),
            already => {
                say(&format!("{already} of {} games are in {} already\n", self.games, folder.display()));
            }
        }
    }

    pub fn game(&self, record: &GameRecord, standings: &Standings) {
        if self.quiet {
            return;
        }
        let done = standings.games();
        let erase = if self.terminal { "\r\x1b[K" } else { "" };
        let mut text = format!(
            "{erase}{done:>5}/{} game {}: {} - {} {} ({}, {} plies)\n",
            self.games,
            record.id + 1,
            record.white,
            record.black,
            record.result,
            record.reason,
            record.moves.len()
        );
        if done.is_multiple_of(TABLE_EVERY) && done < self.games {
            text += &format!("{standings}{}", self.test(standings));
        }
        if self.terminal {
            text += &(self.bar(done) + &self.summary(standings));
        }
        say(&text);
    }

    pub fn end(&self, standings: &Standings) {
        let erase = if self.terminal { "\r\x1b[K" } else { "" };
        say(&format!("{erase}{standings}{}", self.test(standings)));
    }

    fn bar(&self, done: u32) -> String {
        const WIDTH: u32 = 30;
        let full = (WIDTH * done / self.games.max(1)).min(WIDTH) as usize;
        let played = done.saturating_sub(self.already).max(1);
        let left = self.began.elapsed().as_secs_f64() / f64::from(played)
            * f64::from(self.games - done.min(self.games));
        format!("[{}{}] {:.0} min left", "#".repeat(full), "-".repeat(WIDTH as usize - full), left / 60.0)
    }

    /// The state of a match between two, in a few words.
    fn summary(&self, standings: &Standings) -> String {
        match standings.duel(0, 1) {
            Some(duel) if standings.is_duel() => format!(", {}", duel.estimate()),
            _ => String::new(),
        }
    }

    fn test(&self, standings: &Standings) -> String {
        let (Some(sprt), Some(duel)) = (&self.sprt, standings.duel(0, 1)) else { return String::new() };
        sprt.sentence(&duel.pairs) + "\n"
    }
}

/// Writes to standard output. If nobody reads any more, the match goes on: the journal has everything.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
