//! When a tree search ends, and when it reports.

use super::worker::Worker;
use crate::job::Job;
use crate::time::Confidence;
use crate::{MAX_PLY, Score};
use std::time::Duration;

/// Simulations between two looks at the clock.
const INTERVAL: u64 = 32;
/// The shortest time between reports, except at the beginning.
const PAUSE: Duration = Duration::from_millis(500);
/// A forced move is played after this many simulations, which take no time but give a score and an expected reply.
const FORCED: u64 = 64;
/// A proven mate is worth looking at this many positions for a shorter one.
const LEAST_MATE_SEARCH: u64 = 20_000;
/// Visits are counted in 32 bits.
const MOST_SIMULATIONS: u64 = 1 << 31;

/// Checks the limits for one thread. The first thread decides; the others stop when it does.
pub(super) struct Watch<'a> {
    job: &'a Job,
    confidence: Confidence,
    /// Simulations of this thread.
    done: u64,
    /// When confidence is updated next.
    next_judgement: u64,
    /// When the next search for mates is due.
    next_mate: u64,
    /// The next report, by simulations and not before a time.
    next_report: u64,
    reported: Duration,
}

impl<'a> Watch<'a> {
    pub(super) fn new(job: &'a Job) -> Self {
        Self {
            job,
            confidence: Confidence::default(),
            done: 0,
            next_judgement: 1024,
            next_mate: 500,
            next_report: 128,
            reported: Duration::ZERO,
        }
    }

    /// True if the thread should end. Called before every simulation.
    pub(super) fn is_over(&mut self, worker: &Worker<'_>) -> bool {
        self.done += 1;
        if worker.thread > 0 {
            return self.job.signals.is_halted();
        }
        // One simulation is always made, so that there is a value.
        if self.done == 1 {
            return false;
        }
        let simulations = self.job.counters.nodes();
        if self.is_counted_out(simulations) {
            return true;
        }
        if worker.is_proven() {
            worker.look_for_mate(simulations.max(LEAST_MATE_SEARCH));
            return true;
        }
        if simulations >= self.next_mate {
            self.next_mate = 4 * simulations;
            worker.look_for_mate(simulations / 4);
        }
        if !self.done.is_multiple_of(INTERVAL) {
            return false;
        }
        if self.job.signals.is_halted() || self.is_out_of_time() {
            return true;
        }
        self.report(worker, simulations);
        let _shared = worker.tree.enter();
        worker.is_decided() || self.is_enough(worker, simulations)
    }

    fn is_counted_out(&self, simulations: u64) -> bool {
        let limits = &self.job.request.limits;
        let most = limits.nodes.into_iter().chain(limits.soft_nodes).min().unwrap_or(MOST_SIMULATIONS);
        simulations >= most.min(MOST_SIMULATIONS)
    }

    fn is_out_of_time(&self) -> bool {
        let plan = self.job.means.plan;
        plan.zip(self.job.on_the_clock()).is_some_and(|(plan, time)| time >= plan.hard)
    }

    /// Reports after every doubling of the simulations, later only if there was a pause.
    fn report(&mut self, worker: &Worker<'_>, simulations: u64) {
        let elapsed = self.job.signals.elapsed();
        if simulations >= self.next_report || elapsed >= self.reported + 10 * PAUSE {
            if simulations < 4096 || elapsed >= self.reported + PAUSE {
                worker.report();
                self.reported = elapsed;
            }
            self.next_report = 2 * simulations;
        }
    }

    /// True if more simulations would hardly change the move.
    fn is_enough(&mut self, worker: &Worker<'_>, simulations: u64) -> bool {
        let limits = &self.job.request.limits;
        let score = worker.best_score();
        let mated = |moves: u32| score >= Score::mate_in((2 * moves as usize).saturating_sub(1).min(MAX_PLY));
        if limits.mate.is_some_and(mated)
            || limits.depth.is_some_and(|depth| worker.tree.depth() >= depth.into())
        {
            return true;
        }
        let Some((plan, time)) = self.job.means.plan.zip(self.job.on_the_clock()) else {
            return false;
        };
        let Some(soft) = plan.soft.filter(|_| !limits.is_endless()) else { return false };
        if worker.has_one_move() && simulations >= FORCED {
            return true;
        }
        if simulations >= self.next_judgement {
            self.next_judgement = simulations + simulations / 4;
            let (best, visits, all) = worker.favourite();
            if let Some(best) = best {
                self.confidence.update(best, score, visits, all);
            }
        }
        if plan.is_spent(time, self.confidence.factor(worker.parameters())) {
            return true;
        }
        // The second move cannot catch up in the time that is left.
        let rate = simulations as f64 / self.job.taken().as_secs_f64().max(1e-6);
        let left = soft.mul_f64(1.5).min(plan.hard).saturating_sub(time).as_secs_f64() * rate;
        worker.lead() > left
    }
}
