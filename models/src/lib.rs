//! Models of what the threads of a search share. The modules are the engine's own files, compiled with Loom's locks and
//! atomics (`sync`); what those files need besides is replaced by the least that does.
#![allow(dead_code, reason = "only the part of each file that threads share is run")]

#[path = "../../crates/engine/src/reporter.rs"]
mod reporter;
#[path = "../../crates/engine/src/results.rs"]
mod results;
#[path = "../../crates/engine/src/signals.rs"]
mod signals;
mod sync;

#[path = "../../crates/engine/src/tree"]
mod tree {
    mod arena;
    mod node;
    /// The engine's proofs know scores.
    mod proof {
        pub(super) struct Proof(u16);
        impl Proof {
            pub(super) const fn bits(self) -> u16 {
                self.0
            }
            pub(super) const fn from_bits(bits: u16) -> Option<Self> {
                if bits == 0 { None } else { Some(Self(bits)) }
            }
        }
    }
    #[cfg(test)]
    #[path = "../../../../models/src/expansion.rs"]
    mod expansion;
}

#[path = "../../crates/engine/src/tt"]
mod tt {
    mod pair;
    #[cfg(test)]
    #[path = "../../../../models/src/slot.rs"]
    mod slot;
}

#[cfg(test)]
mod handover;

mod pool {
    pub(crate) const HAS_THREADS: bool = true;
}

use vernier_chess::Move;

#[derive(Clone, PartialEq, Debug)]
struct Score;

#[derive(Clone, Default)]
struct Statistics;

impl Statistics {
    fn add(&mut self, _: &Self) {}
}

#[derive(Clone, Default)]
struct Answer;

#[derive(Clone)]
struct Report {
    line: usize,
    nodes: u64,
    pv: Vec<Move>,
}

enum Event {
    Iteration(Report),
    Note(String),
    Done(Answer),
}

struct Limits {
    ponder: bool,
    endless: bool,
}

impl Limits {
    fn is_endless(&self) -> bool {
        self.endless
    }
}
