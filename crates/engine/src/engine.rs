//! The engine as others use it: ask for a search, get reports and an answer.

use crate::book::BookMove;
use crate::evaluation::HandcraftedEval;
use crate::job::{Job, Means, SearchJob};
use crate::memory;
use crate::node_clock::NodeClock;
use crate::pool::{Evaluators, HAS_THREADS, Pool};
use crate::reporter::Sink;
use crate::set_option::Wishes;
use crate::time::{Lag, Pacing, Plan};
use crate::tree::{RootMove, SearchKind, Tree, TreeView};
use crate::tt::{TableError, TranspositionTable};
use crate::{
    Answer, BookOptions, Evaluator, Event, Limits, NnueEval, Options, Parameters, Report, Request, Rng,
    Score, Statistics, Strength, SyzygyOptions, TreeOptions,
};
use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use vernier_chess::{Board, Color, Game, Key};
use vernier_nnue::Network;

/// A chess engine: a position, memory, and threads that search.
///
/// Changing anything while a search runs ends that search first, so that its answer comes before the change.
///
/// ```
/// use vernier_chess::Board;
/// use vernier_engine::{Engine, Limits, Request};
///
/// let mut engine = Engine::new();
/// let answer = engine.search(Request::new(Board::start()).limits(Limits::depth(4)), |_| ());
/// assert!(answer.best.is_some());
/// ```
pub struct Engine {
    board: Board,
    history: Vec<Key>,
    options: Options,
    /// Mebibytes for what searches remember.
    hash: usize,
    tt: Arc<TranspositionTable>,
    /// There only while the tree search is chosen; then the table is small.
    tree: Option<Arc<Tree>>,
    pool: Pool,
    lag: Arc<Mutex<Lag>>,
    node_clock: NodeClock,
    /// Decides between the moves of a book.
    rng: Rng,
    handle: Handle,
    pub(crate) wishes: Wishes,
    notes: Vec<String>,
}

/// Reaches a running search from any thread.
#[derive(Clone, Default)]
pub struct Handle(Arc<Mutex<Option<SearchJob>>>);

