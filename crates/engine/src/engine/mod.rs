//! The engine as others use it: ask for a search, get reports and an answer.

mod reports;
mod set_option;
mod settings;
mod stopper;

use crate::book::BookMove;
use crate::embedded;
use crate::evaluation::HandcraftedEval;
use crate::job::{Job, Means, SearchJob};
use crate::memory;
use crate::node_clock::NodeClock;
use crate::pool::{Evaluators, HAS_THREADS, Pool};
use crate::reporter::Sink;
use crate::time::{Lag, Pacing, Plan};
use crate::tree::{RootMove, Tree, TreeView};
use crate::tt::TranspositionTable;
use crate::{Answer, Evaluator, Limits, NnueEval, Options, Report, Request, Rng, Score, Statistics};
use reports::Queue;
pub use reports::Reports;
use set_option::Wishes;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};
pub use stopper::Stopper;
use vernier_chess::Board;

/// A chess engine: options, memory, and threads that search.
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
    options: Options,
    /// Mebibytes of the table or the tree.
    hash: usize,
    tt: Arc<TranspositionTable>,
    /// Present only while the tree search is selected; then the table is small.
    tree: Option<Arc<Tree>>,
    pool: Pool,
    lag: Arc<Mutex<Lag>>,
    node_clock: NodeClock,
    /// Chooses among the moves of a book.
    rng: Rng,
    running: Stopper,
    wishes: Wishes,
    notes: Vec<String>,
}

/// The most notes kept until they are taken.
const MAX_NOTES: usize = 64;
/// Bytes that the first table must leave free.
const SPARE: usize = 4 << 20;
/// The default size of the table in megabytes.
const DEFAULT_HASH: usize = 16;

impl Engine {
    /// The most threads that are ever started.
    pub const MAX_THREADS: usize = 1024;

    /// An engine with one thread, 16 MB of table and the default evaluation.
    pub fn new() -> Self {
        match NnueEval::embedded() {
            Some(network) => Self::with_evaluator(move || Box::new(NnueEval::new(Arc::clone(&network)))),
            None => {
                let mut engine = Self::with_evaluator(|| Box::new(HandcraftedEval::default()));
                if embedded::has_network() {
                    engine.note(
                        "too little memory for the network: the hand-written terms evaluate".to_owned(),
                    );
                }
                engine
            }
        }
    }

