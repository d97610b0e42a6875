//! `tune`: weights of the evaluation from games.

use super::arguments::{CommandError, at_a_time, cores, print};
use clap::Args;
use std::path::PathBuf;
use vernier_engine::evaluation::{Weight, Weights};
use vernier_lab::datagen::Share;
use vernier_lab::tune::{self, Fit, Lot, Settings, Split};
use vernier_records::Filter;

/// Fit the weights of the hand-written evaluation to games
///
/// Finds weights under which the evaluation predicts best how the games (made by `datagen`) ended. Every tenth game is
/// held out for validation; if nothing does better on those than the old weights, nothing is written and the exit status
/// is 1. What comes out is a proposal: a match must show that it is better.
#[derive(Args)]
pub struct Tune {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Write the weights: a file for the option Weights File, or, if its name ends in .rs, the source
    /// crates/engine/src/evaluation/weights.rs anew
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// The number of epochs
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: u32,
    /// Positions for each step
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch)]
    batch: usize,
    /// The size of the first step, in hundredths of a pawn
    #[arg(long, value_name = "X", default_value_t = Settings::default().rate)]
    rate: f64,
    /// The share of the game's result in the target; the rest is the search score
    #[arg(long, value_name = "X", default_value_t = Settings::default().result_share, value_parser = share)]
    results: f64,
    /// How strongly weights are pulled towards their old values
    #[arg(long, value_name = "X", default_value_t = Settings::default().pull)]
    pull: f64,
    /// Threads [default: all cores]
    #[arg(long, value_parser = at_a_time)]
    threads: Option<usize>,
    /// The order of the positions
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
}

/// How many of ten thousand games are held out.
const KEPT_APART: Share = Share(1_000);

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("a number from 0 to 1".to_owned()),
    }
}

impl Tune {
    pub fn run(self) -> Result<u8, CommandError> {
        let settings = Settings {
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            result_share: self.results,
            pull: self.pull,
            threads: self.threads.unwrap_or_else(cores),
            seed: self.seed,
        };
        let apart = |header: &_, game: &_| if KEPT_APART.has(header, game) { Lot::Valid } else { Lot::Train };
        let data = tune::load(&self.files, &Filter::default(), settings.threads, apart)?;
        print(&format!("{} positions to learn from, {} to judge by\n", data.train.len(), data.valid.len()));
        if data.damaged > 0 {
            print(&format!("{} places in the files could not be read\n", data.damaged));
        }
        if data.train.is_empty() || data.valid.is_empty() {
            return Err(CommandError::Input("that is not enough".into()));
        }
        let Some(weights) = learn(&data, settings) else {
            print("nothing was learned that holds for other games: more games are needed\n");
            return Ok(1);
        };
        print(&changes(&weights));
        if let Some(path) = self.write {
            let is_source = path.extension().is_some_and(|extension| extension == "rs");
            let text = if is_source { weights.source() } else { weights.to_text() };
            std::fs::write(&path, text).map_err(CommandError::at(&path))?;
            print(&format!("the weights are in {}\n", path.display()));
        }
        Ok(0)
    }
}

/// The weights that do best on the held-out games; `None` if those are the present ones.
fn learn(data: &Split, settings: Settings) -> Option<Weights> {
    let mut fit = Fit::new(&data.train, tune::start(&Weights::DEFAULT), settings);
    print(&format!("one pawn is {:.3} in the logarithm of the odds\n", 100.0 * fit.slope()));
    let report = |fit: &Fit<'_>, epoch: u32| {
        let (train, valid) = (fit.loss(&data.train), fit.loss(&data.valid));
        print(&format!(
            "epoch {epoch:>3}: error {train:.6} on training games, {valid:.6} on held-out games\n"
        ));
        valid
    };
    let (mut least, mut best) = (report(&fit, 0), None);
    for epoch in 1..=settings.epochs {
        fit.epoch();
        let error = report(&fit, epoch);
        if error < least {
            (least, best) = (error, Some(fit.weights.clone()));
        }
    }
    best.map(|best| tune::round(&best))
}

/// The weights that changed most.
fn changes(weights: &Weights) -> String {
    let mut pairs: Vec<_> = Weights::DEFAULT.list().into_iter().zip(weights.list()).collect();
    let change = |(old, new): &(Weight, Weight)| {
        let (old, new) = (old.value, new.value);
        (old.middlegame() - new.middlegame()).abs() + (old.endgame() - new.endgame()).abs()
    };
    pairs.sort_by_key(|pair| -change(pair));
    let lines = pairs.iter().take(20).map(|(old, new)| {
        let text = |weight: &Weight| format!("({}, {})", weight.value.middlegame(), weight.value.endgame());
        format!("  {:<32} {:>14} -> {:>14}\n", old.name, text(old), text(new))
    });
    "what changed most:\n".to_owned() + &lines.collect::<String>()
}
