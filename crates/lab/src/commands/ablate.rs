//! `ablate`: what each technique is worth, in games.

use super::arguments::{Arguments, CommandError, Grammar};
use super::contest;
use super::progress::say;
use std::fs;
use std::path::{Path, PathBuf};
use vernier_lab::stats::Estimate;
use vernier_lab::study::ablation::{Comparison, Manifest, Regime, Stage, VERDICT_TITLE, verdict};

pub const HELP: &str = "\
vernier-lab ablate MANIFEST.toml [--out FOLDER]

Plays the engine with a technique against itself without it, for every technique in the parameter table, under each
regime of the manifest, and writes a table; `vernier-lab report` draws it. Started again it goes on where it was. The manifest is kept with the results:

  comparisons = [\"chain\", \"leave-one-out\"]   # each added to those before it; the whole search without each
  techniques = []                              # only these
  rounds = 100                                 # pairs of games for each
  concurrency = 2
  hash = 16
  seed = 1
  margin = 1000                                # ms past its time: lateness is the machine's, not the search's
  adjudicate = false                           # end games early on whose outcome both sides agree
  # openings = \"book.epd\"
  [[regime]]
  name = \"time\"
  movetime = \"0.1\"
  [[regime]]
  name = \"depth\"
  depth = 6
";

/// Runs `vernier-lab ablate`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &[], lists: &[] })?;
    let folder = PathBuf::from(arguments.text("out").unwrap_or_else(|| "results/ablation".to_owned()));
    let files = arguments.finish()?;
    let [file] = &files[..] else { return Err(CommandError(format!("give a manifest\n\n{HELP}"))) };
    let text = fs::read_to_string(file).map_err(CommandError::at(Path::new(file)))?;
    let manifest = Manifest::read(&text)?;
    fs::create_dir_all(&folder).map_err(CommandError::at(&folder))?;
    fs::write(folder.join("manifest.toml"), &text).map_err(CommandError::at(&folder))?;
    let mut table = head();
    for kind in &manifest.comparisons {
        let comparisons = kind.list();
        let wanted = |comparison: &&Comparison| {
            manifest.techniques.is_empty()
                || manifest.techniques.iter().any(|name| name == comparison.technique)
        };
        for comparison in comparisons.iter().filter(wanted) {
            for regime in &manifest.regimes {
                let place = folder.join(&regime.name).join(kind.name()).join(comparison.technique);
                let outcome = play(&manifest, regime, comparison, &place)?;
                let row = row(kind.name(), comparison, regime, &outcome);
                say(&row);
                table += &row;
            }
        }
    }
    let report = folder.join("ablation.md");
    fs::write(&report, &table).map_err(CommandError::at(&report))?;
    say(&format!("\n{table}\nThe table is in {}.\n", report.display()));
    Ok(0)
}

fn head() -> String {
    format!(
        "| comparison | technique | regime | games | + | = | - | Elo | nElo | {VERDICT_TITLE} |\n\
         |---|---|---|---|---|---|---|---|---|---|\n"
    )
}

const ADJUDICATION: &str = "--draw number=40 moves=6 score=10 --resign moves=3 score=700 --max-moves 200";

/// A match between two stages.
struct Outcome {
    games: [u64; 3],
    estimate: Estimate,
    verdict: String,
}

fn play(
    manifest: &Manifest,
    regime: &Regime,
    comparison: &Comparison,
    place: &Path,
) -> Result<Outcome, CommandError> {
    let mut words = Vec::new();
    for (name, stage) in [("with", &comparison.with), ("without", &comparison.without)] {
        words.extend(["--engine".to_owned(), format!("name={name}"), "cmd=self".to_owned()]);
        words.push(format!("option.Hash={}", manifest.hash));
        words.extend(switches(stage));
    }
    words.push("--each".to_owned());
    words.extend(regime.limit()?.to_string().split(' ').map(str::to_owned));
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    option("rounds", manifest.rounds.to_string());
    option("concurrency", manifest.concurrency.to_string());
    option("seed", manifest.seed.to_string());
    option("margin", manifest.margin.to_string());
    if let Some(path) = &manifest.openings {
        option("openings", path.display().to_string());
    }
    option("out", place.display().to_string());
    if manifest.adjudicate {
        words.extend(ADJUDICATION.split(' ').map(str::to_owned));
    }
    words.push("--quiet".to_owned());
    let standings = contest::play(&words)?;
    let duel = standings.duel(0, 1).ok_or_else(|| CommandError("no game was played".into()))?;
    Ok(Outcome { games: duel.games.0, estimate: duel.estimate(), verdict: verdict(&duel.pairs) })
}

fn switches(stage: &Stage) -> impl Iterator<Item = String> {
    let off = stage.off.iter().map(|name| format!("option.{name}=0"));
    off.chain(stage.on.iter().map(|name| format!("option.{name}=1")))
}

fn row(kind: &str, comparison: &Comparison, regime: &Regime, outcome: &Outcome) -> String {
    let Outcome { games: [lost, drawn, won], estimate, verdict } = outcome;
    format!(
        "| {kind} | {} | {} | {} | {won} | {drawn} | {lost} | {} | {} | {verdict} |\n",
        comparison.technique,
        regime.name,
        lost + drawn + won,
        estimate.elo_text(),
        estimate.normalized_text(),
    )
}