    /// An engine that evaluates positions with evaluators made by `make`, one for each thread.
    /// With little memory the table is smaller; if the system starts no thread, searches are answered with any legal move until
    /// it does. [`Engine::take_notes`] then says so.
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
            options: Options::default(),
            hash: tt.size() >> 20,
            tt: Arc::new(tt),
            tree: None,
            pool,
            lag: Arc::default(),
            node_clock: NodeClock::default(),
            // The hash maps of the standard library have a random seed.
            rng: Rng::new(std::hash::RandomState::new().hash_one(0)),
            running: Stopper::default(),
            wishes: Wishes::default(),
            notes,
        }
    }

    /// An engine with default options that evaluates positions as the other does.
    ///
    /// ```
    /// use vernier_engine::Engine;
    /// let mut engine = Engine::new();
    /// engine.set_option("Use NNUE", "false")?;
    /// assert!(Engine::with_evaluation_of(&engine).network().is_none());
    /// # Ok::<(), vernier_engine::OptionError>(())
    /// ```
    pub fn with_evaluation_of(other: &Self) -> Self {
        let make = other.pool.evaluators();
        let mut engine = Self::with_evaluator(move || make());
        engine.wishes = other.wishes.evaluation();
        engine
    }

    /// Searches and gives the answer; `on_report` gets every line on the way. A request without limits ends only when
    /// someone stops it through a [`Stopper`].
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
        let mut reports = self.reports(request);
        reports.by_ref().for_each(|report| on_report(&report));
        reports.answer()
    }

    /// Starts a search and returns its reports, to be read at the caller's pace.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// use vernier_engine::{Engine, Limits, Request};
    ///
    /// let mut engine = Engine::new();
    /// let mut reports = engine.reports(Request::new(Board::start()).limits(Limits::infinite()));
    /// assert!(reports.by_ref().any(|report| report.depth >= 3));
    /// reports.job().stop();
    /// assert!(reports.answer().best.is_some());
    /// ```
    pub fn reports(&mut self, request: Request) -> Reports {
        let queue = Arc::<Queue>::default();
        let job = self.start(request, queue.sink());
        Reports::new(queue, job)
    }

    /// Starts a search and returns at once. The sink gets its events; the last is [`Event::Done`](crate::Event::Done), and
    /// there is exactly one.
    pub fn start(&mut self, request: Request, sink: Sink) -> SearchJob {
        self.stop();
        let (strength, wanted) = (self.options.strength, self.options.multi_pv);
        let (limits, pacing) = self.pace(strength.limit(request.limits.clone()), &request.board);
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
            plan: Plan::new(&options.parameters, &request.limits, request.board.turn(), pacing),
            options,
            tt: Arc::clone(&self.tt),
            tree: self.tree.clone(),
            lag: Arc::clone(&self.lag),
            book_move: self.book_move(&request),
        };
        if HAS_THREADS && !self.pool.has_threads() {
            // A thread may be available by now; if not, the search reports that.
            let _ = self.pool.resize(1);
        }
        let job = Arc::new(Job::new(request, means, self.pool.len(), sink, wanted));
        self.running.replace(SearchJob(Arc::clone(&job)));
        self.pool.search(&job);
        SearchJob(job)
    }

    /// The limits by the clock that counts, of time or of positions, and how to pace a search within them.
    fn pace(&mut self, limits: Limits, board: &Board) -> (Limits, Pacing) {
        let (turn, percent) = (board.turn(), self.options.slow_mover);
        if let Some(rate) = self.options.nodes_as_time {
            let spent = self.running.job().map_or(0, |job| job.0.counters.nodes());
            let limits = self.node_clock.convert(limits, turn, rate, spent);
            // Positions do not get lost.
            return (limits, Pacing { percent, ..Pacing::default() });
        }
        let mut lag = self.lag();
        lag.observe(limits.clocks[turn], board);
        let pacing = lag.pacing(self.options.move_overhead, percent);
        drop(lag);
        (limits, pacing)
    }

    /// Ends a running search; its answer has been given when this returns.
    pub fn stop(&self) {
        if let Some(job) = self.running.job() {
            job.stop();
            job.wait();
        }
    }

    /// Ends the search that runs, from any thread: for searches that other code starts.
    pub fn stopper(&self) -> Stopper {
        self.running.clone()
    }

    /// Forgets everything learned from earlier searches.
    pub fn new_game(&mut self) {
        self.stop();
        self.clear_memory();
        self.pool.forget();
        *self.lag() = Lag::default();
        self.node_clock = NodeClock::default();
    }

    /// Clears the table and the tree.
    pub fn clear_hash(&mut self) {
        self.stop();
        self.clear_memory();
    }

    /// Clears the tree, and the table with as many threads as can run at a time, or fewer if the system refuses them.
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

    /// The moves of the last tree search with their visits, the best first; none after another search.
    pub fn root_moves(&self) -> Vec<RootMove> {
        self.tree.as_ref().map_or(Vec::new(), |tree| tree.root_moves())
    }

    /// The top of the last tree search's tree, about that many nodes; none after another kind of search.
    pub fn tree(&self, nodes: usize) -> Option<TreeView> {
        self.tree.as_ref()?.view(nodes)
    }

    /// What the last search did; nothing if it has not ended, there was none, or its table has gone.
    pub fn statistics(&self) -> Option<Statistics> {
        self.running.job()?.statistics()
    }

    /// What is set now.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The static evaluation of a position; `None` if the side to move is in check.
    pub fn evaluate(&self, board: &Board) -> Option<Score> {
        if board.in_check() {
            return None;
        }
        let mut evaluator = self.pool.evaluator();
        evaluator.prepare(&self.options.parameters);
        evaluator.reset(board);
        Some(evaluator.evaluate(board))
    }

    /// The book move, if one is to be played. Endless searches are analysis, not play.
    fn book_move(&mut self, request: &Request) -> Option<BookMove> {
        if request.limits.is_endless() {
            return None;
        }
        let chance = self.rng.unit();
        self.options.book.pick(&request.board, &request.history, &request.limits.searchmoves, chance)
    }

    fn lag(&self) -> std::sync::MutexGuard<'_, Lag> {
        self.lag.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the notes for the user that changes have left.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Leaves a note for the user about a change.
    fn note(&mut self, text: String) {
        // Notes may never be taken.
        if self.notes.len() < MAX_NOTES {
            self.notes.push(text);
        }
    }
}

/// The table of a new engine: of the default size, or as large as memory allows.
fn first_table(notes: &mut Vec<String>) -> TranspositionTable {
    let mut mebibytes = DEFAULT_HASH;
    loop {
        match TranspositionTable::new(mebibytes, 0) {
            // Leave room for what a search allocates.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::Entry;
    use crate::{Bound, Parameters};
    use vernier_chess::{Color, Move, MoveKind, Square};

    /// Judges by material, slowly.
    struct Slow;

    impl Evaluator for Slow {
        fn reset(&mut self, _: &Board) {}
        fn push(&mut self, _: &crate::Changes) {}
        fn pop(&mut self) {}
        fn evaluate(&mut self, board: &Board) -> Score {
            std::thread::sleep(std::time::Duration::from_millis(2));
            crate::Material.evaluate(board)
        }
    }

    /// The first iteration is always finished, and here takes longer than the clock allows.
    #[test]
    fn a_late_answer_shortens_the_next_plan() {
        let mut engine = Engine::with_evaluator(|| Box::new(Slow));
        let clock = crate::Clock::from_millis(100, 0);
        let clocks = vernier_chess::ByColor([Some(clock), None]);
        let limits = Limits { clocks, ..Limits::default() };
        let plan = |engine: &mut Engine| {
            let (limits, pacing) = engine.pace(limits.clone(), &Board::start());
            Plan::new(&Parameters::DEFAULT, &limits, Color::White, pacing).expect("a clock is a limit").hard
        };
        let before = plan(&mut engine);
        let answer = engine.search(Request::new(Board::start()).limits(limits.clone()), |_| ());
        assert!(answer.elapsed > before, "{:?} is late for {before:?}", answer.elapsed);
        assert!(plan(&mut engine) < before);
    }

    /// Two positions may share a key, so a tt move may belong to another position.
    #[test]
    fn tt_moves_of_other_positions_are_never_played() {
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
