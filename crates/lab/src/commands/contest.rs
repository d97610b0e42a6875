//! `match` and `sprt`: games between engines.

use super::arguments::{Arguments, CommandError, Grammar, only_keys, take_key};
use super::progress::{Progress, say};
use serde::Serialize;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vernier_chess::CastlingMode;
use vernier_engine::OpeningBook;
use vernier_lab::openings::book_lines;
use vernier_lab::openings::opening::{self, Opening, Order};
use vernier_lab::play::adjudication::{Adjudication, DrawRule, ResignRule};
use vernier_lab::play::cost::Cost;
use vernier_lab::play::engine_spec::EngineSpec;
use vernier_lab::play::engines::Engines;
use vernier_lab::play::referee::Rules;
use vernier_lab::play::schedule::{Format, Schedule};
use vernier_lab::play::search_limit::SearchLimit;
use vernier_lab::play::speeds::{self, Speed};
use vernier_lab::play::standings::Standings;
use vernier_lab::play::tablebases::TablebaseJudge;
use vernier_lab::play::tournament::{Proceed, Tournament};
use vernier_lab::stats::{Bounds, Model, Sprt, Verdict};
use vernier_lab::store::record::GameRecord;
use vernier_lab::store::results::{self, Results};
use vernier_lab::store::sprt_file;

pub const HELP: &str = "\
vernier-lab match --engine KEY=VALUE... --engine KEY=VALUE... [options]
vernier-lab sprt  --engine KEY=VALUE... --engine KEY=VALUE... [--elo0 0] [--elo1 5] [options]

Plays pairs of games with colors reversed and tells the difference in strength. Started again with the same words it
goes on where it was. `sprt` stops as soon as the first engine is shown to be better (exit status 0) or not better (1);
2 means that the rounds ran out before. Exit status 3: it could not be played.

  --engine   cmd=PROGRAM (or cmd=self: this very engine) name= args= dir= env.NAME= option.NAME=
             proto=uci|xboard tc=2+0.02 movetime=SECONDS depth= nodes= ponder=on|off
  --each     the same keys, for all engines
  --rounds N        pairs of games for each pairing (100; sprt: 50000)
  --concurrency N   games at a time (1)
  --scaled-nodes N  nodes in proportion to each engine's own speed, which is measured first; the first engine gets N
  --openings FILE   FEN or EPD, one a line, PGN, or a Polyglot book (.bin); without it 500 even positions of our own
  --plies N         how many moves, of both sides together, to take from a game of a PGN file or a book (16)
  --order random|sequential   (random; a book is walked by the weights of its moves)      --seed N   (1)
  --gauntlet        the first engine meets all others; else everybody meets everybody
  --chess960        positions and castling of Chess960
  --draw number=40 moves=8 score=10       end level games
  --resign moves=3 score=600              end won games when both engines agree
  --max-moves N     a draw after so many moves
  --tablebases DIR  end games whose result Syzygy tables know, by the fifty-move rule
  --margin MS       how far past its time an answer may come (50)
  --patience S      how long an engine without a clock may be silent (120)
  --startup S       how long an engine may take to say who it is (10)
  --out FOLDER      where games.jsonl and games.pgn go (results/FIRST-SECOND)
  --quiet           only the final table
sprt only:
  --elo0 A --elo1 B   the bounds (0 and 5)      --model normalized|logistic   (normalized)
  --alpha P --beta P  allowed errors (0.05)
";

/// Everything that makes two matches the same match.
#[derive(Serialize)]
struct Settings {
    engines: Vec<EngineSpec>,
    /// Hashes of the programs: a rebuilt engine is another engine.
    programs: Vec<Option<String>>,
    format: Format,
    chess960: bool,
    openings: Option<PathBuf>,
    opening_hash: String,
    adjudication: Adjudication,
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebases: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scaled_nodes: Option<NonZeroU64>,
    margin: u64,
    patience: u64,
}

