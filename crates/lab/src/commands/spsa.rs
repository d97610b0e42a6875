//! `spsa`: parameters of the search, by games.

use super::arguments::{CommandError, at_a_time, engine_option, positive, print};
use super::interrupt;
use super::progress::{Detail, MatchProgress};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use vernier_chess::CastlingMode;
use vernier_engine::Parameters;
use vernier_lab::openings::opening::{self, Order};
use vernier_lab::play::contest::{self, Plan};
use vernier_lab::play::latency::LatencyWatch;
use vernier_lab::play::search_limit::SearchLimit;
use vernier_lab::stats::{Bounds, Model, Sprt, Verdict};
use vernier_lab::study::proposal::{apply, proposal};
use vernier_lab::study::spsa::{Spsa, TunedParameter};
use vernier_lab::study::trial_games::{self, TrialGames};

/// Tune parameters of the search by games
///
/// Plays pairs of games between two searches whose parameters differ a little, and moves the parameters towards the
/// winners. Interrupted, the same command resumes. What comes out is a proposal: with --sprt a sequential test decides
/// about it at once, and with --apply accepted values are written into the parameter table.
/// Exit status with --sprt: 0 accepted, 1 not.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SpsaRun {
    #[command(subcommand)]
    action: Option<SpsaAction>,
    /// Parameters, or techniques with all their numbers; without any, all numbers
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Pairs of games
    #[arg(long, value_name = "N", required = true)]
    iterations: Option<u32>,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 5000)]
    nodes: u64,
    /// How much of its step a parameter moves for a won pair in the end: 0.002 suits tens of thousands of pairs, 0.02 a
    /// few thousand [default: 0.002]
    #[arg(long, value_name = "R", value_parser = positive)]
    rate: Option<f64>,
    /// How many of its steps a parameter is moved for a trial
    #[arg(long, value_name = "F", default_value = "1", value_parser = positive)]
    reach: f64,
    /// Pairs at a time
    #[arg(long, default_value = "1", value_parser = at_a_time)]
    concurrency: usize,
    /// Mebibytes of transposition table
    #[arg(long, value_name = "MB", default_value_t = 8)]
    hash: usize,
    /// Another option of the engine for both sides, e.g. EvalFile=FILE; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine_option)]
    options: Vec<(String, String)>,
    /// FEN, EPD or PGN [default: random openings of eight plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The seed of the trials
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The state of the run
    #[arg(long, value_name = "FILE", default_value = "results/spsa.json")]
    out: PathBuf,
    #[command(flatten)]
    decision: Decision,
}

/// What happens to the proposal.
#[derive(Args)]
struct Decision {
    /// Play the sequential test of the proposal when the run is done
    #[arg(long)]
    sprt: bool,
    /// Its limit
    #[arg(long, value_name = "KEY=VALUE", default_value = "tc=2+0.02")]
    test_limit: String,
    /// Its lower bound in normalized Elo
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Its upper bound
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Its most rounds
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    rounds: u32,
    /// Write accepted values into the parameter table; implies --sprt
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "crates/engine/src/parameters.rs")]
    apply: Option<PathBuf>,
}

#[derive(Subcommand)]
enum SpsaAction {
    /// Print the same parameters as input lines for OpenBench
    Openbench {
        /// Parameters or techniques
        names: Vec<String>,
    },
}

impl SpsaRun {
    pub fn run(self) -> Result<u8, CommandError> {
        if let Some(SpsaAction::Openbench { names }) = &self.action {
            parameters(names)?.iter().for_each(|parameter| print(&format!("{}\n", parameter.openbench())));
            return Ok(0);
        }
        let mut parameters = parameters(&self.names)?;
        parameters.iter_mut().for_each(|parameter| parameter.reach *= self.reach);
        let games = TrialGames {
            nodes: self.nodes,
            options: self.engine_options(self.hash),
            openings: match &self.openings {
                Some(file) => opening::load(file, 16, Order::Random(self.seed))?,
                None => opening::random(1000, self.seed, CastlingMode::Standard),
            },
            latency: LatencyWatch::watch(),
        };
        let iterations = self.iterations.unwrap_or(0);
        let mut fresh = Spsa::new(parameters, iterations, self.seed, games.conditions());
        fresh.rate = self.rate.unwrap_or(fresh.rate);
        let (state, flag) = (begin(&self.out, fresh)?, interrupt::flag());
        let saved = |spsa: &Spsa| print(&format!("{} of {}\n", spsa.done, spsa.iterations));
        let spsa = games.run(state, self.concurrency, &self.out, flag, saved).map_err(CommandError::Run)?;
        if flag.load(Ordering::Relaxed) {
            print(&format!("interrupted; the same command resumes from {}\n", self.out.display()));
            return Ok(interrupt::STATUS);
        }
        show(&spsa);
        match self.decision.sprt || self.decision.apply.is_some() {
            true => self.decide(&spsa),
            false => Ok(0),
        }
    }

