//! Iterative deepening: depth one, then two, then three ... until a limit is reached.

use super::Search;
use super::window::Window;
use crate::mission::Outcome;
use crate::{Bound, Event, MAX_PLY, Report, Score};

impl Search<'_> {
    /// Searches deeper and deeper, and gives what is thought in the end.
    pub(super) fn deepen(&mut self) -> Option<Outcome> {
        if self.roots.is_empty() {
            return Some(self.finished_game());
        }
        let deepest = self
            .mission
            .task
            .limits
            .depth
            .map_or(MAX_PLY as u32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1));
        for depth in 1..=deepest {
            self.depth = depth;
            self.iterate();
            if self.stopped {
                break;
            }
            if self.is_first() {
                self.mission.remember(self.outcome());
                if self.is_enough() {
                    break;
                }
            }
        }
        Some(self.outcome())
    }

    /// One iteration: the best line, then the second best ...
    fn iterate(&mut self) {
        for root in &mut self.roots {
            root.previous = root.score;
        }
        let lines = self.mission.task.options.multi_pv.min(self.roots.len());
        for line in 0..lines {
            self.line = line;
            self.selective_depth = 0;
            for root in &mut self.roots[line..] {
                root.score = -Score::INFINITE;
            }
            self.node(Window::FULL, self.depth as i32, 0);
            self.roots[line..].sort_by_key(|root| -root.score);
            if self.stopped {
                if self.roots[0].score == -Score::INFINITE {
                    self.roots[0].score = self.roots[0].previous;
                }
                return;
            }
        }
        self.roots[..lines].sort_by_key(|root| -root.score);
        if self.is_first() {
            for line in 0..lines {
                self.report(line);
            }
        }
    }

    /// True if no further iteration should begin.
    fn is_enough(&self) -> bool {
        let task = &self.mission.task;
        let late = task.plan.and_then(|plan| plan.soft).is_some_and(|soft| self.mission.elapsed() >= soft);
        let mated = task
            .limits
            .mate
            .is_some_and(|moves| self.roots[0].score >= Score::mate_in(2 * moves as usize - 1));
        self.mission.may_answer() && (late || mated)
    }

    fn report(&self, line: usize) {
        let root = &self.roots[line];
        self.mission.emit(Event::Iteration(Report {
            depth: self.depth,
            selective_depth: root.selective_depth as u32,
            line: line + 1,
            score: root.score,
            bound: Bound::Exact,
            nodes: self.mission.nodes(),
            elapsed: self.mission.elapsed(),
            hashfull: self.table.hashfull(),
            tablebase_hits: self.mission.tablebase_hits(),
            pv: root.pv.clone(),
        }));
    }

    /// The game is over: there is nothing to search, but something to say.
    fn finished_game(&self) -> Outcome {
        let score = if self.board.in_check() { Score::mated_in(0) } else { Score::DRAW };
        let outcome = Outcome::of_finished_game(score);
        if self.is_first() {
            self.mission.emit(Event::Iteration(Report {
                depth: 0,
                selective_depth: 0,
                line: 1,
                score,
                bound: Bound::Exact,
                nodes: 0,
                elapsed: self.mission.elapsed(),
                hashfull: self.table.hashfull(),
                tablebase_hits: 0,
                pv: Vec::new(),
            }));
        }
        outcome
    }

    fn outcome(&self) -> Outcome {
        let best = &self.roots[0];
        Outcome {
            depth: self.depth,
            selective_depth: best.selective_depth as u32,
            score: best.score,
            pv: best.pv.clone(),
        }
    }
}
