//! Plays the games of a schedule that are still missing, several at a time.

use crate::openings::opening::Opening;
use crate::play::latency::LatencyWatch;
use crate::play::live::LiveMatch;
use crate::play::referee::{Played, Referee, Rules};
use crate::play::schedule::{Fixture, Schedule};
use crate::play::search_limit::SearchLimit;
use crate::play::tablebases::TablebaseJudge;
use crate::store::journal::JournalError;
use crate::store::record::GameRecord;
use crate::store::results::Results;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use vernier_chess::{ByColor, Color};
use vernier_protocol::client::{Player, PlayerError};

/// Starts the engine of a seat.
pub trait Starter: Sync {
    /// A fresh player, or why there is none.
    fn start(&self, seat: usize) -> Result<Box<dyn Player>, PlayerError>;
}

/// A match, ready to be played.
pub struct Tournament<'a> {
    /// Names and limits of the engines.
    pub seats: Vec<(String, SearchLimit)>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Where games begin; round after round takes the next.
    pub openings: &'a [Opening],
    /// What holds for every game.
    pub rules: Rules,
    /// Tablebases that end games.
    pub tables: Option<&'a TablebaseJudge>,
    /// Games at a time.
    pub concurrency: usize,
    /// Set by the user to stop the match; games in progress are given up.
    pub interrupt: &'a AtomicBool,
    /// Where the games in play are shown, if anywhere.
    pub live: Option<&'a LiveMatch>,
}

/// Whether to continue after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proceed {
    /// Play the next.
    On,
    /// It is decided.
    Stop,
}

/// What ends a match before its time.
#[derive(Debug)]
pub enum TournamentError {
    /// An engine does not start.
    Start(String, PlayerError),
    /// Results cannot be kept.
    Journal(JournalError),
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(name, fault) => write!(f, "engine {name} cannot be started: {fault}"),
            Self::Journal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TournamentError {}

impl From<JournalError> for TournamentError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// How often the runner looks whether it is to stop.
const LOOK_UP: Duration = Duration::from_millis(50);

/// A message of a worker.
enum WorkerMessage {
    Finished(Box<GameRecord>),
    CannotStart(usize, PlayerError),
}

impl Tournament<'_> {
    /// Plays all games that are not among the results. Each goes there first, and then to `visit`, which is also notified of
    /// an interruption by being given no game. True if the match was interrupted.
    pub fn run(
        &self,
        starter: &dyn Starter,
        results: &mut Results,
        mut visit: impl FnMut(Option<&GameRecord>) -> Proceed,
    ) -> Result<bool, TournamentError> {
        let missing: Vec<Fixture> = (0..self.schedule.games())
            .filter(|id| !results.finished().contains(id))
            .filter_map(|id| self.schedule.fixture(id))
            .collect();
        let workers = self.concurrency.clamp(1, missing.len().max(1));
        let (queue, stop) = (Mutex::new(missing.into_iter()), AtomicBool::new(false));
        let latency = LatencyWatch::watch();
        let context =
            WorkerContext { tournament: self, starter, queue: &queue, stop: &stop, latency: &latency };
        std::thread::scope(|scope| {
            let (messages, inbox) = channel();
            for _ in 0..workers {
                let messages = messages.clone();
                let context = &context;
                scope.spawn(move || context.work(&messages));
            }
            drop(messages);
            let mut outcome = Ok(false);
            loop {
                let message = match inbox.recv_timeout(LOOK_UP) {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let Some(live) = self.live {
                    live.write();
                }
                // After the first failure the rest is only waited for.
                if stop.load(Ordering::Relaxed) {
                    continue;
                }
                if self.interrupt.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                    visit(None);
                    outcome = Ok(true);
                }
                let Some(message) = message else { continue };
                match message {
                    WorkerMessage::Finished(record) => match results.add(&record) {
                        Ok(()) if visit(Some(&record)) == Proceed::On => continue,
                        Ok(()) => (),
                        Err(error) => outcome = Err(error.into()),
                    },
                    WorkerMessage::CannotStart(seat, fault) => {
                        outcome = Err(TournamentError::Start(self.seats[seat].0.clone(), fault));
                    }
                }
                stop.store(true, Ordering::Relaxed);
            }
            outcome
        })
    }
}