/// No more remarks than that are kept for somebody to take.
const MAX_NOTES: usize = 64;
/// Bytes that the first table must leave to others.
const SPARE: usize = 4 << 20;
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
    /// Where the system has little memory the table is smaller; where it gives no thread, searches are answered with any
    /// legal move until it does. [`Engine::take_notes`] then says so.
    pub fn with_evaluator(make: impl Fn() -> Box<dyn Evaluator> + Send + Sync + 'static) -> Self {
        let evaluators: Evaluators = Arc::new(make);
        let mut pool = Pool::new(evaluators);
        let mut notes = Vec::new();
        if HAS_THREADS && let Err(error) = pool.resize(1) {
            notes.push(format!("the system gives no thread to search with: {error}"));
        }
        // The thread goes first: a search needs it more than a large table.
        pool.await_start();
        let tt = first_table(&mut notes);
        Self {
            board: Board::start(),
            history: Vec::new(),
            options: Options::default(),
            hash: tt.size() >> 20,
            tt: Arc::new(tt),
            tree: None,
            pool,
            lag: Arc::default(),
            node_clock: NodeClock::default(),
            // Nobody knows the seed of the standard library's hash maps.
            rng: Rng::new(std::hash::RandomState::new().hash_one(0)),
            handle: Handle::default(),
            wishes: Wishes::default(),
            notes,
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

    /// Searches and gives the answer; `on_report` gets every line on the way. A request without limits ends only when
    /// another thread stops it through a [`Handle`].
    ///
    /// ```
    /// use vernier_chess::Board;
    /// use vernier_engine::{Engine, Limits, Request};
    ///
    /// let mut engine = Engine::new();
    /// let request = Request::new(Board::start()).limits(Limits::depth(4));
    /// let answer = engine.search(request, |report| println!("{} {:?}", report.depth, report.pv));
    /// assert!(answer.best.is_some());
    /// ```
    pub fn search(&mut self, request: Request, mut on_report: impl FnMut(&Report)) -> Answer {
        let (events, inbox) = channel();
        let job = self.start(request, Box::new(move |event| drop(events.send(event))));
        for event in inbox {
            match event {
                Event::Iteration(report) => on_report(&report),
                Event::Done(_) => break,
                Event::CurrentMove { .. } | Event::Note(_) | Event::Summary(_) => {}
            }
        }
        job.wait()
    }

    /// Starts a search and returns at once. The sink gets its events; the last is [`Event::Done`], and there is exactly
    /// one.
    pub fn start(&mut self, request: Request, sink: Sink) -> SearchJob {
        self.finish();
        let (strength, wanted) = (self.options.strength, self.options.multi_pv);
        let (limits, pacing) = self.pace(strength.limit(request.limits.clone()), request.board.turn());
        let request = request.limits(limits);
        let mut options = Options { multi_pv: strength.lines(wanted), ..self.options.clone() };
        if request.limits.mate.is_some() {
            options.parameters = options.parameters.for_mates();
        }
        self.tt.age();
        if let Some(tree) = &self.tree {
            tree.begin(&request.board, options.parameters.tree_reuse);
        }
        let means = Means {
            options,
            plan: Plan::new(&request.limits, request.board.turn(), pacing),
            tt: Arc::clone(&self.tt),
            tree: self.tree.clone(),
            lag: Arc::clone(&self.lag),
            book_move: self.book_move(&request),
        };
        if HAS_THREADS && !self.pool.has_threads() {
            // There may be a thread by now; if not, the search says so.
            let _ = self.pool.resize(1);
        }
        let job = Arc::new(Job::new(request, means, self.pool.len(), sink, wanted));
        self.handle.replace(SearchJob(Arc::clone(&job)));
        self.pool.search(&job);
        SearchJob(job)
    }

    /// Starts a search of the position that was set.
    pub fn go(&mut self, limits: Limits, sink: Sink) {
        let request = Request::with_history(self.board, &self.history).limits(limits);
        self.start(request, sink);
    }

    /// The limits as the clock has them, by time or by nodes, and how to pace a search within them.
    fn pace(&mut self, limits: Limits, turn: Color) -> (Limits, Pacing) {
        let pacing = {
            let mut lag = self.lag();
            lag.observe(limits.clocks[turn]);
            lag.pacing(self.options.move_overhead, self.options.slow_mover)
        };
        let limits = match self.options.nodes_as_time {
            Some(rate) => {
                let spent = self.handle.job().map_or(0, |job| job.0.counters.nodes());
                self.node_clock.convert(limits, turn, pacing, u64::from(rate.get()), spent)
            }
            None => limits,
        };
        (limits, pacing)
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
        self.clear_memory();
        self.pool.forget();
        *self.lag() = Lag::default();
        self.node_clock = NodeClock::default();
    }

    /// Forgets what the table and the tree hold.
    pub fn clear_hash(&mut self) {
        self.finish();
        self.clear_memory();
    }

    /// Empties the table with as many threads as can really run at a time, or fewer if the system refuses them, and the
    /// tree.
    fn clear_memory(&mut self) {
        let wanted = std::thread::available_parallelism().map_or(1, usize::from);
        let given = self.tt.clear(wanted);
        if given < wanted {
            self.note(format!("the system refuses threads: the table was emptied by {given} of {wanted}"));
        }
        if let Some(tree) = &self.tree {
            tree.clear();
        }
    }

    /// Gives the table, or the tree if that is how to search, another size. If there is no room the old one stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), TableError> {
        self.finish();
        if self.hash == mebibytes {
            return Ok(());
        }
        match &self.tree {
            Some(old) => self.tree = Some(Arc::new(Tree::new(mebibytes, old.size())?)),
            None => self.tt = Arc::new(TranspositionTable::new(mebibytes, self.tt.size())?),
        }
        self.hash = mebibytes;
        self.handle.forget();
        Ok(())
    }

    /// Sets how positions are searched. Only what is needed for that keeps its memory.
    pub fn set_search(&mut self, kind: SearchKind) -> Result<(), TableError> {
        self.finish();
        match (kind, &self.tree) {
            (SearchKind::Mcts, None) => {
                let tree = Tree::new(self.hash, self.tt.size())?;
                self.tt = Arc::new(TranspositionTable::new(1, self.tt.size())?);
                self.tree = Some(Arc::new(tree));
            }
            (SearchKind::AlphaBeta, Some(_)) => {
                let reclaimed = self.tree.as_ref().map_or(0, |tree| tree.size());
                self.tt = Arc::new(TranspositionTable::new(self.hash, reclaimed)?);
                self.tree = None;
            }
            _ => {}
        }
        self.options.search = kind;
        self.handle.forget();
        Ok(())
    }

    /// Sets how the tree search goes about its work. What the tree holds is forgotten.
    pub fn set_tree(&mut self, options: TreeOptions) {
        self.finish();
        self.options.tree = options;
        self.clear_memory();
    }

    /// The moves of the last tree search with their visits, the best first; none after another search.
    pub fn root_moves(&self) -> Vec<RootMove> {
        self.tree.as_ref().map_or(Vec::new(), |tree| tree.root_moves())
    }

    /// The top of the last tree search's tree, about so many nodes; nothing after another search.
    pub fn tree(&self, nodes: usize) -> Option<TreeView> {
        self.tree.as_ref()?.view(nodes)
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
        // Values found with other parameters would stay in the tree.
        if let Some(tree) = &self.tree {
            tree.clear();
        }
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
        self.clear_memory();
    }

    /// What the last search did; nothing if it has not ended, there was none, or its table has gone.
    pub fn statistics(&self) -> Option<Statistics> {
        self.handle.job()?.statistics()
    }

    /// What is set now.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Judges positions in another way from now on, with evaluators made by `make`.
    pub fn set_evaluator(&mut self, make: impl Fn() -> Box<dyn Evaluator> + Send + Sync + 'static) {
        self.finish();
        self.pool.set_evaluators(Arc::new(make));
        self.clear_memory();
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
        evaluator.prepare(&self.options.parameters);
        evaluator.reset(board);
        Some(evaluator.evaluate(board))
    }

    /// The book's move, if one is to be played. Endless searches are for analysis, not for play.
    fn book_move(&mut self, request: &Request) -> Option<BookMove> {
        if request.limits.is_endless() {
            return None;
        }
        let chance = self.rng.unit();
        self.options.book.pick(&request.board, &request.history, &request.limits.searchmoves, chance)
    }

    /// A search that runs is ended before anything changes.
    fn finish(&mut self) {
        self.stop();
    }

    fn lag(&self) -> std::sync::MutexGuard<'_, Lag> {
        self.lag.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the remarks for people that changes have left.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Leaves a remark for people about a change.
    pub(crate) fn note(&mut self, text: String) {
        // Nobody may ever ask for them.
        if self.notes.len() < MAX_NOTES {
            self.notes.push(text);
        }
    }
}

