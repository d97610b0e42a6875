//! `rating`: how strong an engine is, on the scale of an opponent whose strength can be set.

use super::arguments::{Arguments, CommandError, Grammar};
use super::progress::say;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vernier_chess::CastlingMode;
use vernier_lab::openings::opening::{self, Opening, Order};
use vernier_lab::play::adjudication::{Adjudication, DrawRule, ResignRule};
use vernier_lab::play::engine_spec::EngineSpec;
use vernier_lab::play::engines::Engines;
use vernier_lab::play::referee::Rules;
use vernier_lab::play::schedule::{Format, Schedule};
use vernier_lab::play::tournament::{Proceed, Tournament};
use vernier_lab::store::results::{self, Results};
use vernier_lab::study::rating::{Games, Ladder, Rating, opponent};
use vernier_protocol::client::UciPlayer;
use vernier_protocol::uci::OptionKind;

pub const HELP: &str = "\
vernier-lab rating --engine KEY=VALUE... [--opponent cmd=stockfish KEY=VALUE...] [--each tc=10+0.1] [options]

Plays pairs of games against an opponent whose strength can be set (UCI_LimitStrength, UCI_Elo) and finds the rating
that fits the results best, with its 95 % interval. It begins in the middle of the opponent's levels; each next pair
meets the level from which most is learnt. Started again with the same words it goes on where it was.
The scale is the opponent's: Stockfish's levels were rated by its authors at their conditions, which are slow (60 s +
0.6 s a move in 2019, later 120 s + 1 s). Other time controls bend it.

  --engine, --opponent, --each   as for `match`
  --error E         stop when the interval is no wider than E to either side (50)
  --games N         or after so many games (400)
  --levels A-B      use only these levels (all that the opponent offers)      --step N   multiples of this (25)
  --concurrency N   games at a time (1)
  --openings FILE   FEN, EPD or PGN (random openings of eight plies)          --seed N   (1)
  --out FOLDER      where games.jsonl and games.pgn go (results/rating-NAME)
";

/// Everything that makes two searches for a rating the same.
#[derive(Serialize)]
struct Settings {
    rated: EngineSpec,
    opponent: EngineSpec,
    programs: [Option<String>; 2],
    openings: String,
    adjudication: Adjudication,
}

/// A search for a rating as the command line describes it.
struct Search {
    settings: Settings,
    ladder: Ladder,
    openings: Vec<Opening>,
    error: f64,
    games: u32,
    concurrency: usize,
    folder: PathBuf,
}

const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawRule { from_move: 40, moves: 8, score: 10 }),
    resign: Some(ResignRule { moves: 3, score: 800 }),
    max_moves: Some(250),
};

/// Runs `vernier-lab rating`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let search = Search::read(words)?;
    let games = search.play()?;
    let rating = games.estimate();
    say(&format!("{}: {}\n", search.settings.rated.name, games.summary()));
    Ok(if rating.is_some_and(|rating| rating.error <= search.error) { 0 } else { 2 })
}

impl Search {
    fn read(words: &[String]) -> Result<Self, CommandError> {
        let grammar = Grammar { flags: &[], lists: &["engine", "opponent", "each"] };
        let mut arguments = Arguments::parse(words, &grammar)?;
        let common = arguments.all("each").concat();
        let mut spec = |name: &str, default: Option<&str>| {
            let own = arguments.all(name).concat();
            let words = default.into_iter().chain(common.iter().chain(&own).map(String::as_str));
            let spec = EngineSpec::read(words).map_err(|error| CommandError(format!("--{name}: {error}")))?;
            match spec.limit.is_empty() {
                true => {
                    Err(CommandError(format!("--{name} has no limit: give tc=, movetime=, depth= or nodes=")))
                }
                false => Ok(spec),
            }
        };
        let (rated, opponent) = (spec("engine", None)?, spec("opponent", Some("cmd=stockfish"))?);
        let games: u32 = arguments.value("games")?.unwrap_or(400);
        let seed = arguments.value("seed")?.unwrap_or(1);
        let (openings, opening_hash) = match arguments.text("openings") {
            Some(file) => {
                let openings = opening::load(Path::new(&file), 16, Order::Random(seed))?;
                let hash = opening::fingerprint(&openings);
                (openings, hash)
            }
            None => (opening::random(MOST_OPENINGS, seed, CastlingMode::Standard), format!("random {seed}")),
        };
        let step = arguments.value("step")?.unwrap_or(25);
        let (lowest, highest) = match arguments.text("levels") {
            Some(text) => read_levels(&text)?,
            None => offered(&opponent)?,
        };
        let folder = arguments.text("out").map(PathBuf::from);
        let folder = folder.unwrap_or_else(|| results::folder_for(&format!("rating-{}", rated.name)));
        let search = Self {
            settings: Settings {
                programs: [rated.fingerprint(), opponent.fingerprint()],
                openings: opening_hash,
                adjudication: ADJUDICATION,
                rated,
                opponent,
            },
            ladder: Ladder { lowest, highest, step },
            openings,
            error: arguments.value("error")?.unwrap_or(50.0),
            games,
            concurrency: arguments.concurrency("concurrency", 1)?,
            folder,
        };
        arguments.finish_empty()?;
        Ok(search)
    }

