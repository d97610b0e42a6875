//! A match as a value, and how it is played.
//!
//! `match`, `sprt`, `ablate` and `spsa` build a [`Plan`] and pass it to [`run`]. An [`Observer`] sees the games as they end.

use crate::openings::book_lines;
use crate::openings::opening::{self, Opening, OpeningError, Order};
use crate::play::adjudication::Adjudication;
use crate::play::engine_spec::EngineSpec;
use crate::play::engines::Engines;
use crate::play::live::LiveMatch;
use crate::play::referee::Rules;
use crate::play::schedule::{Format, Schedule};
use crate::play::search_limit::SearchLimit;
use crate::play::speeds::{self, Speed, SpeedError};
use crate::play::standings::Standings;
use crate::play::tablebases::{NoTablebases, TablebaseJudge};
use crate::play::tournament::{Proceed, Tournament, TournamentError};
use crate::stats::{Sprt, Verdict};
use crate::store::journal::{self, JournalError};
use crate::store::record::GameRecord;
use crate::store::results::{self, Results};
use crate::store::sprt_file;
use serde::Serialize;
use std::fmt;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use vernier_chess::{Board, CastlingMode};
use vernier_engine::{BookFileError, OpeningBook};

/// A match that can be played, interrupted, and continued.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engines; at least two, with different names and a limit each.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games for each pairing.
    pub rounds: u32,
    /// Where games begin.
    pub openings: OpeningSource,
    /// Positions and castling of Chess960.
    pub chess960: bool,
    /// Which games are cut short.
    pub adjudication: Adjudication,
    /// Folders of tablebases that end games.
    pub tablebases: Option<String>,
    /// Nodes for the first engine; the others get theirs in proportion to their speed.
    pub scaled_nodes: Option<NonZeroU64>,
    /// How far past its time an answer may come.
    pub margin: Duration,
    /// How long an engine without a clock may be silent.
    pub patience: Duration,
    /// How long an engine may take to start.
    pub startup: Duration,
    /// Games at a time.
    pub concurrency: usize,
    /// Where results are kept.
    pub folder: PathBuf,
    /// Ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// Where the games of a match begin.
#[derive(Clone, Debug)]
pub struct OpeningSource {
    /// Positions, games or a Polyglot book; our own positions without it.
    pub file: Option<PathBuf>,
    /// How many plies are taken from a game or book.
    pub plies: usize,
    /// The order in which they are used.
    pub order: Order,
}

impl Default for OpeningSource {
    fn default() -> Self {
        Self { file: None, plies: 16, order: Order::Random(1) }
    }
}

impl Plan {
    /// A match between these engines with the usual settings.
    pub fn new(engines: Vec<EngineSpec>) -> Self {
        let names: Vec<&str> = engines.iter().take(3).map(|engine| engine.name.as_str()).collect();
        Self {
            folder: results::folder_for(&names.join("-")),
            engines,
            format: Format::RoundRobin,
            rounds: 100,
            openings: OpeningSource::default(),
            chess960: false,
            adjudication: Adjudication::default(),
            tablebases: None,
            scaled_nodes: None,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(120),
            startup: Duration::from_secs(10),
            concurrency: 1,
            sprt: None,
        }
    }

    /// Checks the engines before anything is started.
    pub fn validate(&self) -> Result<(), ContestError> {
        let wrong = |text: String| Err(ContestError::Plan(text));
        if self.engines.len() < 2 {
            return wrong("a match needs two engines: --engine cmd=... --engine cmd=...".into());
        }
        for (index, EngineSpec { name, limit, .. }) in self.engines.iter().enumerate() {
            if self.scaled_nodes.is_some() && limit.nodes.is_some() {
                return wrong(format!("engine {name} has nodes= and --scaled-nodes; give one of them"));
            }
            if limit.is_empty() && self.scaled_nodes.is_none() {
                return wrong(format!(
                    "engine {name} has no limit: give tc=, movetime=, depth=, nodes= or --scaled-nodes"
                ));
            }
            if self.engines[..index].iter().any(|other| other.name == *name) {
                return wrong(format!("two engines are called {name}; give name="));
            }
        }
        Ok(())
    }

    /// How many games there are.
    pub fn games(&self) -> u32 {
        self.schedule().games()
    }

    fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.rounds)
    }

    const fn mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    const fn rules(&self) -> Rules {
        Rules {
            mode: self.mode(),
            adjudication: self.adjudication,
            margin: self.margin,
            patience: self.patience,
        }
    }

    fn verdict(&self, standings: &Standings) -> Verdict {
        match (&self.sprt, standings.duel(0, 1)) {
            (Some(sprt), Some(duel)) => sprt.verdict(&duel.pairs),
            _ => Verdict::Undecided,
        }
    }
}

/// Observes a running match.
pub trait Observer {
    /// The match begins, or continues with these games played.
    fn begin(&mut self, standings: &Standings);

    /// Speeds are about to be measured.
    fn measuring(&mut self) {}

    /// The speeds that decide how many nodes each engine gets.
    fn speeds(&mut self, speeds: &[Speed]) {
        let _ = speeds;
    }

