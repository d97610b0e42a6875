//! From games to positions, or to samples for policy networks.

use super::branches;
use super::samples::Samples;
use crate::store::fingerprint;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;
use vernier_engine::TableError;
use vernier_records::{
    BlockError, Filter, Game, Header, OpenError, Packed, ReadError, Reader, Returns, Sealed,
};

/// How many of ten thousand games are held out to validate what was learned from the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share(pub u32);

impl Share {
    /// True if a game is held out. It depends on the game alone: whole games, never single positions, and always the same ones.
    pub fn has(self, header: &Header, game: &Game) -> bool {
        let seed = header.get("seed").unwrap_or_default().bytes();
        let hash = fingerprint::hash(seed.chain(game.number.to_le_bytes()));
        (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 < u64::from(self.0) * (1 << 24) / 10_000
    }
}

/// Counts of an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Expansion {
    /// Games read.
    pub games: u64,
    /// Moves in them that were searched.
    pub plies: u64,
    /// Positions to learn from.
    pub train: u64,
    /// Positions held out.
    pub valid: u64,
    /// Blocks that could not be read.
    pub damaged: u64,
}

/// What games become.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// Positions of 32 bytes, for evaluation networks, with the scores of the games.
    Positions,
    /// The same with what they turned out to be worth.
    Returns(Returns),
    /// Positions a random move or two away from those of a game, at most this many for each, for a teacher to judge.
    Branches(u32),
    /// Legal moves with the one played, for networks that propose moves.
    Policy,
}

/// Where positions go: block by block in the order of the games, whichever thread is done first.
struct OutputFiles<W> {
    train: W,
    valid: W,
    /// Blocks that are done before an earlier one.
    waiting: BTreeMap<usize, Expanded>,
    /// The block to be written next.
    next: usize,
    sum: Expansion,
    error: Option<io::Error>,
}

/// Expands all games of some files to positions, with this many threads: one stream for training and one for held-out games,
/// the same for any number of threads. Damaged blocks are reported and skipped.
pub fn expand<W: Write + Send>(
    files: &[PathBuf],
    (form, filter, share): (Form, &Filter, Share),
    (train, valid): (W, W),
    threads: usize,
    warn: impl Fn(&str) + Sync,
) -> Result<Expansion, ExpandError> {
    let sum = Expansion::default();
    let outputs =
        Mutex::new(OutputFiles { train, valid, waiting: BTreeMap::new(), next: 0, sum, error: None });
    let outputs_now = || outputs.lock().unwrap_or_else(PoisonError::into_inner);
    let damage = |text: String| {
        warn(&text);
        outputs_now().sum.damaged += 1;
    };
    for path in files {
        let reader = Reader::open(path)?;
        let header = reader.header().clone();
        let blocks = Mutex::new(reader.enumerate());
        outputs_now().next = 0;
        let work = || {
            loop {
                let next = blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((number, block)) = next else { return };
                let expanded = match block {
                    Err(error @ ReadError { .. }) => {
                        damage(format!("{}: {error}", path.display()));
                        Expanded::default()
                    }
                    Ok(block) => {
                        let expanded = expand_block(&block, &header, (form, filter, share));
                        if let Some(fault) = expanded.fault {
                            let (index, offset) = (block.index, block.offset);
                            damage(format!("{}: block {index} at byte {offset}: {fault}", path.display()));
                        }
                        expanded
                    }
                };
                outputs_now().take(number, expanded);
            }
        };
        thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
    }
    let mut outputs = outputs.into_inner().unwrap_or_else(PoisonError::into_inner);
    outputs.train.flush()?;
    outputs.valid.flush()?;
    match outputs.error {
        Some(error) => Err(error.into()),
        None => Ok(outputs.sum),
    }
}

/// Positions that go to the same file.
#[derive(Default)]
struct Heap {
    bytes: Vec<u8>,
    samples: Samples,
    positions: u64,
}

/// The positions of one block.
#[derive(Default)]
struct Expanded {
    train: Heap,
    valid: Heap,
    games: u64,
    plies: u64,
    fault: Option<BlockError>,
}

fn expand_block(block: &Sealed, header: &Header, (form, filter, share): (Form, &Filter, Share)) -> Expanded {
    let mut expanded = Expanded::default();
    let games = match block.games() {
        Ok(games) => games,
        Err(fault) => return Expanded { fault: Some(fault), ..expanded },
    };
    for game in games {
        match game {
            Ok(game) => {
                let apart = share.has(header, &game);
                let heap = if apart { &mut expanded.valid } else { &mut expanded.train };
                match form {
                    Form::Positions => {
                        heap.positions +=
                            filter.expand(&game, |position| heap.bytes.extend(position.0)) as u64;
                    }
                    Form::Returns(returns) => {
                        let scores = returns.scores(&game);
                        let give = |position: Packed| heap.bytes.extend(position.0);
                        heap.positions += filter.expand_scored(&game, &scores, give) as u64;
                    }
                    Form::Branches(count) => branches::expand(&game, filter, count, |position| {
                        heap.bytes.extend(position.0);
                        heap.positions += 1;
                    }),
                    Form::Policy => heap.samples.add_game(&game, filter),
                }
                expanded.games += 1;
                expanded.plies += game.scores.len() as u64;
            }
            Err(fault) => expanded.fault = Some(fault),
        }
    }
    expanded.train.seal();
    expanded.valid.seal();
    expanded
}

impl Heap {
    /// Turns the samples into bytes.
    fn seal(&mut self) {
        self.positions += self.samples.len() as u64;
        self.bytes.extend(std::mem::take(&mut self.samples).to_bytes());
    }
}

impl<W: Write> OutputFiles<W> {
    fn take(&mut self, number: usize, expanded: Expanded) {
        self.waiting.insert(number, expanded);
        while let Some(expanded) = self.waiting.remove(&self.next) {
            self.write(&expanded);
            self.next += 1;
        }
    }

    fn write(&mut self, expanded: &Expanded) {
        self.sum.games += expanded.games;
        self.sum.plies += expanded.plies;
        self.sum.train += expanded.train.positions;
        self.sum.valid += expanded.valid.positions;
        let written = self
            .train
            .write_all(&expanded.train.bytes)
            .and_then(|()| self.valid.write_all(&expanded.valid.bytes));
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }
}

/// Why games could not be expanded.
#[derive(Debug)]
pub enum ExpandError {
    /// A file of games cannot be read.
    Open(OpenError),
    /// Positions cannot be written.
    Write(io::Error),
    /// A thread cannot be started.
    Thread(io::Error),
    /// A transposition table cannot be had.
    Table(TableError),
}

impl std::fmt::Display for ExpandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Write(error) => write!(f, "cannot write positions: {error}"),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Self::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExpandError {}

impl From<OpenError> for ExpandError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<io::Error> for ExpandError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}