    fn play(&self) -> Result<Games, CommandError> {
        let event = format!("Rating of {}", self.settings.rated.name);
        let mut games = Games::default();
        let mut results =
            Results::open(&self.folder, &self.settings, CastlingMode::Standard, &event, |record| {
                games.add(record);
            })?;
        if games.count() > 0 {
            say(&format!("{} games are in {} already\n", games.count(), self.folder.display()));
        }
        while !self.is_done(&games) {
            let unfinished = games.unfinished();
            let level = unfinished.unwrap_or_else(|| games.next_level(self.ladder));
            let more = if unfinished.is_some() { 0 } else { self.concurrency as u32 };
            let specs = [self.settings.rated.clone(), self.at(level)];
            let engines = Engines::new(&specs, CastlingMode::Standard, STARTUP);
            engines.try_all()?;
            let tournament = Tournament {
                seats: specs.iter().map(|spec| (spec.name.clone(), spec.limit)).collect(),
                schedule: Schedule::new(Format::RoundRobin, 2, games.begun() + more),
                openings: &self.openings,
                rules: self.rules(),
                tables: None,
                concurrency: self.concurrency,
            };
            tournament.run(&engines, &mut results, |record| {
                games.add(record);
                Proceed::On
            })?;
            say(&format!("{:>5} level {level}: {}\n", games.count(), games.summary()));
        }
        Ok(games)
    }

    /// The opponent at a level.
    fn at(&self, level: i32) -> EngineSpec {
        let mut spec = self.settings.opponent.clone();
        spec.name = opponent(level);
        for (name, value) in [(LIMITED, "true".to_owned()), (LEVEL, level.to_string())] {
            spec.options.push((name.to_owned(), value));
        }
        spec
    }

    fn is_done(&self, games: &Games) -> bool {
        let close = |rating: Rating| rating.error <= self.error && games.count() >= LEAST_GAMES;
        games.unfinished().is_none() && (games.count() >= self.games || games.estimate().is_some_and(close))
    }

    fn rules(&self) -> Rules {
        Rules {
            mode: CastlingMode::Standard,
            adjudication: ADJUDICATION,
            margin: Duration::from_millis(200),
            patience: Duration::from_secs(120),
        }
    }
}

/// How long an engine may take to say who it is.
const STARTUP: Duration = Duration::from_secs(20);
/// So many random openings are made up; then they come again.
const MOST_OPENINGS: usize = 1000;
/// Intervals of fewer games are not to be trusted.
const LEAST_GAMES: u32 = 20;
/// The options that set an opponent's strength.
const LIMITED: &str = "UCI_LimitStrength";
const LEVEL: &str = "UCI_Elo";

fn read_levels(text: &str) -> Result<(i32, i32), CommandError> {
    let ends = text.split_once('-').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let ends = ends.filter(|(low, high)| low <= high);
    ends.ok_or_else(|| CommandError(format!("--levels {text} is not of the form 1400-2800")))
}

/// The levels that the opponent offers, asked of the program itself.
fn offered(spec: &EngineSpec) -> Result<(i32, i32), CommandError> {
    let error = |why: String| CommandError(format!("{}: {why}", spec.command));
    let options = UciPlayer::options(&spec.launch(), STARTUP).map_err(|fault| error(fault.to_string()))?;
    let level = options.into_iter().find(|option| option.name == LEVEL).map(|option| option.kind);
    match level {
        Some(OptionKind::Spin { min, max, .. }) => Ok((min as i32, max as i32)),
        _ => Err(error(format!("it has no option {LEVEL}; its strength cannot be set"))),
    }
}
