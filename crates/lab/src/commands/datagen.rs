//! `datagen`: games of the engine against itself, to learn from.

use super::arguments::{CommandError, at_a_time, cores, positive, print};
use clap::{Args, value_parser};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use vernier_engine::evaluation::HandcraftedEval;
use vernier_engine::{NnueEval, SearchKind};
use vernier_lab::datagen::{Goal, Judge, Progress, Recipe, Rules, TreeRules, generate};
use vernier_lab::openings::opening::{self, Order};
use vernier_lab::play::tablebases::TablebaseJudge;
use vernier_lab::store::fingerprint;
use vernier_protocol::counted;

/// Of a game in PGN that many plies are the opening.
const OPENING_PLIES: usize = 16;

/// Play games of the engine against itself, for training
///
/// Adds the games to a file. The same command resumes where it stopped; it may be killed at any time.
/// The same seed gives the same games, whatever the number of threads. Without --games, --positions or --minutes it runs until
/// it is stopped.
#[derive(Args)]
pub struct Datagen {
    /// The file of games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games at a time [default: all cores]
    #[arg(long, value_parser = at_a_time)]
    threads: Option<usize>,
    /// The number of games the file should hold
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// The number of positions worth learning from the file should hold
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Time to play
    #[arg(long, value_name = "M", value_parser = positive)]
    minutes: Option<f64>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Where standard games begin, before their random moves: positions as EPD or FEN, or games as PGN [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// End games whose result Syzygy tablebases know, by the fifty-move rule
    #[arg(long, value_name = "DIR")]
    tablebases: Option<String>,
    /// The evaluation: a network, or `hand` for the hand-written evaluation [default: what the engine plays with]
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
    /// Only the final line
    #[arg(long)]
    quiet: bool,
}

/// How games are played.
#[derive(Args)]
struct RuleArguments {
    /// Nodes after which a search begins no further iteration
    #[arg(long, value_name = "N", default_value_t = Rules::default().soft_nodes)]
    nodes: u64,
    /// Nodes after which a search ends in any case [default: 8 x nodes]
    #[arg(long, value_name = "N")]
    hard: Option<u64>,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = Rules::default().seed)]
    seed: u64,
    /// Mebibytes of transposition table for each thread
    #[arg(long, value_name = "MB", default_value_t = Rules::default().hash)]
    hash: usize,
    /// Random moves at the start; one more in every other game
    #[arg(long, value_name = "N", default_value_t = Rules::default().random_plies)]
    random_plies: u32,
    /// The percentage of games that are double Chess960
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=100))]
    chess960: u32,
    /// The percentage of games that begin from random positions of 5 to 12 pieces
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=100))]
    endgames: u32,
    /// Openings with a larger score are not played
    #[arg(long, value_name = "CP", default_value_t = Rules::default().balance)]
    balance: i32,
    /// A game is decided when the score is at least this ...
    #[arg(long, value_name = "CP", default_value_t = Rules::default().win_score)]
    win_score: i32,
    /// ... for that many plies
    #[arg(long, value_name = "N", default_value_t = Rules::default().win_plies)]
    win_plies: u32,
    /// A game is drawn when the score is at most this ...
    #[arg(long, value_name = "CP", default_value_t = Rules::default().draw_score)]
    draw_score: i32,
    /// ... for that many plies ...
    #[arg(long, value_name = "N", default_value_t = Rules::default().draw_plies)]
    draw_plies: u32,
    /// ... not before this ply
    #[arg(long, value_name = "N", default_value_t = Rules::default().draw_from)]
    draw_from: u32,
    /// Games end drawn at that length
    #[arg(long, value_name = "N", default_value_t = Rules::default().max_plies)]
    max_plies: u32,
    /// The search: alphabeta, or mcts, which also writes its visits
    #[arg(long, value_name = "NAME", default_value = "alphabeta")]
    search: SearchKind,
    /// Percentage of noise in the policy of the root (mcts)
    #[arg(long, value_name = "PERCENT", default_value_t = TreeRules::default().noise_percent, value_parser = value_parser!(u32).range(0..=100))]
    noise: u32,
    /// Draw moves by their visits at this temperature in percent; 0 plays the most visited (mcts)
    #[arg(long, value_name = "PERCENT", default_value_t = TreeRules::default().temperature_percent, value_parser = value_parser!(u32).range(0..=1000))]
    temperature: u32,
    /// ... for this many plies after the random moves (mcts)
    #[arg(long, value_name = "N", default_value_t = TreeRules::default().temperature_plies)]
    temperature_plies: u32,
}

impl RuleArguments {
    fn tree(&self) -> Option<TreeRules> {
        (self.search == SearchKind::Mcts).then_some(TreeRules {
            noise_percent: self.noise,
            temperature_percent: self.temperature,
            temperature_plies: self.temperature_plies,
        })
    }

