//! The engine as others see it: give it a position, let it go, hear its events.

use crate::book::BookMove;
use crate::evaluation::HandcraftedEval;
use crate::mission::{Mission, Sink, Task};
use crate::node_clock::NodeClock;
use crate::pool::{Evaluators, Pool};
use crate::time::{Lag, Plan};
use crate::tt::{Table, TableError};
use crate::{
    BookOptions, Evaluator, Limits, NnueEval, Options, Parameters, Rng, Score, Statistics, Strength,
    SyzygyOptions,
};
use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use vernier_chess::{Board, Game, Key};
use vernier_nnue::Network;

/// A chess engine: a position, memory, and threads that search.
///
/// Changing anything while a search runs ends that search first, so that its answer comes before the change.
///
/// ```
/// use std::sync::mpsc::channel;
/// use vernier_engine::{Engine, Event, Limits};
///
/// let mut engine = Engine::new();
/// let (events, inbox) = channel();
/// engine.go(Limits::depth(4), Box::new(move |event| drop(events.send(event))));
/// let best = inbox.iter().find_map(|event| match event {
///     Event::Done { best, .. } => Some(best),
///     _ => None,
/// });
/// assert!(best.flatten().is_some());
/// ```
pub struct Engine {
    board: Board,
    history: Vec<Key>,
    options: Options,
    table: Arc<Table>,
    pool: Pool,
    lag: Arc<Mutex<Lag>>,
    node_clock: NodeClock,
    /// Decides between the moves of a book.
    rng: Rng,
    handle: Handle,
}

/// Reaches a running search from any thread.
#[derive(Clone, Default)]
pub struct Handle(Arc<Mutex<Option<Arc<Mission>>>>);

/// Megabytes of table unless told otherwise.
const DEFAULT_HASH: usize = 16;

impl Engine {
    /// More threads than that are never started.
    pub const MAX_THREADS: usize = 1024;

    /// An engine at the start position, with one thread, 16 MB of table and the default evaluation.
    pub fn new() -> Self {
        match NnueEval::embedded() {
            Some(network) => Self::with_evaluator(move || Box::new(NnueEval::new(Arc::clone(&network)))),
            None => Self::with_evaluator(|| Box::new(HandcraftedEval::default())),
        }
    }

    /// An engine that judges positions with evaluators made by `make`, one for each thread.
    ///
    /// # Panics
    /// If the system gives neither a thread nor 16 MB of memory.
    pub fn with_evaluator(make: impl Fn() -> Box<dyn Evaluator> + Send + Sync + 'static) -> Self {
        let evaluators: Evaluators = Arc::new(make);
        let mut pool = Pool::new(evaluators);
        pool.resize(1).expect("the system gives a thread");
        let table = Table::new(DEFAULT_HASH, 0).expect("the system gives 16 MB");
        Self {
            board: Board::start(),
            history: Vec::new(),
            options: Options::default(),
            table: Arc::new(table),
            pool,
            lag: Arc::default(),
            node_clock: NodeClock::default(),
            // Nobody knows the seed of the standard library's hash maps.
            rng: Rng::new(std::hash::RandomState::new().hash_one(0)),
            handle: Handle::default(),
        }
    }

    /// The position to think about.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// A handle with which other threads can stop a search or wait for it.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Sets the position. `history` holds the keys of the positions before it, oldest first, for repetitions; what
    /// lies before the last capture or pawn move may be left out.
    pub fn set_position(&mut self, board: Board, history: &[Key]) {
        self.finish();
        let useful = history.len().min(usize::from(board.halfmove_clock()));
        self.board = board;
        self.history = history[history.len() - useful..].to_vec();
    }

    /// Sets the position to where a game stands.
    pub fn set_game(&mut self, game: &Game) {
        let earlier = game.keys().len().saturating_sub(1);
        self.set_position(*game.board(), &game.keys()[..earlier]);
    }

