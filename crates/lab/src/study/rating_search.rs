//! Plays for a rating: pairs of games against an opponent whose strength can be set.

use crate::openings::opening::{self, Opening, OpeningError, Order};
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::contest::ContestError;
use crate::play::engine_spec::EngineSpec;
use crate::play::engines::Engines;
use crate::play::referee::Rules;
use crate::play::schedule::{Format, Schedule};
use crate::play::tournament::{Proceed, Tournament};
use crate::store::results::{self, Results};
use crate::study::rating::{Games, Ladder, Rating, opponent};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use vernier_chess::CastlingMode;
use vernier_protocol::client::UciPlayer;
use vernier_protocol::uci::OptionKind;

/// A search for a rating.
#[derive(Clone, Debug)]
pub struct RatingPlan {
    /// The engine to rate.
    pub engine: EngineSpec,
    /// Whose levels it meets.
    pub opponent: EngineSpec,
    /// The levels.
    pub ladder: Ladder,
    /// Where games begin; random moves without a file.
    pub openings: Option<PathBuf>,
    /// Chooses the openings.
    pub seed: u64,
    /// Enough when the 95 % interval is no wider than this to either side ...
    pub error: f64,
    /// ... or after this many games.
    pub games: u32,
    /// Games at a time.
    pub concurrency: usize,
    /// Where results are kept.
    pub folder: PathBuf,
}

/// Everything that makes two searches for a rating the same.
#[derive(Serialize)]
struct Settings<'a> {
    rated: &'a EngineSpec,
    opponent: &'a EngineSpec,
    programs: [Option<String>; 2],
    openings: String,
    adjudication: Adjudication,
}

const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawRule { from_move: 40, moves: 8, score: 10 }),
    resign: Some(ResignRule { moves: 3, score: 800 }),
    max_moves: Some(250),
};

const RULES: Rules = Rules {
    mode: CastlingMode::Standard,
    adjudication: ADJUDICATION,
    margin: Duration::from_millis(200),
    patience: Duration::from_secs(120),
};

/// How long an engine may take to start.
const STARTUP: Duration = Duration::from_secs(20);
/// At most this many random openings are generated; then they repeat.
const MOST_OPENINGS: usize = 1000;
/// Intervals of fewer games are not to be trusted.
const LEAST_GAMES: u32 = 20;
/// The options that set an opponent's strength.
const LIMITED: &str = "UCI_LimitStrength";
const LEVEL: &str = "UCI_Elo";

/// The result of a rating.
pub struct Rated {
    /// The games.
    pub games: Games,
    /// True if the interval is as narrow as was wanted.
    pub reached: bool,
    /// True if the user interrupted it.
    pub interrupted: bool,
}

impl RatingPlan {
    /// Plays until the rating is known well enough. `visit` sees the games after each pair with the level they met, and
    /// before the first without one.
    pub fn run(
        &self,
        interrupt: &AtomicBool,
        mut visit: impl FnMut(&Games, Option<i32>),
    ) -> Result<Rated, ContestError> {
        let (openings, fingerprint) = self.openings()?;
        let settings = Settings {
            rated: &self.engine,
            opponent: &self.opponent,
            programs: [self.engine.fingerprint(), self.opponent.fingerprint()],
            openings: fingerprint,
            adjudication: ADJUDICATION,
        };
        let event = format!("Rating of {}", self.engine.name);
        let (mut games, mut interrupted) = (Games::default(), false);
        let mode = CastlingMode::Standard;
        if !results::exists(&self.folder) {
            // A search that has not begun leaves nothing behind if an engine does not start.
            let specs = [self.engine.clone(), self.at(self.ladder.lowest)];
            Engines::new(&specs, mode, STARTUP).try_all()?;
        }
        let mut results = Results::open(&self.folder, &settings, mode, &event, |record| games.add(record))?;
        visit(&games, None);
        while !interrupted && !self.is_done(&games) {
            let unfinished = games.unfinished();
            let level = unfinished.unwrap_or_else(|| games.next_level(self.ladder));
            let more = if unfinished.is_some() { 0 } else { self.concurrency as u32 };
            let specs = [self.engine.clone(), self.at(level)];
            let engines = Engines::new(&specs, mode, STARTUP);
            engines.try_all()?;
            let tournament = Tournament {
                seats: specs.iter().map(|spec| (spec.name.clone(), spec.limit)).collect(),
                schedule: Schedule::new(Format::RoundRobin, 2, games.begun() + more),
                openings: &openings,
                rules: RULES,
                tables: None,
                concurrency: self.concurrency,
                interrupt,
                live: None,
            };
            interrupted = tournament.run(&engines, &mut results, |record| match record {
                Some(record) => {
                    games.add(record);
                    Proceed::On
                }
                None => Proceed::Stop,
            })?;
            visit(&games, Some(level));
        }
        let reached = games.estimate().is_some_and(|rating| rating.error <= self.error);
        Ok(Rated { games, reached, interrupted })
    }

    fn openings(&self) -> Result<(Vec<Opening>, String), OpeningError> {
        match &self.openings {
            Some(file) => {
                let openings = opening::load(file, 16, Order::Random(self.seed))?;
                let fingerprint = opening::fingerprint(&openings);
                Ok((openings, fingerprint))
            }
            None => {
                let openings = opening::random(MOST_OPENINGS, self.seed, CastlingMode::Standard);
                Ok((openings, format!("random {}", self.seed)))
            }
        }
    }

    /// The opponent at a level.
    fn at(&self, level: i32) -> EngineSpec {
        let mut spec = self.opponent.clone();
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
}

/// The levels that an opponent offers, asked of the program itself.
pub fn offered_levels(spec: &EngineSpec) -> Result<(i32, i32), String> {
    let options = UciPlayer::options(&spec.launch(), STARTUP).map_err(|error| error.to_string())?;
    let level = options.into_iter().find(|option| option.name == LEVEL).map(|option| option.kind);
    match level {
        Some(OptionKind::Spin { min, max, .. }) => Ok((min as i32, max as i32)),
        _ => Err(format!("it has no option {LEVEL}; its strength cannot be set")),
    }
}

/// The folder of a rating that names none.
pub fn default_folder(engine: &EngineSpec) -> PathBuf {
    results::folder_for(&format!("rating-{}", engine.name))
}