    fn rules(&self) -> Rules {
        let soft_nodes = self.nodes.max(1);
        Rules {
            seed: self.seed,
            soft_nodes,
            hard_nodes: self.hard.unwrap_or(soft_nodes.saturating_mul(8)),
            hash: self.hash,
            random_plies: self.random_plies.min(1_000),
            chess960_percent: self.chess960,
            endgame_percent: self.endgames,
            balance: self.balance,
            win_score: self.win_score,
            win_plies: self.win_plies,
            draw_score: self.draw_score,
            draw_plies: self.draw_plies,
            draw_from: self.draw_from,
            max_plies: self.max_plies.min(10_000),
            tree: self.tree(),
        }
    }
}

impl Datagen {
    pub fn run(self) -> Result<u8, CommandError> {
        let rules = self.rules.rules();
        let time = self.minutes.map(|minutes| Duration::try_from_secs_f64(minutes * 60.0)).transpose()?;
        let goal = Goal { games: self.games, positions: self.positions, time };
        let tables = self.tablebases.as_deref().map(TablebaseJudge::open).transpose()?;
        let judge = judge(self.network.as_deref())?;
        let openings =
            self.openings.as_deref().map(|file| opening::load(file, OPENING_PLIES, Order::Sequential));
        let openings = openings.transpose()?.unwrap_or_default();
        if let Some(folder) = self.out.parent() {
            std::fs::create_dir_all(folder).map_err(CommandError::at(folder))?;
        }
        let recipe = Recipe { rules: &rules, judge: &judge, tables: tables.as_ref(), openings: &openings };
        let terminal = std::io::stdout().is_terminal();
        let mut display = Display { goal, quiet: self.quiet, terminal, shown: None };
        let threads = self.threads.unwrap_or_else(cores);
        let done = generate(&self.out, &recipe.header(&program()), &recipe, threads, goal, |progress| {
            display.show(progress)
        })
        .map_err(|error| {
            if error.is_input() { CommandError::input(error) } else { CommandError::run(error) }
        })?;
        print(&format!("{}{}\n", if display.terminal { "\r\x1b[K" } else { "" }, summary(&done)));
        Ok(0)
    }
}

/// The evaluation: a network from a file, the hand-written evaluation, or what the engine plays with.
pub(super) fn judge(name: Option<&str>) -> Result<Judge, CommandError> {
    let network = match name {
        Some("hand") => None,
        Some(file) => Some(NnueEval::load(file)?),
        None => NnueEval::embedded(),
    };
    Ok(match network {
        None => Judge { name: "hand".into(), make: Box::new(|| Box::new(HandcraftedEval::default())) },
        Some(network) => {
            let name = format!("network {:08x}", network.header().checksum);
            Judge { name, make: Box::new(move || Box::new(NnueEval::new(Arc::clone(&network)))) }
        }
    })
}

/// A hash of this program: another build may play other games.
fn program() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
    fingerprint::of(&bytes)
}

/// What a user sees while games are played.
struct Display {
    goal: Goal,
    quiet: bool,
    terminal: bool,
    shown: Option<Duration>,
}

impl Display {
    /// A line, every second on a terminal and every minute elsewhere.
    fn show(&mut self, progress: &Progress) {
        let pause = Duration::from_secs(if self.terminal { 1 } else { 60 });
        let due = match self.shown {
            None => progress.games > 0,
            Some(shown) => progress.elapsed >= shown + pause,
        };
        if self.quiet || !due {
            return;
        }
        self.shown = Some(progress.elapsed);
        let (erase, end) = if self.terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        let left = self.left(progress).map_or(String::new(), |left| format!(", {:.1} min left", left / 60.0));
        print(&format!("{erase}{}{left}{end}", summary(progress)));
    }

    /// Seconds until the first goal is reached, at this speed.
    fn left(&self, progress: &Progress) -> Option<f64> {
        let elapsed = progress.elapsed.as_secs_f64();
        let at_rate = |goal: u64, done: u64| goal.saturating_sub(done) as f64 * elapsed;
        let games = self
            .goal
            .games
            .map(|goal| at_rate(goal, progress.games + progress.games_before) / progress.games.max(1) as f64);
        let positions = self
            .goal
            .positions
            .map(|goal| at_rate(goal, progress.kept + progress.kept_before) / progress.kept.max(1) as f64);
        let time = self.goal.time.map(|time| time.as_secs_f64() - elapsed);
        [games, positions, time].into_iter().flatten().min_by(f64::total_cmp)
    }
}

fn summary(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(1e-9);
    let repeated = match progress.repeated {
        0 => String::new(),
        repeated => format!(" ({repeated} twice)"),
    };
    format!(
        "{}{repeated} in {:.1} MB; {} more in {:.0} s: {:.1} games/s, {} positions kept of {} ({:.0} %), {:.0}/s",
        counted(progress.games_before + progress.games, "game"),
        progress.bytes as f64 / 1e6,
        progress.games,
        seconds,
        progress.games as f64 / seconds,
        progress.kept,
        progress.plies,
        100.0 * progress.kept as f64 / progress.plies.max(1) as f64,
        progress.kept as f64 / seconds,
    )
}
