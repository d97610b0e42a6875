//! Iterative deepening: depth one, then two, then three ... until a limit is reached.

use super::Search;
use super::depth::Depth;
use super::kind::{Expect, Root};
use super::window::Window;
use crate::results::Outcome;
use crate::time::Confidence;
use crate::{MAX_PLY, Score};
use core::cmp::Reverse;

/// A forced move is played after that many iterations, which take no time but give a score and an expected reply.
const FORCED_DEPTH: u32 = 4;
/// Once a window is this wide, it may as well be open.
const WIDE: i32 = 600;

impl Search<'_> {
    /// Searches deeper and deeper, and returns the final result.
    pub(super) fn deepen(&mut self) -> Outcome {
        if self.root.moves.is_empty() {
            return self.finished_game();
        }
        let deepest = MAX_PLY as u32 - 1;
        let deepest = self.job.request.limits.depth.map_or(deepest, |depth| depth.clamp(1, deepest));
        let mut confidence = Confidence::default();
        let mut outcome = self.outcome(0);
        for depth in 1..=deepest {
            self.root.depth = depth;
            self.watch.may_stop = depth > 1;
            self.iterate();
            if self.watch.stopped {
                break;
            }
            outcome = self.outcome(depth);
            self.statistics.nodes_by_depth.push(self.job.counters.nodes());
            self.job.results.remember(self.watch.thread, outcome.clone());
            if self.watch.is_first() {
                let best = &self.root.moves[0];
                confidence.update(best.mv, best.score, best.nodes, self.watch.nodes());
                if self.is_enough(&confidence) {
                    break;
                }
            }
        }
        let outcome = self.amended(outcome);
        self.finish_line(outcome)
    }

    /// One iteration: the best line, then the second best without the first ...
    fn iterate(&mut self) {
        for root in &mut self.root.moves {
            root.previous = root.score;
            root.mean = match root.mean {
                _ if root.score.is_decisive() => None,
                None => Some(root.score),
                Some(mean) => Some(Score((2 * root.score.0 + mean.0) / 3)),
            };
        }
        let lines = self.job.means.options.multi_pv.min(self.root.moves.len());
        for line in 0..lines {
            self.root.line = line;
            self.lines.selective_depth = 0;
            self.aspirate();
            self.statistics.selective_depth = self.statistics.selective_depth.max(self.lines.selective_depth);
            if self.watch.stopped {
                return;
            }
        }
        self.root.moves[..lines].sort_by_key(|root| (root.group, Reverse(root.score)));
        for line in 0..lines {
            self.complete_line(line);
            if self.watch.is_first() {
                self.report(line);
            }
        }
    }

    /// Aspiration: the score will be close to that of the last iteration, and a narrow window around it is quickly
    /// searched. If the score falls outside, the window grows on that side.
    fn aspirate(&mut self) {
        let (p, root) = (self.parameters, &self.root.moves[self.root.line]);
        let previous = root.mean.filter(|_| p.aspiration_mean).unwrap_or(root.previous);
        let share = previous.0.abs() * p.aspiration_share / 100;
        let mut reach = (p.aspiration_window + share).max(1);
        let mut window = Window::FULL;
        let mut reduction = 0;
        if p.aspiration && self.root.depth as i32 >= p.aspiration_depth && !previous.is_decisive() {
            window = Window { alpha: previous - reach, beta: previous + reach };
        }
        loop {
            let depth = Depth((self.root.depth as i32 - reduction).max(1));
            self.reductions.root_width = window.beta.0 - window.alpha.0;
            let score = self.node::<Root>(window, depth, 0, Expect::All);
            let rivals = self.root.rivals();
            self.root.moves[rivals].sort_by_key(|root| Reverse(root.score));
            if self.watch.stopped {
                return;
            }
            reach += (reach * p.aspiration_growth / 100).max(1);
            if score <= window.alpha {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = if reach > WIDE { -Score::INFINITE } else { score - reach };
                reduction = 0;
            } else if score >= window.beta {
                window.beta = if reach > WIDE { Score::INFINITE } else { score + reach };
                // A move that is better than expected need not be confirmed at full depth each time.
                reduction += i32::from(!score.is_decisive());
            } else {
                return;
            }
        }
    }

    /// True if no further iteration should begin.
    fn is_enough(&self, confidence: &Confidence) -> bool {
        let (job, limits, score) = (self.job, &self.job.request.limits, self.root.moves[0].score);
        let mated = |moves: u32| score >= Score::mate_in((2 * moves as usize).saturating_sub(1).min(MAX_PLY));
        if limits.mate.is_some_and(mated) {
            return true;
        }
        if limits.soft_nodes.is_some_and(|soft| job.counters.nodes() >= soft) {
            return true;
        }
        let Some(plan) = job.means.plan.filter(|_| job.on_the_clock().is_some() && !limits.is_endless())
        else {
            return false;
        };
        let forced = plan.soft.is_some() && self.root.moves.len() == 1 && self.root.depth >= FORCED_DEPTH;
        forced || plan.is_spent(job.taken(), confidence.factor(self.parameters))
    }

    fn report(&self, line: usize) {
        let root = &self.root.moves[line];
        self.job.report(line, root.outcome(self.root.depth));
    }

    /// The game is over: there is nothing to search, only a result to report.
    fn finished_game(&self) -> Outcome {
        let score = if self.walk.board.in_check() { Score::mated_in(0) } else { Score::DRAW };
        let outcome = Outcome { depth: 0, selective_depth: 0, score, pv: Vec::new() };
        if self.watch.is_first() {
            self.job.report(0, outcome.clone());
        }
        outcome
    }

    /// The result of this thread after an iteration.
    fn outcome(&self, depth: u32) -> Outcome {
        self.root.moves[0].outcome(depth)
    }

    /// An interrupted iteration may still have found a better move.
    fn amended(&mut self, outcome: Outcome) -> Outcome {
        let best = &self.root.moves[0];
        if !self.watch.stopped || self.root.line > 0 || outcome.pv.first() == Some(&best.mv) {
            return outcome;
        }
        self.complete_line(0);
        if self.watch.is_first() {
            self.report(0);
        }
        self.outcome(self.root.depth)
    }
}
