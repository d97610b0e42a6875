//! The engine in process. What a search says becomes plain values here; `vernier/engine.py` makes typed results of them.

use crate::board::PyBoard;
use crate::convert::{is_white, value_error};
use crate::moves::PyMove;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;
use vernier_chess::{Board, ByColor, CastlingMode, Color, Move};
use vernier_engine::{
    Answer, Bound, Clock, Engine, Limits, OptionKind, OptionSpec, Report, Reports, Request, SearchJob,
    Verdict,
};

/// How long Ctrl-C may go unnoticed.
const TICK: Duration = Duration::from_millis(50);

/// The engine. One search at a time; a second one waits for the first.
#[pyclass(module = "vernier", frozen)]
pub struct EngineCore(Mutex<Engine>);

/// How long to search, as `vernier.Limit` has it.
#[derive(FromPyObject)]
pub struct PyLimit {
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    white_clock: Option<f64>,
    black_clock: Option<f64>,
    white_inc: Option<f64>,
    black_inc: Option<f64>,
    remaining_moves: Option<u32>,
}

/// Seconds that a search may be given.
fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    let wrong = |_| PyValueError::new_err(format!("{name} is a number of seconds, not {seconds}"));
    Duration::try_from_secs_f64(seconds).map_err(wrong)
}

impl PyLimit {
    fn limits(&self, searchmoves: Vec<Move>) -> PyResult<Limits> {
        let clock = |remaining: Option<f64>, increment: Option<f64>| {
            let Some(remaining) = remaining else { return Ok::<_, PyErr>(None) };
            let increment =
                increment.map_or(Ok(Duration::ZERO), |seconds| duration("the increment", seconds))?;
            let remaining = duration("the clock", remaining)?;
            Ok(Some(Clock { remaining, increment, moves_to_go: self.remaining_moves }))
        };
        let mut clocks = ByColor::default();
        clocks[Color::White] = clock(self.white_clock, self.white_inc)?;
        clocks[Color::Black] = clock(self.black_clock, self.black_inc)?;
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.time.map(|seconds| duration("the time", seconds)).transpose()?,
            clocks,
            mate: self.mate,
            searchmoves,
            ..Limits::default()
        })
    }
}