    /// Starts a search and returns at once. The sink hears of its progress; the last event is [`Event::Done`](crate::Event::Done), and
    /// there is exactly one.
    pub fn go(&mut self, limits: Limits, sink: Sink) {
        self.finish();
        let (strength, wanted) = (self.options.strength, self.options.multi_pv);
        let (limits, sink) = (strength.limit(limits), strength.choose(wanted, sink));
        let mut options = Options { multi_pv: strength.lines(wanted), ..self.options.clone() };
        if limits.mate.is_some() {
            options.parameters = options.parameters.for_mates();
        }
        let clock = limits.clocks[self.board.turn()];
        let pacing = {
            let mut lag = self.lag();
            lag.observe(clock);
            lag.pacing(self.options.move_overhead, self.options.slow_mover)
        };
        let limits = match self.options.nodes_as_time {
            Some(rate) => {
                let spent = self.handle.mission().map_or(0, |mission| mission.nodes());
                self.node_clock.convert(limits, self.board.turn(), pacing, u64::from(rate.get()), spent)
            }
            None => limits,
        };
        let plan = Plan::new(&limits, self.board.turn(), pacing);
        self.table.age();
        let book_move = self.book_move(&limits);
        let task = Task {
            board: self.board,
            history: self.history.clone(),
            limits,
            options,
            plan,
            table: Arc::clone(&self.table),
            lag: Arc::clone(&self.lag),
            book_move,
        };
        let mission = Arc::new(Mission::new(task, self.pool.len(), sink));
        self.handle.replace(Arc::clone(&mission));
        self.pool.search(&mission);
    }

    /// Ends a running search; its answer has been given when this returns.
    pub fn stop(&self) {
        self.handle.stop();
        self.handle.wait();
    }

    /// The expected move has been played: a search that was pondering now uses the clock.
    pub fn ponder_hit(&self) {
        self.handle.ponder_hit();
    }

    /// Waits until a running search has given its answer.
    pub fn wait(&self) {
        self.handle.wait();
    }

    /// True from `go` until its answer has been given.
    pub fn is_searching(&self) -> bool {
        self.handle.is_searching()
    }

    /// Forgets everything learnt from earlier searches.
    pub fn new_game(&mut self) {
        self.finish();
        self.table.clear(self.cores());
        self.pool.forget();
        *self.lag() = Lag::default();
        self.node_clock = NodeClock::default();
    }

    /// Forgets what the table holds.
    pub fn clear_hash(&mut self) {
        self.finish();
        self.table.clear(self.cores());
    }