/// A match as the command line describes it.
struct Contest {
    settings: Settings,
    openings: Vec<Opening>,
    tables: Option<TablebaseJudge>,
    rounds: u32,
    concurrency: usize,
    folder: PathBuf,
    quiet: bool,
    startup: Duration,
    sprt: Option<Sprt>,
}

/// Nobody plays more, and as many openings have to be kept.
const MOST_ROUNDS: u32 = 1_000_000;

/// A day, in seconds.
const LONGEST_WAIT: u64 = 86_400;

const GRAMMAR: Grammar =
    Grammar { flags: &["gauntlet", "chess960", "quiet"], lists: &["engine", "each", "draw", "resign"] };

/// Runs `vernier-lab match` or, with a test, `vernier-lab sprt`.
pub fn run(words: &[String], with_test: bool) -> Result<u8, CommandError> {
    let contest = Contest::read(words, with_test)?;
    let standings = contest.play()?;
    Ok(if with_test { contest.verdict(&standings).exit_status() } else { 0 })
}

/// Plays a match described by the words of `vernier-lab match`.
pub fn play(words: &[String]) -> Result<Standings, CommandError> {
    Contest::read(words, false)?.play()
}

impl Contest {
    fn read(words: &[String], with_test: bool) -> Result<Self, CommandError> {
        let mut arguments = Arguments::parse(words, &GRAMMAR)?;
        let scaled_nodes = arguments.value("scaled-nodes")?;
        let engines = read_engines(&mut arguments, scaled_nodes)?;
        let sprt = if with_test { Some(read_test(&mut arguments)?) } else { None };
        let rounds = if with_test { 50_000 } else { 100 };
        let rounds = arguments.value_within("rounds", rounds, 1..=MOST_ROUNDS)?;
        let seed = arguments.value("seed")?.unwrap_or(1);
        let order = match arguments.text("order").as_deref() {
            None | Some("random") => Order::Random(seed),
            Some("sequential") => Order::Sequential,
            Some(other) => {
                return Err(CommandError(format!("--order {other} is neither random nor sequential")));
            }
        };
        let chess960 = arguments.flag("chess960");
        let plies = arguments.value("plies")?.unwrap_or(16);
        let file = arguments.text("openings").map(PathBuf::from);
        let (openings, opening_hash) = read_openings(file.as_deref(), rounds, plies, order, chess960)?;
        let tablebases = arguments.text("tablebases");
        let settings = Settings {
            programs: engines.iter().map(EngineSpec::fingerprint).collect(),
            format: if arguments.flag("gauntlet") { Format::Gauntlet } else { Format::RoundRobin },
            chess960,
            opening_hash,
            openings: file,
            adjudication: read_adjudication(&mut arguments)?,
            tablebases,
            scaled_nodes,
            margin: arguments.value_within("margin", 50, 0..=1000 * LONGEST_WAIT)?,
            patience: arguments.value_within("patience", 120, 1..=LONGEST_WAIT)?,
            engines,
        };
        let folder = arguments.text("out").map_or_else(|| default_folder(&settings.engines), PathBuf::from);
        let concurrency = arguments.concurrency("concurrency", 1)?;
        let quiet = arguments.flag("quiet");
        let startup = Duration::from_secs(arguments.value_within("startup", 10, 1..=LONGEST_WAIT)?);
        arguments.finish_empty()?;
        let tables = settings.tablebases.as_deref().map(TablebaseJudge::open).transpose()?;
        Ok(Self { settings, openings, tables, rounds, concurrency, folder, quiet, startup, sprt })
    }

    fn mode(&self) -> CastlingMode {
        castling_mode(self.settings.chess960)
    }

