//! Searches as the page sees them.

use crate::message::{Clocks, SearchLimits, SearchLine};
use crate::position::uci;
use std::time::Duration;
use vernier_analysis::Evaluation;
use vernier_analysis::chances::Chances;
use vernier_chess::{Board, ByColor, Color};
use vernier_engine::{Clock, Limits, Report};

/// Plies of a line that are sent.
const LONGEST: usize = 24;

/// Limits as the engine takes them.
pub(crate) fn limits(limits: SearchLimits) -> Limits {
    let movetime =
        limits.movetime.map(|millis| Duration::from_millis(u64::from(millis.clamp(1, 86_400_000))));
    let given = Limits {
        depth: limits.depth.map(|depth| depth.clamp(1, 200)),
        nodes: limits.nodes.map(|nodes| nodes.max(1)),
        movetime,
        ..Limits::default()
    };
    if given.is_endless() { Limits::infinite() } else { given }
}

/// Limits of a move to play.
pub(crate) fn playing(clocks: Option<Clocks>) -> Limits {
    let Some(clocks) = clocks else { return Limits::movetime(Duration::from_millis(500)) };
    let clock = |left: u32| Some(Clock::from_millis(i64::from(left), i64::from(clocks.increment)));
    Limits { clocks: ByColor([clock(clocks.white), clock(clocks.black)]), ..Limits::default() }
}

/// A report as the page takes it.
pub(crate) fn line(start: &Board, report: &Report) -> SearchLine {
    let chances = Chances::of(report.score, start);
    let mut board = *start;
    let (mut words, mut sans, mut fens) = (Vec::new(), Vec::new(), Vec::new());
    for mv in report.pv.iter().take(LONGEST) {
        words.push(uci(&board, *mv));
        sans.push(board.san(*mv).to_string());
        board = board.play(*mv);
        fens.push(board.to_string());
    }
    SearchLine {
        line: report.line,
        depth: report.depth,
        seldepth: report.selective_depth,
        evaluation: Evaluation::for_white(report.score, start.turn()),
        chances: if start.turn() == Color::White { chances } else { chances.flipped() },
        uci: words,
        san: sans,
        fens,
        nodes: report.nodes,
        nps: report.nodes_per_second(),
        tablebase_hits: report.tablebase_hits,
    }
}
