//! `match` and `sprt`: games between engines.

use super::arguments::{CommandError, SprtArguments, at_a_time, print, print_json};
use super::calc::Calc;
use super::engine_arguments::EngineArguments;
use super::interrupt;
use super::page;
use super::progress::{Detail, MatchProgress};
use clap::{Args, Subcommand, ValueEnum, value_parser};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;
use vernier_lab::openings::opening::Order;
use vernier_lab::play::adjudication::{Adjudication, DrawRule, ResignRule};
use vernier_lab::play::contest::{self, OpeningSource, Plan, Played};
use vernier_lab::play::cost::Cost;
use vernier_lab::play::schedule::Format;
use vernier_lab::report::MatchSummary;
use vernier_lab::stats::{Sprt, Verdict};

/// Play games between engines
///
/// Games come in pairs from one opening with colors reversed. Interrupted, the same command resumes where it stopped.
#[derive(Args)]
pub struct Match {
    /// Pairs of games for each pairing
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    #[command(flatten)]
    contest: ContestArguments,
}

impl Match {
    pub fn run(self) -> Result<u8, CommandError> {
        self.contest.play(self.rounds, None).map(|played| played.map_or(interrupt::STATUS, |_| 0))
    }
}

/// Play games until it is known which engine is better, or compute that from counts
///
/// Exit status: 0 if the first engine is shown to be better, 1 if it is not.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SprtMatch {
    #[command(subcommand)]
    action: Option<SprtAction>,
    /// Pairs of games at most
    #[arg(long, default_value_t = 50_000, value_parser = value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    #[command(flatten)]
    test: SprtArguments,
    #[command(flatten)]
    contest: ContestArguments,
}

#[derive(Subcommand)]
enum SprtAction {
    Calc(Calc),
}

impl SprtMatch {
    pub fn run(self) -> Result<u8, CommandError> {
        if let Some(SprtAction::Calc(calc)) = self.action {
            return calc.run();
        }
        let played = self.contest.play(self.rounds, Some(self.test.test()?))?;
        Ok(played.map_or(interrupt::STATUS, |played| u8::from(played.verdict != Verdict::Accepted)))
    }
}

/// What `match` and `sprt` have in common.
#[derive(Args)]
struct ContestArguments {
    #[command(flatten)]
    engines: EngineArguments,
    /// Games at a time
    #[arg(long, default_value = "1", value_parser = at_a_time)]
    concurrency: usize,
    /// Nodes in proportion to each engine's own speed, which is measured first; the first engine gets N
    #[arg(long, value_name = "N")]
    scaled_nodes: Option<NonZeroU64>,
    #[command(flatten)]
    openings: OpeningArguments,
    /// The first engine meets all others; without it a round robin is played
    #[arg(long)]
    gauntlet: bool,
    /// Positions and castling of Chess960
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    adjudication: AdjudicationArguments,
    /// How far past its time an answer may come, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = value_parser!(u64).range(0..=86_400_000))]
    margin: u64,
    /// How long an engine without a clock may be silent, in seconds
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// How long an engine may take to start, in seconds
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = value_parser!(u64).range(1..=86_400))]
    startup: u64,
    /// Where games.jsonl and games.pgn go [default: results/FIRST-SECOND]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Serve a page that shows the games in play, the table and the test, and print its address
    #[arg(long)]
    page: bool,
    /// Only the final table
    #[arg(long)]
    quiet: bool,
    /// Print the result as JSON, and nothing else
    #[arg(long)]
    json: bool,
}

impl ContestArguments {
    /// Plays the match; none if it was interrupted.
    fn play(&self, rounds: u32, sprt: Option<Sprt>) -> Result<Option<Played>, CommandError> {
        let plan = self.plan(rounds, sprt)?;
        let detail = match (self.json, self.quiet) {
            (true, _) => Detail::Nothing,
            (_, true) => Detail::Ends,
            _ => Detail::Games,
        };
        let mut progress = MatchProgress::new(&plan, detail);
        if self.page {
            page::serve(&plan.folder)?;
        }
        let played = contest::run(&plan, &mut progress, interrupt::flag()).map_err(CommandError::contest)?;
        for problem in &played.problems {
            eprintln!("vernier-lab: {problem}");
        }
        if self.json {
            print_json(&MatchSummary::of(&played.standings, plan.sprt.as_ref()))?;
        }
        if played.interrupted {
            return Ok(None);
        }
        progress.end(&played.standings);
        // The time of an engine inside this program cannot be separated from the runner's.
        let apart = plan.engines.iter().all(|engine| !engine.is_self());
        if let Some(cost) = Cost::so_far().filter(|_| apart && !self.json) {
            print(&format!("{cost}\n"));
        }
        Ok(Some(played))
    }

