//! Positions visited and tablebase answers, counted by thread.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The counters of all threads of one search.
pub(crate) struct Counters(Vec<Counter>);

/// What one thread counts, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl Counters {
    pub(crate) fn new(threads: usize) -> Self {
        Self(std::iter::repeat_with(Counter::default).take(threads).collect())
    }

    /// Counts a position that a thread has reached.
    #[inline(always)]
    pub(crate) fn count_node(&self, thread: usize) -> u64 {
        // Only the thread itself writes its counter, so no atomic addition is needed.
        let counter = &self.0[thread].nodes;
        let nodes = counter.load(Relaxed) + 1;
        counter.store(nodes, Relaxed);
        nodes
    }

    /// Counts tablebase hits of a thread.
    pub(crate) fn count_tablebase_hits(&self, thread: usize, hits: u64) {
        self.0[thread].tablebase_hits.fetch_add(hits, Relaxed);
    }

    /// Positions visited by one thread.
    pub(crate) fn thread_nodes(&self, thread: usize) -> u64 {
        self.0[thread].nodes.load(Relaxed)
    }

    /// Positions visited by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.0.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Tablebase hits of all threads.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.0.iter().map(|counter| counter.tablebase_hits.load(Relaxed)).sum()
    }
}