    /// A game has ended, and is on the disk.
    fn game(&mut self, record: &GameRecord, standings: &Standings);

    /// The match stops because the user asked for it; games in progress are abandoned.
    fn interrupted(&mut self, standings: &Standings) {
        let _ = standings;
    }
}

/// Sees nothing.
impl Observer for () {
    fn begin(&mut self, _: &Standings) {}

    fn game(&mut self, _: &GameRecord, _: &Standings) {}
}

/// The result of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The table.
    pub standings: Standings,
    /// What the test says; undecided without one.
    pub verdict: Verdict,
    /// True if games are missing because the user interrupted the match.
    pub interrupted: bool,
    /// What was wrong with tablebases.
    pub problems: Vec<String>,
}

/// Plays the games of a plan that are still missing. `interrupt` stops it between two moves.
pub fn run(plan: &Plan, observer: &mut dyn Observer, interrupt: &AtomicBool) -> Result<Played, ContestError> {
    plan.validate()?;
    let tables = plan.tablebases.as_deref().map(TablebaseJudge::open).transpose()?;
    let names: Vec<String> = plan.engines.iter().map(|engine| engine.name.clone()).collect();
    let engines = Engines::new(&plan.engines, plan.mode(), plan.startup);
    // A match that has not begun leaves nothing behind if an engine does not start.
    let begun = results::exists(&plan.folder);
    if !begun {
        engines.try_all()?;
    }
    let openings = Openings::of(plan, begun, &engines)?;
    let settings = Settings::of(plan, &openings);
    let mut standings = Standings::new(names.clone());
    let event = names.join(" - ");
    let open =
        |seen: &mut dyn FnMut(&GameRecord)| Results::open(&plan.folder, &settings, plan.mode(), &event, seen);
    let live = LiveMatch::new(&plan.folder, plan.sprt);
    let mut results = open(&mut |record| {
        standings.add(record);
        live.count(&standings);
    })?;
    if let Some(sprt) = &plan.sprt {
        sprt_file::write(&plan.folder, sprt)
            .map_err(|error| JournalError::File(plan.folder.clone(), error))?;
    }
    observer.begin(&standings);
    let schedule = plan.schedule();
    let mut interrupted = false;
    if plan.verdict(&standings) == Verdict::Undecided && standings.games() < schedule.games() {
        if begun {
            engines.try_all()?;
        }
        let tournament = Tournament {
            seats: seats(plan, &engines, standings.games(), observer)?,
            schedule,
            openings: &openings.list,
            rules: plan.rules(),
            tables: tables.as_ref(),
            concurrency: plan.concurrency,
            interrupt,
            live: Some(&live),
        };
        interrupted = tournament.run(&engines, &mut results, |event| match event {
            None => {
                observer.interrupted(&standings);
                Proceed::Stop
            }
            Some(record) => {
                standings.add(record);
                live.count(&standings);
                observer.game(record, &standings);
                if plan.verdict(&standings) == Verdict::Undecided { Proceed::On } else { Proceed::Stop }
            }
        })?;
    }
    if !results.has_pgn() {
        drop(results);
        open(&mut |_| ())?;
    }
    let problems = tables.iter().flat_map(TablebaseJudge::problems).collect();
    Ok(Played { verdict: plan.verdict(&standings), standings, interrupted, problems })
}

/// Names and limits, with nodes by speed if that is wanted: as measured now, or when the match began.
fn seats(
    plan: &Plan,
    engines: &Engines<'_>,
    games: u32,
    observer: &mut dyn Observer,
) -> Result<Vec<(String, SearchLimit)>, ContestError> {
    let seats = plan.engines.iter().map(|engine| (engine.name.clone(), engine.limit));
    let Some(nodes) = plan.scaled_nodes else { return Ok(seats.collect()) };
    let names: Vec<&str> = plan.engines.iter().map(|engine| engine.name.as_str()).collect();
    let speeds = match speeds::load(&plan.folder, &names, games)? {
        Some(speeds) => speeds,
        None => {
            observer.measuring();
            let speeds = speeds::share(&names, &engines.speeds()?, nodes.get());
            speeds::save(&plan.folder, &speeds)?;
            speeds
        }
    };
    observer.speeds(&speeds);
    let scaled = |((name, limit), speed): ((String, SearchLimit), &Speed)| {
        (name, SearchLimit { nodes: Some(speed.nodes), ..limit })
    };
    Ok(seats.zip(&speeds).map(scaled).collect())
}

/// What the journal calls openings made of moves for engines that cannot begin from a position.
const RANDOM_MOVES: &str = "random moves";

/// The openings of a match, and a text that identifies them. Generated openings begin alike, however many there are, so that a
/// match can be made longer.
struct Openings {
    list: Vec<Opening>,
    fingerprint: String,
}

