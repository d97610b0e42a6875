//! A sample of positions from games, searched deeper than the games were played.
//!
//! Such searches are too expensive for every position. A sample shows which network judges best, and a teacher that learns from it
//! passes on what it has learned with every label.

use super::expand::{ExpandError, Share};
use super::play::stored;
use super::recipe::Judge;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use vernier_chess::{Board, Color, GameResult};
use vernier_engine::{Limits, Rng, SyncSearcher};
use vernier_nnue::feature;
use vernier_records::{Filter, Game, Packed, Reader};

/// Positions are sampled evenly from this many ranges of the number of pieces: games are long where little is left.
const STRATA: usize = 8;
/// How many positions go to disk together.
const FLUSHED: u64 = 64;

/// How positions are sampled and searched.
#[derive(Clone, Debug)]
pub struct Deepening {
    /// Which positions of the games are sampled, and which of the searched ones are kept.
    pub filter: Filter,
    /// The games whose positions are held out.
    pub share: Share,
    /// True to sample positions of those games only.
    pub held_out_only: bool,
    /// How many positions are sampled.
    pub positions: usize,
    /// The seed of the sample.
    pub seed: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// Mebibytes of table for each thread.
    pub hash: usize,
    /// No search begins after this time.
    pub time: Option<Duration>,
}

/// Counts of positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Deepened {
    /// Searched.
    pub searched: u64,
    /// To learn from.
    pub train: u64,
    /// Held out.
    pub valid: u64,
    /// Blocks and games that could not be read.
    pub damaged: u64,
}

/// A position to search.
#[derive(Clone, Copy)]
struct Pick {
    board: Board,
    result: GameResult,
    held_out: bool,
}

/// Samples positions of games and writes them with the scores and moves of deeper searches, held-out ones apart. The same
/// settings give the same positions in the same order, whatever the number of threads; the time limit only ends them earlier.
pub fn deepen<W: Write + Send>(
    files: &[PathBuf],
    deepening: &Deepening,
    judge: &Judge,
    (train, valid): (W, W),
    threads: usize,
    mut on_progress: impl FnMut(&Deepened),
) -> Result<Deepened, ExpandError> {
    let searcher = |_| SyncSearcher::new((judge.make)(), deepening.hash);
    let searchers: Vec<_> =
        (0..threads.max(1)).map(searcher).collect::<Result<_, _>>().map_err(ExpandError::Table)?;
    let (picks, damaged) = sample(files, deepening)?;
    let began = Instant::now();
    let next = AtomicUsize::new(0);
    let sum = Deepened { damaged, ..Deepened::default() };
    let outputs = Mutex::new(Outputs { train, valid, sum, waiting: BTreeMap::new(), error: None });
    let work = |mut searcher: SyncSearcher| {
        while deepening.time.is_none_or(|time| began.elapsed() < time) {
            let index = next.fetch_add(1, Relaxed);
            let Some(pick) = picks.get(index) else { return };
            let found = search(&mut searcher, pick, deepening);
            outputs.lock().unwrap_or_else(PoisonError::into_inner).take(index, pick.held_out, found);
        }
    };
    thread::scope(|scope| {
        let builder = || thread::Builder::new().name("deepen".into()).stack_size(SyncSearcher::STACK);
        let start = |searcher| builder().spawn_scoped(scope, || work(searcher));
        let workers: Vec<_> = searchers.into_iter().map(start).collect::<Result<_, _>>()?;
        while !workers.iter().all(|worker| worker.is_finished()) {
            thread::sleep(Duration::from_millis(100));
            on_progress(&outputs.lock().unwrap_or_else(PoisonError::into_inner).sum);
        }
        Ok::<_, io::Error>(())
    })
    .map_err(ExpandError::Thread)?;
    outputs.into_inner().unwrap_or_else(PoisonError::into_inner).finish().map_err(ExpandError::from)
}