/// The table of a new engine: of the usual size, or as large as there is memory for.
fn first_table(notes: &mut Vec<String>) -> TranspositionTable {
    let mut mebibytes = DEFAULT_HASH;
    loop {
        match TranspositionTable::new(mebibytes, 0) {
            // What a search takes on its way must be left.
            Ok(table) if memory::can_be_had(SPARE) => {
                if mebibytes < DEFAULT_HASH {
                    notes.push(format!("little memory: the transposition table has {mebibytes} MB"));
                }
                return table;
            }
            _ if mebibytes > 1 => mebibytes /= 2,
            _ => {
                notes.push("there is no memory for a transposition table".to_owned());
                return TranspositionTable::smallest();
            }
        }
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
        if let Some(job) = self.job() {
            job.stop();
        }
    }

    /// The expected move has been played: a search that was pondering now uses the clock.
    pub fn ponder_hit(&self) {
        if let Some(job) = self.job() {
            job.ponder_hit();
        }
    }

    /// Waits until a running search has given its answer. Not to be called from a sink.
    pub fn wait(&self) {
        if let Some(job) = self.job() {
            job.wait();
        }
    }

    /// True from `go` until its answer has been given.
    pub fn is_searching(&self) -> bool {
        self.job().is_some_and(|job| job.is_running())
    }

    fn job(&self) -> Option<SearchJob> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lets go of a search that has ended, and with it of the table and the tree that it used.
    fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn replace(&self, job: SearchJob) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bound;
    use crate::tt::Entry;
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
                engine.tt.probe(board.key(), 1).1.write(entry);
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
        let answer = engine.search(Request::new(board).limits(Limits::depth(6)), |report| {
            report.pv.iter().fold(board, |board, mv| {
                assert!(board.is_legal(*mv), "{mv} in {board}");
                board.play(*mv)
            });
        });
        assert!(answer.best.is_some_and(|best| board.is_legal(best)));
        assert_eq!(answer.notes, [""; 0]);
    }
}