/// What the workers share.
struct WorkerContext<'a> {
    tournament: &'a Tournament<'a>,
    starter: &'a dyn Starter,
    queue: &'a Mutex<std::vec::IntoIter<Fixture>>,
    stop: &'a AtomicBool,
    latency: &'a LatencyWatch,
}

/// The engines that a worker keeps running from game to game.
type Bench = Vec<(usize, Box<dyn Player>)>;

impl WorkerContext<'_> {
    /// Plays game after game until none is left.
    fn work(&self, messages: &Sender<WorkerMessage>) {
        let mut bench = Bench::new();
        while let Some(fixture) = self.next() {
            let message = match self.game(&fixture, &mut bench) {
                Ok(Some(record)) => WorkerMessage::Finished(Box::new(record)),
                Ok(None) => return,
                Err((seat, fault)) => WorkerMessage::CannotStart(seat, fault),
            };
            if messages.send(message).is_err() {
                return;
            }
        }
    }

    fn next(&self) -> Option<Fixture> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.queue.lock().ok()?.next()
    }

    fn game(&self, fixture: &Fixture, bench: &mut Bench) -> Result<Option<GameRecord>, (usize, PlayerError)> {
        let seats = ByColor([fixture.white, fixture.black]);
        bench.retain(|(seat, _)| seats.0.contains(seat));
        let [mut white, mut black] = [self.player(bench, fixture.white)?, self.player(bench, fixture.black)?];
        let opening = &self.tournament.openings[fixture.round as usize % self.tournament.openings.len()];
        let limits = ByColor(seats.0.map(|seat| self.tournament.seats[seat].1));
        let referee = Referee {
            rules: &self.tournament.rules,
            stop: self.stop,
            latency: self.latency,
            tables: self.tournament.tables,
            on_move: &|board, ply| {
                if let Some(live) = self.tournament.live {
                    live.moved(fixture.id, board, ply);
                }
            },
        };
        let (began, start) = (SystemTime::now(), Instant::now());
        let names = seats.0.map(|seat| self.tournament.seats[seat].0.as_str());
        if let Some(live) = self.tournament.live {
            live.begin(fixture.id, names, &opening.start);
        }
        let played = referee.play(ByColor([white.as_mut(), black.as_mut()]), limits, opening);
        if let Some(live) = self.tournament.live {
            live.end(fixture.id);
        }
        let Some(played) = played else { return Ok(None) };
        // Who lost by a fault may be in any state; it is not used again.
        for (color, player) in [(Color::White, white), (Color::Black, black)] {
            if !played.faults[color].keys().any(|fault| fault.costs_the_game()) {
                bench.push((seats[color], player));
            }
        }
        Ok(Some(self.record(fixture, opening, played, began, start.elapsed())))
    }

    /// The seat's engine from the bench, or a new one.
    fn player(&self, bench: &mut Bench, seat: usize) -> Result<Box<dyn Player>, (usize, PlayerError)> {
        match bench.iter().position(|(known, _)| *known == seat) {
            Some(index) => Ok(bench.swap_remove(index).1),
            None => self.starter.start(seat).map_err(|fault| (seat, fault)),
        }
    }

    fn record(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        played: Played,
        began: SystemTime,
        took: Duration,
    ) -> GameRecord {
        let name = |seat: usize| self.tournament.seats[seat].0.clone();
        let ByColor([white_faults, black_faults]) = played.faults;
        GameRecord {
            id: fixture.id,
            white: name(fixture.white),
            black: name(fixture.black),
            result: played.finish.outcome.result(),
            reason: played.finish.to_string(),
            termination: played.finish.outcome.termination().to_owned(),
            opening: opening.fen(self.tournament.rules.mode),
            white_faults,
            black_faults,
            began: began.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            took: took.as_millis() as u64,
            moves: played.moves,
        }
    }
}
