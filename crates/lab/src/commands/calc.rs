//! `sprt calc`: the test computed from counts, without games.

use super::arguments::{CommandError, SprtArguments, print, print_json};
use clap::Args;
use serde::Serialize;
use vernier_lab::stats::{Estimate, Sprt, Tally, Verdict};

/// Compute the test from counts of games or pairs
///
/// Three counts are losses, draws and wins; five are pairs of games by points: 0, ½, 1, 1½, 2.
/// Exit status: 0 accepted, 1 rejected or undecided.
#[derive(Args)]
pub struct Calc {
    /// The counts, separated by spaces or commas
    #[arg(required = true, value_name = "COUNT")]
    counts: Vec<String>,
    #[command(flatten)]
    test: SprtArguments,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    games: u64,
    score: f64,
    elo: f64,
    elo_error: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: String,
}

impl Calc {
    pub fn run(self) -> Result<u8, CommandError> {
        let sprt = self.test.test()?;
        let mut counts = Vec::new();
        let words = self.counts.iter().flat_map(|word| word.split(',')).map(str::trim);
        for word in words.filter(|word| !word.is_empty()) {
            // Sums of five of these stay far below the integer limit.
            let count = word.parse().ok().filter(|count: &u64| *count < 1 << 48);
            counts.push(count.ok_or_else(|| CommandError::Input(format!("\"{word}\" is not a count")))?);
        }
        match counts[..] {
            [losses, draws, wins] => self.answer(&sprt, &Tally([losses, draws, wins])),
            [p0, p1, p2, p3, p4] => self.answer(&sprt, &Tally([p0, p1, p2, p3, p4])),
            _ => Err(CommandError::Input("give three counts of games or five of pairs".into())),
        }
    }

    fn answer<const N: usize>(&self, sprt: &Sprt, tally: &Tally<N>) -> Result<u8, CommandError> {
        let (estimate, verdict) = (Estimate::of(tally), sprt.verdict(tally));
        if self.json {
            print_json(&Answer {
                games: tally.games(),
                score: estimate.score,
                elo: estimate.elo.0,
                elo_error: estimate.elo_error,
                llr: sprt.log_likelihood_ratio(tally),
                lower: sprt.lower(),
                upper: sprt.upper(),
                verdict: verdict.to_string(),
            })?;
        } else {
            let (games, score, test) = (tally.games(), estimate.score, sprt.sentence(tally));
            print(&format!("games  {games}\nscore  {score:.4}\n{estimate}\n{test}\n"));
        }
        Ok(u8::from(verdict != Verdict::Accepted))
    }
}
