//! `datagen`: games of the engine against itself, to learn from.

use super::arguments::{Arguments, CommandError, Grammar};
use super::progress::say;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use vernier_engine::NnueEval;
use vernier_engine::evaluation::HandcraftedEval;
use vernier_lab::datagen::{Goal, Judge, Progress, Recipe, Rules, generate};
use vernier_lab::play::tablebases::TablebaseJudge;
use vernier_lab::store::fingerprint;

pub const HELP: &str = "\
vernier-lab datagen --out FILE [options]

Plays games of the engine against itself and adds them to FILE. Started again with the same words it goes on where it
was; it may be killed at any time. The same seed gives the same games, whatever the number of threads.

  --threads N       games at a time (all cores)
  --games N         games that FILE shall hold
  --positions N     positions worth learning from that FILE shall hold
  --minutes M       time to play; without any of the three it goes on for ever
  --nodes N         positions after which a search begins no further iteration (500)
  --hard N          positions after which it ends in any case (8 x nodes)
  --seed N          another seed, other games (1)
  --hash MB         transposition table of each thread (2)
  --random-plies N  random moves at the start; one more in every other game (8)
  --chess960 N      how many of a hundred games are double Chess960 (0)
  --endgames N      how many of a hundred games begin from random positions of 5 to 12 pieces (0)
  --balance CP      openings further from even are not played (600)
  --win-score CP --win-plies N                  when a game is decided (2000, 4)
  --draw-score CP --draw-plies N --draw-from N  when a game is drawn (5, 12, from ply 80)
  --max-plies N     games end drawn at that length (400)
  --tablebases DIR  end games whose result Syzygy tables know, by the fifty-move rule
  --network FILE    who judges: a network, or hand for the hand-written evaluation (what the engine plays with)
  --quiet           only the final line
";

/// Runs `vernier-lab datagen`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &["quiet"], lists: &[] })?;
    let rules = read_rules(&mut arguments)?;
    let minutes: Option<f64> = arguments.value("minutes")?;
    let time = minutes.map(|minutes| Duration::try_from_secs_f64(minutes * 60.0)).transpose()?;
    let goal = Goal { games: arguments.value("games")?, positions: arguments.value("positions")?, time };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.concurrency("threads", cores)?;
    let out = arguments
        .text("out")
        .map(PathBuf::from)
        .ok_or_else(|| CommandError("where to? Give --out FILE".into()))?;
    let quiet = arguments.flag("quiet");
    let network = arguments.text("network");
    let tablebases = arguments.text("tablebases");
    arguments.finish_empty()?;

    let tables = tablebases.as_deref().map(TablebaseJudge::open).transpose()?;
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).map_err(CommandError::at(folder))?;
    }
    let judge = judge(network.as_deref())?;
    let recipe = Recipe { rules: &rules, judge: &judge, tables: tables.as_ref() };
    let mut display = Display { goal, quiet, terminal: std::io::stdout().is_terminal(), told: None };
    let done = generate(&out, &recipe.header(&program()), &recipe, threads, goal, |progress| {
        display.show(progress)
    })?;
    say(&format!("{}{}\n", if display.terminal { "\r\x1b[K" } else { "" }, summary(&done)));
    Ok(0)
}

/// Who judges: a network from a file, the hand-written evaluation, or what the engine plays with.
fn judge(name: Option<&str>) -> Result<Judge, CommandError> {
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

fn read_rules(arguments: &mut Arguments) -> Result<Rules, CommandError> {
    let usual = Rules::default();
    let soft_nodes = arguments.value("nodes")?.unwrap_or(usual.soft_nodes).max(1);
    Ok(Rules {
        seed: arguments.value("seed")?.unwrap_or(usual.seed),
        soft_nodes,
        hard_nodes: arguments.value("hard")?.unwrap_or(soft_nodes.saturating_mul(8)),
        hash: arguments.value("hash")?.unwrap_or(usual.hash),
        random_plies: arguments.value("random-plies")?.unwrap_or(usual.random_plies).min(1_000),
        chess960_percent: arguments.value("chess960")?.unwrap_or(usual.chess960_percent),
        endgame_percent: arguments.value("endgames")?.unwrap_or(usual.endgame_percent),
        balance: arguments.value("balance")?.unwrap_or(usual.balance),
        win_score: arguments.value("win-score")?.unwrap_or(usual.win_score),
        win_plies: arguments.value("win-plies")?.unwrap_or(usual.win_plies),
        draw_score: arguments.value("draw-score")?.unwrap_or(usual.draw_score),
        draw_plies: arguments.value("draw-plies")?.unwrap_or(usual.draw_plies),
        draw_from: arguments.value("draw-from")?.unwrap_or(usual.draw_from),
        max_plies: arguments.value("max-plies")?.unwrap_or(usual.max_plies).min(10_000),
    })
}

/// A hash of this very program: another build may play other games.
fn program() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
    fingerprint::of(&bytes)
}

/// What a user sees while games are played.
struct Display {
    goal: Goal,
    quiet: bool,
    terminal: bool,
    told: Option<Duration>,
}

impl Display {
    /// A line, every second on a terminal and every minute elsewhere.
    fn show(&mut self, progress: &Progress) {
        let pause = Duration::from_secs(if self.terminal { 1 } else { 60 });
        let due = match self.told {
            None => progress.games > 0,
            Some(told) => progress.elapsed >= told + pause,
        };
        if self.quiet || !due {
            return;
        }
        self.told = Some(progress.elapsed);
        let (erase, end) = if self.terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        let left = self.left(progress).map_or(String::new(), |left| format!(", {:.1} min left", left / 60.0));
        say(&format!("{erase}{}{left}{end}", summary(progress)));
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
        "{} games{repeated} in {:.1} MB; {} more in {:.0} s: {:.1} games/s, {} positions kept of {} ({:.0} %), {:.0}/s",
        progress.games_before + progress.games,
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
