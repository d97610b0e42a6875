//! Many threads that play, and one file that grows.

use super::{Player, Recipe};
use crate::play::tablebases::TablebaseJudge;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use vernier_engine::{SyncSearcher, TableError, TreeOptions};
use vernier_records::{Block, Filter, Header, WriteError, Writer};

/// A block is written when it has grown to this many bytes ...
const BLOCK: usize = 32 << 10;
/// ... or when this long has passed since the last.
const PATIENCE: Duration = Duration::from_secs(60);

/// When to stop: at whichever is reached first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Goal {
    /// Games in the file.
    pub games: Option<u64>,
    /// Positions in the file that the usual filter keeps.
    pub positions: Option<u64>,
    /// Time from now.
    pub time: Option<Duration>,
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Progress {
    /// Games that were in the file before.
    pub games_before: u64,
    /// Games played since.
    pub games: u64,
    /// Moves searched since.
    pub plies: u64,
    /// Positions the filter keeps of those games that were there before; counted only if they are a goal.
    pub kept_before: u64,
    /// Positions the filter kept of the games played since.
    pub kept: u64,
    /// Time since the beginning.
    pub elapsed: Duration,
    /// Bytes in the file.
    pub bytes: u64,
    /// Games in the file whose number was there already.
    pub repeated: u64,
}

/// The numbers of games still to be played.
struct Numbers {
    /// Numbers of games in the file, sorted, those below `next` left out.
    present: std::iter::Peekable<std::vec::IntoIter<u64>>,
    next: u64,
    end: u64,
}

impl Iterator for Numbers {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        while self.present.next_if_eq(&self.next).is_some() {
            self.next += 1;
        }
        let number = self.next;
        self.next += 1;
        (number < self.end).then_some(number)
    }
}

/// What was in the file before.
#[derive(Default)]
struct Stock {
    /// The numbers of its games, sorted.
    numbers: Vec<u64>,
    /// Games whose number was there already.
    repeated: u64,
    /// Positions that the filter keeps, if they are wanted.
    kept: u64,
}

/// What the threads share.
struct Workshop<'a> {
    recipe: &'a Recipe<'a>,
    filter: Filter,
    numbers: Mutex<Numbers>,
    writer: Mutex<Writer>,
    /// How far it was before the first game.
    before: Progress,
    began: Instant,
    games: AtomicU64,
    plies: AtomicU64,
    kept: AtomicU64,
    enough: AtomicBool,
    error: Mutex<Option<GenerateError>>,
}

/// Plays games with this many threads into a file until there are enough, and reports progress from time to time. A file with
/// the same header is continued: games whose number is in it are not played again.
pub fn generate(
    path: &Path,
    header: &Header,
    recipe: &Recipe<'_>,
    threads: usize,
    goal: Goal,
    mut on_progress: impl FnMut(&Progress),
) -> Result<Progress, GenerateError> {
    sound(recipe.tables)?;
    let workshop = Workshop::open(path, header, recipe, goal)?;
    let mut solos = Vec::new();
    for _ in 0..threads.max(1) {
        solos.push(searcher(recipe)?);
    }
    thread::scope(|scope| {
        let builder = || thread::Builder::new().name("self-play".into()).stack_size(SyncSearcher::STACK);
        let start = |solo| builder().spawn_scoped(scope, || workshop.work(Player::new(recipe, solo)));
        let workers: Vec<_> = solos.into_iter().map(start).collect::<Result<_, _>>()?;
        while !workers.iter().all(|worker| worker.is_finished()) {
            thread::sleep(Duration::from_millis(100));
            let now = workshop.progress();
            on_progress(&now);
            if goal.is_reached(&now) {
                workshop.enough.store(true, Relaxed);
            }
        }
        Ok::<_, std::io::Error>(())
    })?;
    match lock(&workshop.error).take() {
        Some(error) => Err(error),
        None => Ok(workshop.progress()),
    }
}

impl Goal {
    /// True if there is enough. Games need no check: only as many numbers are handed out as there should be games.
    fn is_reached(&self, now: &Progress) -> bool {
        self.positions.is_some_and(|goal| now.kept_before + now.kept >= goal)
            || self.time.is_some_and(|time| now.elapsed >= time)
    }
}

impl Stock {
    /// Opens a file, and counts what is in it.
    fn take(path: &Path, header: &Header, filter: &Filter, goal: Goal) -> Result<(Self, Writer), WriteError> {
        let mut stock = Self::default();
        let writer = Writer::open(path, header, |block| {
            let Ok(games) = block.games() else { return };
            if goal.positions.is_some() {
                let kept = games.clone().flatten().map(|game| filter.expand(&game, |_| ()) as u64);
                stock.kept += kept.sum::<u64>();
            }
            stock.numbers.extend(games.numbers().unwrap_or_default());
        })?;
        stock.numbers.sort_unstable();
        let all = stock.numbers.len();
        stock.numbers.dedup();
        stock.repeated = (all - stock.numbers.len()) as u64;
        Ok((stock, writer))
    }
}