/// Positions to search, and how many places in the files are damaged.
fn sample(files: &[PathBuf], deepening: &Deepening) -> Result<(Vec<Pick>, u64), ExpandError> {
    let (mut sampler, mut damaged) = (Sampler::new(deepening), 0);
    for path in files {
        let reader = Reader::open(path)?;
        let header = reader.header().clone();
        for block in reader {
            let Ok(block) = block else {
                damaged += 1;
                continue;
            };
            match block.games() {
                Err(_) => damaged += 1,
                Ok(games) => games.for_each(|game| match game {
                    Err(_) => damaged += 1,
                    Ok(game) => sampler.add(&game, deepening.share.has(&header, &game)),
                }),
            }
        }
    }
    Ok((sampler.finish(), damaged))
}

/// Chooses as many positions of each range of pieces, or all that there are.
struct Sampler<'a> {
    deepening: &'a Deepening,
    strata: [Vec<Pick>; STRATA],
    /// Positions of each range so far.
    met: [usize; STRATA],
    rng: Rng,
}

impl<'a> Sampler<'a> {
    fn new(deepening: &'a Deepening) -> Self {
        let rng = Rng::new(deepening.seed);
        Self { deepening, strata: Default::default(), met: [0; STRATA], rng }
    }

    fn each(&self) -> usize {
        self.deepening.positions.div_ceil(STRATA)
    }

    fn add(&mut self, game: &Game, held_out: bool) {
        if self.deepening.held_out_only && !held_out {
            return;
        }
        let each = self.each();
        game.replay(|moment| {
            if !self.deepening.filter.keeps(&moment) {
                return;
            }
            let stratum = feature::bucket(moment.board, STRATA);
            let pick = Pick { board: *moment.board, result: game.result(), held_out };
            let picks = &mut self.strata[stratum];
            self.met[stratum] += 1;
            // Every position has the same chance to be among the picks in the end.
            if picks.len() < each {
                picks.push(pick);
            } else if let Some(place) = picks.get_mut(self.rng.below(self.met[stratum])) {
                *place = pick;
            }
        });
    }

    /// The positions, ranges in turn, so that a run that ends early has some of each.
    fn finish(self) -> Vec<Pick> {
        let in_turn =
            (0..self.each()).flat_map(|index| self.strata.iter().filter_map(move |picks| picks.get(index)));
        in_turn.copied().take(self.deepening.positions).collect()
    }
}

/// The position with the score and the move of its search; nothing if the filter does not want it as it turns out.
fn search(searcher: &mut SyncSearcher, pick: &Pick, deepening: &Deepening) -> Option<Packed> {
    let limits = Limits { nodes: Some(deepening.nodes), ..Limits::default() };
    searcher.new_game();
    let thought = searcher.think(&pick.board, &[], limits);
    let score = stored(if pick.board.turn() == Color::White { thought.score } else { -thought.score });
    let best = thought.best.filter(|mv| deepening.filter.tactics || mv.is_quiet())?;
    let is_near = score.unsigned_abs() <= deepening.filter.max_score;
    is_near.then(|| Packed::new(&pick.board, best, score, pick.result))
}

/// Where positions go, in the order of the sample.
struct Outputs<W> {
    train: W,
    valid: W,
    sum: Deepened,
    /// Positions whose predecessors are not all searched.
    waiting: BTreeMap<usize, (bool, Option<Packed>)>,
    error: Option<io::Error>,
}

impl<W: Write> Outputs<W> {
    fn take(&mut self, index: usize, held_out: bool, found: Option<Packed>) {
        self.waiting.insert(index, (held_out, found));
        while let Some((held_out, found)) = self.waiting.remove(&(self.sum.searched as usize)) {
            self.sum.searched += 1;
            let Some(position) = found else { continue };
            let (file, count) = match held_out {
                true => (&mut self.valid, &mut self.sum.valid),
                false => (&mut self.train, &mut self.sum.train),
            };
            *count += 1;
            // Searches are dear: soon on disk, so that little is lost if the program is killed.
            let written = file.write_all(&position.0);
            let written = if *count % FLUSHED == 0 { written.and_then(|()| file.flush()) } else { written };
            if let Err(error) = written {
                self.error.get_or_insert(error);
            }
        }
    }

    fn finish(mut self) -> io::Result<Deepened> {
        self.train.flush()?;
        self.valid.flush()?;
        self.error.map_or(Ok(self.sum), Err)
    }
}
