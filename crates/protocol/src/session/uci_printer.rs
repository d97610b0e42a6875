//! Puts the events of a search into the words of UCI.

use super::context::Context;
use super::output::Output;
use crate::MoveText;
use crate::uci::{self, Info, Reply, ScoreValue};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use vernier_chess::{Board, CastlingMode, Move};
use vernier_engine::{Answer, Bound, Event, Report, Score, Verdict, WinCurve};

/// The move being searched is printed only in searches that take this long.
const CURRENT_MOVES_AFTER: Duration = Duration::from_secs(3);
/// The centipawns of a tablebase win, less the plies to it.
const TABLEBASE_WIN: i32 = 20_000;

/// Prints the events of one search, on the threads of that search.
pub(super) struct UciPrinter {
    output: Output,
    board: Board,
    mode: CastlingMode,
    show_wdl: bool,
    minimal: bool,
    /// Also report statistics of the search.
    debug: bool,
    started: Instant,
    /// The last info line, held back if output is minimal.
    held_back: Mutex<Option<Reply>>,
}

impl UciPrinter {
    pub(super) fn new(context: &Context, board: &Board, debug: bool) -> Self {
        Self {
            output: context.output.clone(),
            board: *board,
            mode: context.castling_mode(),
            show_wdl: context.preferences.show_wdl,
            minimal: context.preferences.minimal,
            debug,
            started: Instant::now(),
            held_back: Mutex::new(None),
        }
    }

    /// Prints an event.
    pub(super) fn print(&self, event: Event) {
        match event {
            Event::Iteration(report) => {
                let reply = Reply::from(self.info(&report));
                if self.minimal && report.depth > 0 {
                    *self.held_back.lock().unwrap_or_else(PoisonError::into_inner) = Some(reply);
                } else {
                    self.output.print_if_idle(reply);
                }
            }
            Event::CurrentMove { mv, number, depth } => {
                if !self.minimal && self.started.elapsed() >= CURRENT_MOVES_AFTER {
                    self.output.print_if_idle(Reply::from(Info {
                        depth: Some(depth),
                        current_move: Some(MoveText::of(&self.board, mv, self.mode)),
                        current_move_number: u32::try_from(number).ok(),
                        ..Info::default()
                    }));
                }
            }
            Event::Note(text) => self.output.print_if_idle(Reply::info_string(text)),
            Event::Summary(statistics) if self.debug => {
                statistics.to_string().lines().for_each(|line| self.output.print(Reply::info_string(line)));
            }
            Event::Summary(_) => {}
            Event::Done(Answer { best, ponder, .. }) => {
                if let Some(reply) = self.held_back.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    self.output.print(reply);
                }
                self.output.print(self.answer(best, ponder));
            }
        }
    }

    fn info(&self, report: &Report) -> Info {
        Info {
            depth: Some(report.depth),
            selective_depth: (report.depth > 0).then_some(report.selective_depth),
            multi_pv: u32::try_from(report.line).ok().filter(|_| report.depth > 0),
            score: Some(self.score(report)),
            nodes: Some(report.nodes),
            nodes_per_second: Some(report.nodes_per_second()),
            hash_full: Some(report.hashfull),
            tablebase_hits: Some(report.tablebase_hits),
            time: Some(u64::try_from(report.elapsed.as_millis()).unwrap_or(u64::MAX)),
            pv: MoveText::line(&self.board, report.pv.iter().copied(), self.mode),
            ..Info::default()
        }
    }

    fn score(&self, report: &Report) -> uci::Score {
        uci::Score {
            value: score_value(report.score),
            bound: match report.bound {
                Bound::Exact => None,
                Bound::Lower => Some(uci::Bound::Lower),
                Bound::Upper => Some(uci::Bound::Upper),
            },
            wdl: self.show_wdl.then(|| WinCurve::timed(&self.board).chances(report.score)),
        }
    }

    /// The answer, whose moves the engine has found legal.
    fn answer(&self, best: Option<Move>, ponder: Option<Move>) -> Reply {
        let text = |board: &Board, mv| MoveText::of(board, mv, self.mode);
        let ponder = best.zip(ponder).map(|(best, ponder)| text(&self.board.play(best), ponder));
        Reply::BestMove { best: best.map(|best| text(&self.board, best)), ponder }
    }
}

/// A score in the words of UCI.
pub(super) fn score_value(score: Score) -> ScoreValue {
    match score.verdict() {
        Verdict::Mate(moves) => ScoreValue::Mate(moves),
        Verdict::Tablebase { won: true, plies } => ScoreValue::Centipawns(TABLEBASE_WIN - plies),
        Verdict::Tablebase { won: false, plies } => ScoreValue::Centipawns(plies - TABLEBASE_WIN),
        Verdict::Centipawns(value) => ScoreValue::Centipawns(value),
    }
}