    fn plan(&self, rounds: u32, sprt: Option<Sprt>) -> Result<Plan, CommandError> {
        let usual = Plan::new(self.engines.specs()?);
        Ok(Plan {
            format: if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
            rounds,
            openings: self.openings.source(),
            chess960: self.chess960,
            adjudication: self.adjudication.rules()?,
            tablebases: self.adjudication.tablebases.clone(),
            scaled_nodes: self.scaled_nodes,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            startup: Duration::from_secs(self.startup),
            concurrency: self.concurrency,
            folder: self.out.clone().unwrap_or_else(|| usual.folder.clone()),
            sprt,
            ..usual
        })
    }
}

/// Where games begin.
#[derive(Args)]
pub struct OpeningArguments {
    /// FEN or EPD, one a line, PGN, or a Polyglot book (.bin) [default: 500 balanced positions of our own]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many moves, of both sides together, to take from a game of a PGN file or a book
    #[arg(long, value_name = "N", default_value_t = 16)]
    plies: usize,
    /// The order of the openings; in a book moves are chosen by their weights
    #[arg(long, value_enum, default_value_t = OrderName::Random)]
    order: OrderName,
    /// The seed that chooses the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(ValueEnum, Clone, Copy)]
enum OrderName {
    Random,
    Sequential,
}

impl OpeningArguments {
    fn source(&self) -> OpeningSource {
        let order = match self.order {
            OrderName::Random => Order::Random(self.seed),
            OrderName::Sequential => Order::Sequential,
        };
        OpeningSource { file: self.openings.clone(), plies: self.plies, order }
    }
}

/// Which games are cut short.
#[derive(Args)]
struct AdjudicationArguments {
    /// Adjudicate drawn games: number=40 moves=8 score=10
    #[arg(long, value_name = "KEY=N", num_args = 0..)]
    draw: Option<Vec<String>>,
    /// Adjudicate won games when both engines agree: moves=3 score=600
    #[arg(long, value_name = "KEY=N", num_args = 0..)]
    resign: Option<Vec<String>>,
    /// Adjudicate a draw after this many moves
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
    /// End games whose result Syzygy tablebases know, by the fifty-move rule
    #[arg(long, value_name = "DIR")]
    tablebases: Option<String>,
}

impl AdjudicationArguments {
    fn rules(&self) -> Result<Adjudication, CommandError> {
        let draw = self.draw.as_deref().map(|words| {
            only_keys(words, &["number", "moves", "score"])?;
            let from_move = take_key(words, "number", 40)?;
            let moves = take_key(words, "moves", 8)?;
            Ok::<_, CommandError>(DrawRule { from_move, moves, score: take_key(words, "score", 10)? })
        });
        let resign = self.resign.as_deref().map(|words| {
            only_keys(words, &["moves", "score"])?;
            let moves = take_key(words, "moves", 3)?;
            Ok::<_, CommandError>(ResignRule { moves, score: take_key(words, "score", 600)? })
        });
        Ok(Adjudication { draw: draw.transpose()?, resign: resign.transpose()?, max_moves: self.max_moves })
    }
}

/// The value of a key in a list of `key=value` words.
fn take_key<T: std::str::FromStr>(words: &[String], key: &str, default: T) -> Result<T, CommandError> {
    let found = words.iter().rev().find_map(|word| word.split_once('=').filter(|(known, _)| *known == key));
    match found {
        None => Ok(default),
        Some((_, value)) => {
            value.parse().map_err(|_| CommandError::Input(format!("{key}={value} is not a number")))
        }
    }
}

/// Refuses words that are not `key=value` with one of these keys.
fn only_keys(words: &[String], keys: &[&str]) -> Result<(), CommandError> {
    let unknown = words.iter().find(|word| !word.split_once('=').is_some_and(|(key, _)| keys.contains(&key)));
    match unknown {
        Some(word) => Err(CommandError::Input(format!("\"{word}\" is not one of {}=", keys.join("=, ")))),
        None => Ok(()),
    }
}
