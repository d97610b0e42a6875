//! Engines that analyse positions for a book, several at a time.
//!
//! Every position is searched by one thread with an empty table, so the results depend neither on the number of threads nor on
//! the order.

use super::graph::Line;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use vernier_chess::{Board, Color};
use vernier_engine::{Engine, Limits, Report, Request};

/// Engines, one for each thread.
pub struct Analysts {
    engines: Vec<Engine>,
}

/// The longest search takes this many times the nodes after which no iteration begins.
const PATIENCE: u64 = 8;

impl Analysts {
    pub fn new(threads: usize) -> Self {
        Self { engines: std::iter::repeat_with(Engine::new).take(threads.max(1)).collect() }
    }

    /// The best moves of each position, as many as asked for, with their scores, best first, from a search of about this many
    /// nodes.
    pub fn analyse(&mut self, wanted: &[(Board, usize)], nodes: u64) -> Vec<Vec<Line>> {
        // An iteration is finished once begun, so that the scores of all moves are of one depth.
        let limits = Limits { soft_nodes: Some(nodes), nodes: Some(nodes * PATIENCE), ..Limits::default() };
        self.each(wanted, |engine, (board, moves)| {
            engine.set_multi_pv(*moves);
            let reports = search_afresh(engine, board, limits.clone());
            let complete = reports.iter().rfind(|report| report.line == board.count_moves().min(*moves));
            let depth = complete.map_or(0, |report| report.depth);
            // A later report of the first line may be of an iteration that was broken off.
            let mut lines: Vec<Line> = Vec::new();
            for report in reports.iter().filter(|report| report.depth == depth) {
                if let Some(mv) = report.pv.first().filter(|mv| lines.iter().all(|line| line.mv != **mv)) {
                    lines.push(Line { mv: *mv, score: report.score.0 });
                }
            }
            lines
        })
    }

    /// What each position is worth to White, from a search of this many nodes.
    pub fn judge(&mut self, boards: &[Board], nodes: u64) -> Vec<i32> {
        self.each(boards, |engine, board| {
            engine.set_multi_pv(1);
            let reports = search_afresh(engine, board, Limits::nodes(nodes));
            let score = reports.last().map_or(0, |report| report.score.0);
            if board.turn() == Color::White { score } else { -score }
        })
    }

    /// Maps each item on one of the engines, and returns the results in order.
    pub fn each<I: Sync, R: Send>(
        &mut self,
        items: &[I],
        work: impl Fn(&mut Engine, &I) -> R + Sync,
    ) -> Vec<R> {
        let (next, (results, inbox)) = (AtomicUsize::new(0), channel());
        std::thread::scope(|scope| {
            for engine in &mut self.engines {
                let (results, next, work) = (results.clone(), &next, &work);
                scope.spawn(move || {
                    while let Some((index, item)) = take(items, next) {
                        let _ = results.send((index, work(engine, item)));
                    }
                });
            }
        });
        drop(results);
        let mut results: Vec<(usize, R)> = inbox.iter().collect();
        results.sort_by_key(|(index, _)| *index);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

fn take<'a, I>(items: &'a [I], next: &AtomicUsize) -> Option<(usize, &'a I)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

/// Searches a position with an empty table.
fn search_afresh(engine: &mut Engine, board: &Board, limits: Limits) -> Vec<Report> {
    engine.new_game();
    search(engine, Request::new(*board).limits(limits))
}

/// Searches and gives all reports.
pub fn search(engine: &mut Engine, request: Request) -> Vec<Report> {
    let mut reports = Vec::new();
    engine.search(request, |report| reports.push(report.clone()));
    reports
}