    fn play(&self) -> Result<Standings, CommandError> {
        let names: Vec<String> = self.settings.engines.iter().map(|engine| engine.name.clone()).collect();
        let event = names.join(" - ");
        let mut standings = Standings::new(names);
        let open = |seen: &mut dyn FnMut(&GameRecord)| {
            Results::open(&self.folder, &self.settings, self.mode(), &event, seen)
        };
        let mut results = open(&mut |record| standings.add(record))?;
        if let Some(sprt) = &self.sprt {
            sprt_file::write(&self.folder, sprt).map_err(CommandError::at(&self.folder))?;
        }
        let schedule = Schedule::new(self.settings.format, self.settings.engines.len(), self.rounds);
        let mut progress = Progress::new(schedule.games(), self.sprt, self.quiet);
        progress.begin(&standings, &self.folder);
        if self.proceed(&standings) == Proceed::On && standings.games() < schedule.games() {
            self.play_missing(schedule, &mut results, |record| {
                standings.add(record);
                progress.game(record, &standings);
                self.proceed(&standings)
            })?;
        }
        progress.end(&standings);
        if !results.has_pgn() {
            drop(results);
            open(&mut |_| ())?;
        }
        self.tell_cost();
        for problem in self.tables.iter().flat_map(TablebaseJudge::problems) {
            eprintln!("vernier-lab: {problem}");
        }
        Ok(standings)
    }

    fn play_missing(
        &self,
        schedule: Schedule,
        results: &mut Results,
        heard: impl FnMut(&GameRecord) -> Proceed,
    ) -> Result<(), CommandError> {
        let engines = Engines::new(&self.settings.engines, self.mode(), self.startup);
        engines.try_all()?;
        let tournament = Tournament {
            seats: self.seats(&engines, results.finished().len() as u32)?,
            schedule,
            openings: &self.openings,
            rules: self.rules(),
            tables: self.tables.as_ref(),
            concurrency: self.concurrency,
        };
        Ok(tournament.run(&engines, results, heard)?)
    }

    /// Names and limits, with nodes by speed if that is wanted: as measured now, or when the match began.
    fn seats(&self, starter: &Engines<'_>, games: u32) -> Result<Vec<(String, SearchLimit)>, CommandError> {
        let engines = &self.settings.engines;
        let seats = engines.iter().map(|engine| (engine.name.clone(), engine.limit));
        let Some(nodes) = self.settings.scaled_nodes else { return Ok(seats.collect()) };
        let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        let speeds = match speeds::load(&self.folder, &names, games)? {
            Some(speeds) => speeds,
            None => {
                say("measuring speeds ...\n");
                let speeds = speeds::share(&names, &starter.speeds()?, nodes.get());
                speeds::save(&self.folder, &speeds)?;
                speeds
            }
        };
        for Speed { name, nodes_per_second, nodes } in &speeds {
            say(&format!("{name}: {nodes_per_second} nodes a second, gets {nodes} nodes a move\n"));
        }
        let paced = seats
            .zip(&speeds)
            .map(|((name, limit), speed)| (name, SearchLimit { nodes: Some(speed.nodes), ..limit }));
        Ok(paced.collect())
    }

    /// Says how much of the machine went into the match itself. An engine inside this very program cannot be told apart.
    fn tell_cost(&self) {
        let apart = self.settings.engines.iter().all(|engine| !engine.is_self());
        if let Some(cost) = Cost::so_far().filter(|_| apart) {
            say(&format!("{cost}\n"));
        }
    }

    fn rules(&self) -> Rules {
        Rules {
            mode: self.mode(),
            adjudication: self.settings.adjudication,
            margin: Duration::from_millis(self.settings.margin),
            patience: Duration::from_secs(self.settings.patience),
        }
    }

    /// A match is played to its end, a test until it is decided.
    fn proceed(&self, standings: &Standings) -> Proceed {
        if self.verdict(standings) == Verdict::Undecided { Proceed::On } else { Proceed::Stop }
    }

    fn verdict(&self, standings: &Standings) -> Verdict {
        match (&self.sprt, standings.duel(0, 1)) {
            (Some(sprt), Some(duel)) => sprt.verdict(&duel.pairs),
            _ => Verdict::Undecided,
        }
    }
}

