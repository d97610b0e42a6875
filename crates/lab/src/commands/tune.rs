//! `tune`: weights of the evaluation from games.

use super::arguments::{Arguments, CommandError, Grammar};
use super::progress::say;
use std::path::PathBuf;
use vernier_engine::evaluation::{Weight, Weights};
use vernier_lab::datagen::Share;
use vernier_lab::tune::{self, Fit, Lot, Settings, Split};
use vernier_records::Filter;

pub const HELP: &str = "\
vernier-lab tune GAMES... [--write crates/engine/src/evaluation/weights.rs] [options]

Finds weights for the hand-written evaluation under which it foretells best how the games in these files (made by
`vernier-lab datagen`) ended. Every tenth game is kept apart to judge by: the weights that do best on those are taken, and if none do better
than the old ones, nothing is written and the exit status is 1. With --write the source of the weights is
written anew; a match must then show that they are better.

  --epochs N        times that every position is looked at (20)
  --batch N         positions for each step (16384)
  --rate X          the first step's size in hundredths of a pawn (1)
  --results X       how much of the target is the result; the rest is what the search thought (0.5)
  --pull X          how strongly weights are held where they were (1e-7)
  --threads N       (all cores)
  --seed N          order of the positions (1)
";

/// How many of ten thousand games are kept apart.
const KEPT_APART: Share = Share(1_000);

/// Runs `vernier-lab tune`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &[], lists: &[] })?;
    let settings = read_settings(&mut arguments)?;
    let target = arguments.text("write").map(PathBuf::from);
    let files: Vec<PathBuf> = arguments.finish()?.into_iter().map(PathBuf::from).collect();
    if files.is_empty() {
        return Err(CommandError(format!("give files of games\n\n{HELP}")));
    }
    let apart = |header: &_, game: &_| if KEPT_APART.has(header, game) { Lot::Valid } else { Lot::Train };
    let data = tune::load(&files, &Filter::default(), settings.threads, apart)?;
    say(&format!("{} positions to learn from, {} to judge by\n", data.train.len(), data.valid.len()));
    if data.damaged > 0 {
        say(&format!("{} places in the files could not be read\n", data.damaged));
    }
    if data.train.is_empty() || data.valid.is_empty() {
        return Err(CommandError("that is not enough".into()));
    }
    let Some(weights) = learn(&data, settings) else {
        say("nothing was learnt that holds for other games: more games are needed\n");
        return Ok(1);
    };
    say(&changes(&weights));
    if let Some(path) = target {
        std::fs::write(&path, weights.source()).map_err(CommandError::at(&path))?;
        say(&format!("the weights are in {}\n", path.display()));
    }
    Ok(0)
}

fn read_settings(arguments: &mut Arguments) -> Result<Settings, CommandError> {
    let usual = Settings::default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Settings {
        epochs: arguments.value("epochs")?.unwrap_or(usual.epochs),
        batch: arguments.value("batch")?.unwrap_or(usual.batch),
        rate: arguments.value("rate")?.unwrap_or(usual.rate),
        result_share: arguments.value_within("results", usual.result_share, 0.0..=1.0)?,
        pull: arguments.value("pull")?.unwrap_or(usual.pull),
        threads: arguments.concurrency("threads", cores)?,
        seed: arguments.value("seed")?.unwrap_or(usual.seed),
    })
}

/// The weights that do best on what is kept apart; none if that is those we have.
fn learn(data: &Split, settings: Settings) -> Option<Weights> {
    let mut fit = Fit::new(&data.train, tune::start(&Weights::DEFAULT), settings);
    say(&format!("one pawn is {:.3} in the logarithm of the odds\n", 100.0 * fit.slope()));
    let tell = |fit: &Fit<'_>, epoch: u32| {
        let (train, valid) = (fit.loss(&data.train), fit.loss(&data.valid));
        say(&format!(
            "epoch {epoch:>3}: error {train:.6} on what is learnt, {valid:.6} on what is kept apart\n"
        ));
        valid
    };
    let (mut least, mut best) = (tell(&fit, 0), None);
    for epoch in 1..=settings.epochs {
        fit.epoch();
        let error = tell(&fit, epoch);
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