    /// Gives the table another size. If there is no room the old table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), TableError> {
        self.finish();
        let old = self.table.size();
        if old == mebibytes << 20 {
            return Ok(());
        }
        self.table = Arc::new(Table::new(mebibytes, old)?);
        Ok(())
    }

    /// Sets how many threads search, and gives how many there are: never none, never more than
    /// [`Engine::MAX_THREADS`], and fewer than asked if the system has no more.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.finish();
        // What could not be started is simply not there.
        let _ = self.pool.resize(threads.clamp(1, Self::MAX_THREADS));
        self.pool.len()
    }

    /// Sets how many best lines are wanted; at least one.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.finish();
        self.options.multi_pv = lines.max(1);
    }

    /// Sets how much time passes between an answer and the clock being stopped.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.finish();
        self.options.move_overhead = overhead;
    }

    /// Sets how many percent of the usual time to spend on a move, where a clock decides.
    pub fn set_slow_mover(&mut self, percent: u32) {
        self.finish();
        self.options.slow_mover = percent.max(1);
    }

    /// Sets how many positions count as a millisecond, so that clocks run by the work done; none: by time.
    pub fn set_nodes_as_time(&mut self, rate: Option<NonZeroU32>) {
        self.finish();
        self.options.nodes_as_time = rate;
        self.node_clock = NodeClock::default();
    }

    /// Sets how strong to play.
    pub fn set_strength(&mut self, strength: Strength) {
        self.finish();
        self.options.strength = strength;
    }

    /// Sets the parameters and switches of the search.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.finish();
        self.options.parameters = parameters;
    }

    /// Sets whether and how an opening book is used.
    pub fn set_book(&mut self, book: BookOptions) {
        self.finish();
        self.options.book = book;
    }

    /// Lets the same moves be chosen from a book in the same order, from now on.
    pub fn set_book_seed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    /// Sets whether and how endgame tables are used. What was learnt with other tables is forgotten.
    pub fn set_syzygy(&mut self, syzygy: SyzygyOptions) {
        self.finish();
        self.options.syzygy = syzygy;
        self.table.clear(self.cores());
    }

    /// What the last search did; nothing if it has not ended or there was none.
    pub fn statistics(&self) -> Option<Statistics> {
        self.handle.mission().filter(|mission| mission.is_closed()).map(|mission| mission.statistics())
    }

    /// What is set now.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Judges positions in another way from now on, with evaluators made by `make`.
    pub fn set_evaluator(&mut self, make: impl Fn() -> Box<dyn Evaluator> + Send + Sync + 'static) {
        self.finish();
        self.pool.set_evaluators(Arc::new(make));
        self.table.clear(self.cores());
    }

    /// Judges positions with a network, or with the hand-written evaluation if there is none.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        match network {
            Some(network) => self.set_evaluator(move || Box::new(NnueEval::new(Arc::clone(&network)))),
            None => self.set_evaluator(|| Box::new(HandcraftedEval::default())),
        }
    }

    /// What the evaluator says about a position without any search; nothing if the side to move is in check.
    pub fn evaluate(&self, board: &Board) -> Option<Score> {
        if board.in_check() {
            return None;
        }
        let mut evaluator = self.pool.evaluator();
        evaluator.reset(board);
        Some(evaluator.evaluate(board))
    }

    /// The book's move, if one is to be played. Endless searches are for analysis, not for play.
    fn book_move(&mut self, limits: &Limits) -> Option<BookMove> {
        if limits.is_endless() {
            return None;
        }
        let chance = self.rng.unit();
        self.options.book.pick(&self.board, &self.history, &limits.searchmoves, chance)
    }

    /// A search that runs is ended before anything changes.
    fn finish(&mut self) {
        self.stop();
    }

    fn lag(&self) -> std::sync::MutexGuard<'_, Lag> {
        self.lag.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As many threads as can really run at a time.
    fn cores(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Handle {
    /// Ends a running search; its answer follows at once. Without a search nothing happens.
    pub fn stop(&self) {
        if let Some(mission) = self.mission() {
            mission.stop();
        }
    }

    /// The expected move has been played: a search that was pondering now uses the clock.
    pub fn ponder_hit(&self) {
        if let Some(mission) = self.mission() {
            mission.ponder_hit();
        }
    }

    /// Waits until a running search has given its answer. Not to be called from a sink.
    pub fn wait(&self) {
        if let Some(mission) = self.mission() {
            mission.await_close();
        }
    }

    /// True from `go` until its answer has been given.
    pub fn is_searching(&self) -> bool {
        self.mission().is_some_and(|mission| !mission.is_closed())
    }

    fn mission(&self) -> Option<Arc<Mission>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace(&self, mission: Arc<Mission>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(mission);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::Entry;
    use crate::{Bound, Event};
    use std::sync::mpsc::channel;
    use vernier_chess::{Move, MoveKind, Square};

    /// Two positions may share a key, so a tt move may belong to another position.
    #[test]
    fn moves_of_other_positions_in_the_table_are_never_played() {
        let mut engine = Engine::new();
        let board: Board =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let strange = [
            Move::new(Square::A1, Square::H8, MoveKind::Quiet),
            Move::new(Square::E1, Square::E8, MoveKind::Capture),
            Move::new(Square::E7, Square::E8, MoveKind::DoublePush),
        ];
        let mut forged = 0;
        let mut forge = |board: &Board| {
            for (index, bound) in [Bound::Lower, Bound::Upper, Bound::Exact].into_iter().enumerate() {
                let mv = Some(strange[(forged + index) % strange.len()]);
                let entry = Entry { mv, score: Score(30), evaluation: None, depth: 1, bound, on_pv: true };
                engine.table.probe(board.key(), 1).1.write(entry);
            }
            forged += 1;
        };
        forge(&board);
        for mv in board.legal_moves() {
            let child = board.play(mv);
            forge(&child);
            child.legal_moves().into_iter().for_each(|reply| forge(&child.play(reply)));
        }
        assert!(forged > 2_000);
        engine.set_position(board, &[]);
        let (events, inbox) = channel();
        engine.go(Limits::depth(6), Box::new(move |event| drop(events.send(event))));
        engine.wait();
        let mut answers = 0;
        for event in inbox.try_iter() {
            match event {
                Event::Iteration(report) => {
                    report.pv.iter().fold(board, |board, mv| {
                        assert!(board.is_legal(*mv), "{mv} in {board}");
                        board.play(*mv)
                    });
                }
                Event::Note(note) => panic!("{note}"),
                Event::Done { best, .. } => {
                    assert!(best.is_some_and(|best| board.is_legal(best)));
                    answers += 1;
                }
                _ => {}
            }
        }
        assert_eq!(answers, 1);
    }
}