impl Openings {
    fn of(plan: &Plan, begun: bool, engines: &Engines<'_>) -> Result<Self, ContestError> {
        let openings = Self::read(plan)?;
        let from_start = |opening: &Opening| opening.start == Board::start();
        if plan.chess960 || openings.list.iter().all(from_start) {
            return Ok(openings);
        }
        // A match that has begun keeps its settings.
        let without = if begun { Self::began_with_moves(&plan.folder) } else { engines.without_positions() };
        match (without, &plan.openings.file) {
            (None, _) => Ok(openings),
            (Some(name), Some(file)) => Err(ContestError::Plan(format!(
                "{name} cannot begin from a position, and {} holds positions; use games (PGN) or a book (.bin)",
                file.display()
            ))),
            (Some(_), None) => {
                let seed = plan.openings.order.seed();
                let list = opening::random(plan.rounds as usize, seed, CastlingMode::Standard);
                Ok(Self { list, fingerprint: format!("{RANDOM_MOVES}, {seed}") })
            }
        }
    }

    /// The journal's name for them, if its games began with random moves.
    fn began_with_moves(folder: &Path) -> Option<String> {
        let header = journal::header(&results::journal(folder)).ok()?;
        let hash = header.pointer("/settings/opening_hash")?.as_str()?;
        hash.starts_with(RANDOM_MOVES).then(|| hash.to_owned())
    }

    fn read(plan: &Plan) -> Result<Self, ContestError> {
        let OpeningSource { file, plies, order } = &plan.openings;
        let (rounds, plies, order) = (plan.rounds as usize, *plies, *order);
        let Some(path) = file else {
            let list = opening::built_in(rounds, order, plan.mode());
            return Ok(Self { list, fingerprint: format!("built in, {order:?}") });
        };
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin")) {
            let book = OpeningBook::load(path)?;
            let list = book_lines::lines(&book, rounds, plies, order);
            if list.is_empty() {
                let text = format!("no line of {} begins at the start position", path.display());
                return Err(ContestError::Plan(text));
            }
            let fingerprint = format!("{}, {plies} plies, {order:?}", book_lines::fingerprint(&book));
            return Ok(Self { list, fingerprint });
        }
        let list = opening::load(path, plies, order)?;
        let fingerprint = opening::fingerprint(&list);
        Ok(Self { list, fingerprint })
    }
}

/// Everything that identifies a match, as the journal stores it.
#[derive(Serialize)]
struct Settings<'a> {
    engines: &'a [EngineSpec],
    /// Hashes of the programs: a rebuilt engine is another engine.
    programs: Vec<Option<String>>,
    format: Format,
    chess960: bool,
    openings: Option<&'a Path>,
    opening_hash: &'a str,
    adjudication: Adjudication,
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebases: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scaled_nodes: Option<NonZeroU64>,
    margin: u64,
    patience: u64,
}

impl<'a> Settings<'a> {
    fn of(plan: &'a Plan, openings: &'a Openings) -> Self {
        Self {
            engines: &plan.engines,
            programs: plan.engines.iter().map(EngineSpec::fingerprint).collect(),
            format: plan.format,
            chess960: plan.chess960,
            openings: plan.openings.file.as_deref(),
            opening_hash: &openings.fingerprint,
            adjudication: plan.adjudication,
            tablebases: plan.tablebases.as_deref(),
            scaled_nodes: plan.scaled_nodes,
            margin: plan.margin.as_millis() as u64,
            patience: plan.patience.as_secs(),
        }
    }
}

/// Why a match cannot be played.
#[derive(Debug)]
pub enum ContestError {
    /// The plan contradicts itself.
    Plan(String),
    /// The openings cannot be read.
    Openings(OpeningError),
    /// The book cannot be read.
    Book(BookFileError),
    /// The tablebases cannot be read.
    Tablebases(NoTablebases),
    /// The results cannot be read or written.
    Journal(JournalError),
    /// The speeds cannot be measured.
    Speed(SpeedError),
    /// An engine does not start, or the results cannot be kept.
    Tournament(TournamentError),
}

impl ContestError {
    /// True if the user's input is at fault, and not the run.
    pub const fn is_input(&self) -> bool {
        match self {
            Self::Plan(_) | Self::Openings(_) | Self::Book(_) | Self::Tablebases(_) => true,
            Self::Journal(error) => matches!(error, JournalError::OtherMatch(..) | JournalError::Line(..)),
            Self::Speed(error) => !matches!(error, SpeedError::Engine(..)),
            Self::Tournament(_) => false,
        }
    }
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(text) => f.write_str(text),
            Self::Openings(error) => error.fmt(f),
            Self::Book(error) => error.fmt(f),
            Self::Tablebases(error) => error.fmt(f),
            Self::Journal(error) => error.fmt(f),
            Self::Speed(error) => error.fmt(f),
            Self::Tournament(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ContestError {}

macro_rules! from {
    ($($error:ty => $variant:ident),* $(,)?) => {
        $(impl From<$error> for ContestError {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        })*
    };
}

from! {
    OpeningError => Openings,
    BookFileError => Book,
    NoTablebases => Tablebases,
    JournalError => Journal,
    SpeedError => Speed,
    TournamentError => Tournament,
}
