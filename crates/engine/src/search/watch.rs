//! Counts the positions of one thread and checks when its search must end.

use crate::job::Job;

/// Positions visited between two checks of the limits.
const INTERVAL: u64 = 512;

/// What one thread watches while it searches.
pub(super) struct Watch<'a> {
    job: &'a Job,
    pub(super) thread: usize,
    /// The node count of the next check.
    next_check: u64,
    /// The first iteration is always finished, so that there is a move.
    pub(super) may_stop: bool,
    /// The search is over: scores returned from now on are meaningless.
    pub(super) stopped: bool,
}

impl<'a> Watch<'a> {
    pub(super) const fn new(job: &'a Job, thread: usize) -> Self {
        Self { job, thread, next_check: 0, may_stop: false, stopped: false }
    }

    /// The first thread checks the limits and reports.
    pub(super) const fn is_first(&self) -> bool {
        self.thread == 0
    }

    /// Positions this thread has visited.
    pub(super) fn nodes(&self) -> u64 {
        self.job.counters.thread_nodes(self.thread)
    }

    /// Counts a position and sometimes checks whether the search should end.
    #[inline]
    pub(super) fn count_node(&mut self) {
        if self.stopped {
            return;
        }
        let nodes = self.job.counters.count_node(self.thread);
        if nodes >= self.next_check {
            self.check_limits(nodes);
        }
    }

    #[cold]
    fn check_limits(&mut self, nodes: u64) {
        if !self.may_stop {
            self.next_check = nodes + 1;
            return;
        }
        self.next_check = nodes + INTERVAL;
        self.stopped |= self.job.signals.is_halted();
        if !self.is_first() {
            return;
        }
        if let Some(limit) = self.job.request.limits.nodes {
            let left = limit.saturating_sub(self.job.counters.nodes());
            self.next_check = nodes + INTERVAL.min(left);
            self.stopped |= left == 0;
        }
        if let (Some(plan), Some(time)) = (self.job.means.plan, self.job.on_the_clock()) {
            self.stopped |= time >= plan.hard;
        }
    }
}