/// A line of analysis: line number, depth, selective depth, score, mate, bound, nodes, seconds, hashfull, tablebase hits, moves.
type Line = (usize, u32, u32, Option<i32>, Option<i32>, &'static str, u64, f64, u32, u64, Vec<PyMove>);

/// An answer: best move, expected reply, lines, remarks.
type Found = (Option<PyMove>, Option<PyMove>, Vec<Line>, Vec<String>);

/// The position that was asked about, to write its moves.
#[derive(Clone, Copy)]
struct Root {
    board: Board,
    mode: CastlingMode,
}

impl Root {
    fn line(self, report: &Report) -> Line {
        // The sign of a mate shows who wins; "mate in 0" has none.
        let (centipawns, mate) = match report.score.verdict() {
            Verdict::Mate(moves) => (None, Some(moves)),
            Verdict::Tablebase { won, .. } => (Some(if won { 20_000 } else { -20_000 }), None),
            Verdict::Centipawns(value) => (Some(value), None),
        };
        let bound = match report.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let Report { line, depth, selective_depth, nodes, hashfull, tablebase_hits, .. } = *report;
        let seconds = report.elapsed.as_secs_f64();
        let pv = self.moves(&report.pv);
        (line, depth, selective_depth, centipawns, mate, bound, nodes, seconds, hashfull, tablebase_hits, pv)
    }

    fn moves(self, moves: &[Move]) -> Vec<PyMove> {
        let mut board = self.board;
        let mut written = Vec::with_capacity(moves.len());
        for mv in moves {
            written.push(PyMove::of(&board, *mv, self.mode));
            board = board.play(*mv);
        }
        written
    }

    fn found(self, answer: &Answer) -> Found {
        let best = answer.best.map(|mv| PyMove::of(&self.board, mv, self.mode));
        let reply = answer
            .best
            .zip(answer.ponder)
            .map(|(best, reply)| PyMove::of(&self.board.play(best), reply, self.mode));
        (best, reply, answer.lines.iter().map(|report| self.line(report)).collect(), answer.notes.clone())
    }
}

impl EngineCore {
    /// Does something with the engine while other Python threads run.
    fn with<T: Send>(&self, py: Python<'_>, job: impl FnOnce(&mut Engine) -> T + Send) -> T {
        py.detach(|| job(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl EngineCore {
    #[new]
    fn new(py: Python<'_>) -> Self {
        py.detach(|| Self(Mutex::new(Engine::new())))
    }

    /// The options: name, default, and what it means. The parameters of the search can be set as well.
    #[staticmethod]
    fn options() -> Vec<(&'static str, String, &'static str)> {
        let default = |kind: &OptionKind| match kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => (*default).to_owned(),
            OptionKind::Button => String::new(),
        };
        OptionSpec::all().iter().map(|option| (option.name, default(&option.kind), option.help)).collect()
    }

    /// Sets an option by its UCI name; underscores may stand for blanks.
    fn set_option(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        let known = OptionSpec::find(name).is_some();
        let name = if known { name.to_owned() } else { name.replace('_', " ") };
        self.with(py, |engine| engine.set_option(&name, value)).map_err(value_error)
    }

    /// Forgets everything learnt from earlier searches.
    fn new_game(&self, py: Python<'_>) {
        self.with(py, |engine| engine.new_game());
    }

    /// What the evaluator says without any search, from the mover's view; none in check.
    fn evaluate(&self, py: Python<'_>, board: &PyBoard) -> Option<i32> {
        let board = *board.board();
        self.with(py, |engine| engine.evaluate(&board).map(|score| score.0))
    }

    /// Starts a search.
    #[pyo3(signature = (board, limit, multipv = 1, root_moves = None))]
    fn start(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        limit: PyLimit,
        multipv: usize,
        root_moves: Option<Vec<PyMove>>,
    ) -> PyResult<Search> {
        let moves = root_moves.unwrap_or_default();
        let searchmoves = moves.into_iter().map(|mv| mv.on(board.board())).collect::<PyResult<Vec<_>>>()?;
        let request = Request::new(&board.game).limits(limit.limits(searchmoves)?);
        let root = Root { board: *board.board(), mode: board.mode() };
        let reports = self.with(py, |engine| {
            engine.set_multi_pv(multipv.clamp(1, 256));
            engine.reports(request)
        });
        Ok(Search { job: reports.job().clone(), reports: Mutex::new(reports), root })
    }
}

/// A search that runs.
#[pyclass(module = "vernier", frozen)]
pub struct Search {
    job: SearchJob,
    reports: Mutex<Reports>,
    root: Root,
}

#[pymethods]
impl Search {
    /// The next line; none when the answer is there. Ctrl-C stops the search.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        loop {
            let next =
                py.detach(|| self.reports.lock().unwrap_or_else(PoisonError::into_inner).next_within(TICK));
            if let Poll::Ready(report) = next {
                return Ok(report.map(|report| self.root.line(&report)));
            }
            py.check_signals().inspect_err(|_| self.job.stop())?;
        }
    }

    /// Waits for the answer.
    fn answer(&self, py: Python<'_>) -> PyResult<Found> {
        while self.next(py)?.is_some() {}
        let answer = py.detach(|| self.job.wait());
        if answer.best.is_none() && self.root.board.has_legal_moves() {
            return Err(PyRuntimeError::new_err("the search failed"));
        }
        Ok(self.root.found(&answer))
    }

    /// Ends the search; the answer is there soon.
    fn stop(&self) {
        self.job.stop();
    }

    fn is_running(&self) -> bool {
        self.job.is_running()
    }

    /// Who is to move where the search began.
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.root.board.turn())
    }
}