const fn castling_mode(chess960: bool) -> CastlingMode {
    if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

/// Openings, and a text that is the same for the same openings only. Those that are made to measure begin alike,
/// however many there are, so that a match can be made longer.
fn read_openings(
    file: Option<&Path>,
    rounds: u32,
    plies: usize,
    order: Order,
    chess960: bool,
) -> Result<(Vec<Opening>, String), CommandError> {
    let Some(path) = file else {
        let openings = opening::built_in(rounds as usize, order, castling_mode(chess960));
        return Ok((openings, format!("built in, {order:?}")));
    };
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin")) {
        let book = OpeningBook::load(path)?;
        let openings = book_lines::lines(&book, rounds as usize, plies, order);
        if openings.is_empty() {
            return Err(CommandError(format!("no line of {} begins at the start position", path.display())));
        }
        return Ok((openings, format!("{}, {plies} plies, {order:?}", book_lines::fingerprint(&book))));
    }
    let openings = opening::load(path, plies, order)?;
    let fingerprint = opening::fingerprint(&openings);
    Ok((openings, fingerprint))
}

fn read_engines(
    arguments: &mut Arguments,
    scaled_nodes: Option<NonZeroU64>,
) -> Result<Vec<EngineSpec>, CommandError> {
    let common = arguments.all("each").concat();
    let mut engines = Vec::new();
    for words in arguments.all("engine") {
        let both = common.iter().chain(&words).map(String::as_str);
        let engine = EngineSpec::read(both)
            .map_err(|error| CommandError(format!("--engine {}: {error}", words.join(" "))))?;
        if scaled_nodes.is_some() && engine.limit.nodes.is_some() {
            return Err(CommandError(format!(
                "engine {} has nodes= and --scaled-nodes; which?",
                engine.name
            )));
        }
        if engine.limit.is_empty() && scaled_nodes.is_none() {
            return Err(CommandError(format!(
                "engine {} has no limit: give tc=, movetime=, depth=, nodes= or --scaled-nodes",
                engine.name
            )));
        }
        engines.push(engine);
    }
    if engines.len() < 2 {
        return Err(CommandError("a match needs two engines: --engine cmd=... --engine cmd=...".into()));
    }
    for (index, engine) in engines.iter().enumerate() {
        if engines[..index].iter().any(|other| other.name == engine.name) {
            return Err(CommandError(format!("two engines are called {}; give name=", engine.name)));
        }
    }
    Ok(engines)
}

/// The bounds of a test with the errors it may make.
pub fn read_test(arguments: &mut Arguments) -> Result<Sprt, CommandError> {
    let model = match arguments.text("model").as_deref() {
        None | Some("normalized" | "normalised") => Model::Normalized,
        Some("logistic") => Model::Logistic,
        Some(other) => {
            return Err(CommandError(format!("--model {other} is neither normalized nor logistic")));
        }
    };
    let mut number = |name, default: f64| arguments.value(name).map(|value| value.unwrap_or(default));
    let bounds = Bounds { elo0: number("elo0", 0.0)?, elo1: number("elo1", 5.0)?, model };
    Ok(Sprt::new(bounds, number("alpha", 0.05)?, number("beta", 0.05)?)?)
}

fn read_adjudication(arguments: &mut Arguments) -> Result<Adjudication, CommandError> {
    let draw = arguments.all("draw").pop().map(|words| {
        only_keys(&words, &["number", "moves", "score"])?;
        let from_move = take_key(&words, "number", 40)?;
        let moves = take_key(&words, "moves", 8)?;
        Ok::<_, CommandError>(DrawRule { from_move, moves, score: take_key(&words, "score", 10)? })
    });
    let resign = arguments.all("resign").pop().map(|words| {
        only_keys(&words, &["moves", "score"])?;
        Ok::<_, CommandError>(ResignRule {
            moves: take_key(&words, "moves", 3)?,
            score: take_key(&words, "score", 600)?,
        })
    });
    Ok(Adjudication {
        draw: draw.transpose()?,
        resign: resign.transpose()?,
        max_moves: arguments.value("max-moves")?,
    })
}

/// `results/FIRST-SECOND`
fn default_folder(engines: &[EngineSpec]) -> PathBuf {
    let names: Vec<&str> = engines.iter().take(3).map(|engine| engine.name.as_str()).collect();
    results::folder_for(&names.join("-"))
}