    fn engine_options(&self, hash: usize) -> Vec<(String, String)> {
        let hash = ("Hash".to_owned(), hash.to_string());
        self.options.iter().cloned().chain([hash]).collect()
    }

    /// Plays the test of the proposal, and writes what it accepts into the table.
    fn decide(&self, spsa: &Spsa) -> Result<u8, CommandError> {
        let Decision { test_limit, elo0, elo1, rounds, apply: target, .. } = &self.decision;
        let mut limit = SearchLimit::default();
        for word in test_limit.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if !limit.set(key, value)? {
                return Err(CommandError::Input(format!("--test-limit {word} is not a limit")));
            }
        }
        let engines = proposal(spsa, limit, &self.engine_options(self.hash.max(16)));
        if engines[0].options == engines[1].options {
            print("nothing has moved: there is nothing to test\n");
            return Ok(1);
        }
        let sprt = Sprt::new(Bounds { elo0: *elo0, elo1: *elo1, model: Model::Normalized }, 0.05, 0.05)?;
        let plan = Plan {
            rounds: *rounds,
            concurrency: self.concurrency,
            folder: self.out.with_extension("sprt"),
            sprt: Some(sprt),
            ..Plan::new(engines)
        };
        let mut progress = MatchProgress::new(&plan, Detail::Ends);
        let played = contest::run(&plan, &mut progress, interrupt::flag()).map_err(CommandError::contest)?;
        if played.interrupted {
            return Ok(interrupt::STATUS);
        }
        progress.end(&played.standings);
        if played.verdict != Verdict::Accepted {
            return Ok(1);
        }
        if let Some(path) = target {
            let source = std::fs::read_to_string(path).map_err(CommandError::reading(path))?;
            let applied = apply(&source, spsa).map_err(CommandError::Input)?;
            std::fs::write(path, applied).map_err(CommandError::at(path))?;
            print(&format!("the accepted values are in {}\n", path.display()));
        }
        Ok(0)
    }
}

fn parameters(names: &[String]) -> Result<Vec<TunedParameter>, CommandError> {
    let all = Parameters::TABLE;
    if let Some(name) = names.iter().find(|name| !all.iter().any(|entry| entry.name == *name)) {
        return Err(CommandError::Input(format!("there is no parameter {name}")));
    }
    let wanted = |entry: &&vernier_engine::Parameter| {
        names.is_empty() || names.iter().any(|name| entry.name == name || entry.technique == name)
    };
    let parameters: Vec<TunedParameter> = all.iter().filter(wanted).filter_map(TunedParameter::of).collect();
    match parameters.is_empty() {
        true => Err(CommandError::Input("none of these has a number to tune".into())),
        false => Ok(parameters),
    }
}

/// The state in the file, if it is one of the same run.
fn begin(path: &Path, fresh: Spsa) -> Result<Spsa, CommandError> {
    let Some(mut old) = trial_games::load::<Spsa>(path).map_err(CommandError::Input)? else {
        return Ok(fresh);
    };
    if let Some(what) = old.difference(&fresh) {
        let text = format!("{} belongs to another run ({what}); choose another --out", path.display());
        return Err(CommandError::Input(text));
    }
    old.resume();
    print(&format!("{} of {} iterations are in {} already\n", old.done, old.iterations, path.display()));
    Ok(old)
}

/// The proposal, and the command that tests it.
fn show(spsa: &Spsa) {
    print("\na proposal, to be confirmed by a test:\n");
    for parameter in &spsa.parameters {
        print(&format!("  {:<34} {:>7} -> {:>7}\n", parameter.name, parameter.origin, parameter.whole()));
    }
    let changed = spsa.parameters.iter().filter(|parameter| parameter.whole() != parameter.origin);
    let words: Vec<String> =
        changed.map(|parameter| format!("option.{}={}", parameter.name, parameter.whole())).collect();
    print(&format!(
        "\nvernier-lab sprt --engine name=new cmd=self {} --engine name=base cmd=self --each tc=2+0.02\n",
        words.join(" ")
    ));
}