impl<'a> Workshop<'a> {
    fn open(path: &Path, header: &Header, recipe: &'a Recipe<'_>, goal: Goal) -> Result<Self, WriteError> {
        let filter = Filter::default();
        let (stock, writer) = Stock::take(path, header, &filter, goal)?;
        let before = Progress {
            games_before: stock.numbers.len() as u64,
            kept_before: stock.kept,
            repeated: stock.repeated,
            ..Progress::default()
        };
        let end = goal.games.unwrap_or(u64::MAX);
        let numbers = Numbers { present: stock.numbers.into_iter().peekable(), next: 0, end };
        Ok(Self {
            recipe,
            filter,
            numbers: Mutex::new(numbers),
            writer: Mutex::new(writer),
            began: Instant::now(),
            games: AtomicU64::new(0),
            plies: AtomicU64::new(0),
            kept: AtomicU64::new(0),
            // A file that holds enough gets no more games.
            enough: AtomicBool::new(goal.is_reached(&before)),
            before,
            error: Mutex::new(None),
        })
    }

    fn progress(&self) -> Progress {
        Progress {
            games: self.games.load(Relaxed),
            plies: self.plies.load(Relaxed),
            kept: self.kept.load(Relaxed),
            elapsed: self.began.elapsed(),
            bytes: lock(&self.writer).len(),
            ..self.before
        }
    }

    /// The loop of a thread: play a game, add it to the block, write the block when it is large enough.
    fn work(&self, mut player: Player<'_>) {
        let (mut block, mut written) = (Block::new(), Instant::now());
        while !self.enough.load(Relaxed) {
            let Some(number) = lock(&self.numbers).next() else { break };
            let game = player.play(number);
            if let Err(error) = sound(self.recipe.tables) {
                self.give_up(error);
                break;
            }
            self.games.fetch_add(1, Relaxed);
            self.plies.fetch_add(game.scores.len() as u64, Relaxed);
            self.kept.fetch_add(self.filter.expand(&game, |_| ()) as u64, Relaxed);
            block.push(&game);
            if block.len() >= BLOCK || written.elapsed() >= PATIENCE {
                self.write(&std::mem::take(&mut block));
                written = Instant::now();
            }
        }
        self.write(&block);
    }

    fn write(&self, block: &Block) {
        if let Err(error) = lock(&self.writer).append(block) {
            self.give_up(error.into());
        }
    }

    fn give_up(&self, error: GenerateError) {
        lock(&self.error).get_or_insert(error);
        self.enough.store(true, Relaxed);
    }
}

/// Failing tablebases would make games depend on when they failed, so the run stops.
fn sound(tables: Option<&TablebaseJudge>) -> Result<(), GenerateError> {
    let problem = tables.and_then(|tables| tables.problems().into_iter().next());
    problem.map_or(Ok(()), |problem| Err(GenerateError::Tablebase(problem)))
}

/// A thread that panicked left nothing inconsistent behind the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why no games could be made.
#[derive(Debug)]
pub enum GenerateError {
    /// The file.
    Write(WriteError),
    /// A thread.
    Thread(std::io::Error),
    /// A transposition table.
    Table(vernier_engine::TableError),
    /// A tablebase.
    Tablebase(String),
}

impl GenerateError {
    /// True if the file that was named is another one than these settings make.
    pub const fn is_input(&self) -> bool {
        matches!(self, Self::Write(WriteError::Different(..) | WriteError::Header(..)))
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(error) => error.fmt(f),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Self::Table(error) => error.fmt(f),
            Self::Tablebase(problem) => f.write_str(problem),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<WriteError> for GenerateError {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

impl From<std::io::Error> for GenerateError {
    fn from(error: std::io::Error) -> Self {
        Self::Thread(error)
    }
}

impl From<vernier_engine::TableError> for GenerateError {
    fn from(error: vernier_engine::TableError) -> Self {
        Self::Table(error)
    }
}

/// A searcher for the rules.
fn searcher(recipe: &Recipe<'_>) -> Result<SyncSearcher, TableError> {
    let (evaluator, rules) = ((recipe.judge.make)(), recipe.rules);
    match rules.tree {
        None => SyncSearcher::new(evaluator, rules.hash),
        Some(tree) => {
            let options = TreeOptions { noise: tree.noise_percent as f32 / 100.0, ..TreeOptions::default() };
            SyncSearcher::tree(evaluator, rules.hash, options)
        }
    }
}
