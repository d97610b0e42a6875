//! Monte Carlo tree search, beside alpha-beta: the same positions, limits and reports.
//!
//! One simulation is four steps, each a file: `select` goes down the tree by value and policy, `expand` gives a leaf
//! its children, `leaf` evaluates it, `back` takes the value up to the root. `worker` joins them, `clock` ends them, `order` says
//! which move is best, `root` reports the result. Nodes (`node`) lie in an `arena` of fixed size. `docs/tree-search.md` draws a tree.

mod arena;
mod back;
mod clock;
mod expand;
mod leaf;
mod line;
mod mate;
mod node;
mod options;
mod order;
mod proof;
mod root;
mod select;
mod transpositions;
mod view;
mod worker;

pub use options::{PolicyFileError, PolicySource, SearchKind, TreeOptions, UnknownSearchError};
pub use view::{RootMove, TreeView};

use crate::job::Job;
use crate::results::Outcome;
use crate::tt::TableError;
use crate::{Evaluator, memory};
use arena::Arena;
use node::{NodeId, Stage};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use transpositions::Transpositions;
use vernier_chess::{Board, Move};

const _: () = assert!(size_of::<node::Node>() == 32);

/// One part in this many of the memory is for transpositions.
const TRANSPOSITIONS: usize = 16;

/// The memory of tree searches: shared by the threads, kept from one search to the next.
pub(crate) struct Tree {
    arena: Arena,
    transpositions: Transpositions,
    root: AtomicU32,
    /// What stands at the root; nothing before the first search.
    board: Mutex<Option<Board>>,
    /// Simulations hold this to read; making room takes it exclusively.
    traffic: RwLock<()>,
    /// The root has its children.
    ready: AtomicBool,
    simulations: AtomicU64,
    /// The depths of all simulations together.
    depths: AtomicU64,
    deepest: AtomicU32,
    /// A shortest mate from the root, once it is known.
    mate: Mutex<Vec<Move>>,
}

impl Tree {
    /// A tree that takes this many mebibytes, and never more. `reclaimed` bytes are given back when it takes over.
    pub(crate) fn new(mebibytes: usize, reclaimed: usize) -> Result<Self, TableError> {
        let too_big = TableError::for_size(mebibytes);
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or_else(|| too_big.clone())?;
        let short = memory::available().is_some_and(|available| bytes as u64 > available + reclaimed as u64);
        if short || !memory::can_be_had(bytes.saturating_add(memory::RESERVE)) {
            return Err(too_big);
        }
        let tree = Self {
            arena: Arena::new(bytes - bytes / TRANSPOSITIONS),
            transpositions: Transpositions::new(bytes / TRANSPOSITIONS),
            root: AtomicU32::new(0),
            board: Mutex::new(None),
            traffic: RwLock::new(()),
            ready: AtomicBool::new(false),
            simulations: AtomicU64::new(0),
            depths: AtomicU64::new(0),
            deepest: AtomicU32::new(0),
            mate: Mutex::default(),
        };
        tree.clear();
        Ok(tree)
    }

    /// Bytes that it takes.
    pub(crate) fn size(&self) -> usize {
        self.arena.size() + self.transpositions.size()
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        *self.board() = None;
        self.transpositions.clear();
        self.plant();
    }

    /// How full the memory is, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        self.arena.fullness()
    }

    /// A search of a position begins. What is known of it from the last search is kept, if that is wanted.
    pub(crate) fn begin(&self, board: &Board, reuse: bool) {
        let found = self.board().filter(|_| reuse).and_then(|old| root::find(self, &old, board));
        match found {
            Some(id) => self.root.store(id.0, Relaxed),
            None => self.plant(),
        }
        *self.board() = Some(*board);
        self.ready.store(false, Relaxed);
        self.simulations.store(0, Relaxed);
        self.depths.store(0, Relaxed);
        self.deepest.store(0, Relaxed);
        self.mate().clear();
    }

    /// A new tree of one node.
    fn plant(&self) {
        self.arena.clear();
        if let Ok(root) = self.arena.allocate(1) {
            self.arena.get(root).reset(None, 1.0);
            self.root.store(root.0, Relaxed);
        }
    }

    /// The first thread gives the root its children and the policy that roots have.
    fn prepare(&self, board: &Board, shares: impl Fn(&[Move]) -> Vec<f32>) {
        let moves = board.legal_moves();
        for _ in 0..2 {
            let root = self.arena.get(self.root());
            // A proof may be from another way to this position; the root is searched anyway.
            root.forget_proof();
            if root.stage() == Stage::Leaf && root.claim(Stage::Leaf) {
                if let Ok(first) = self.arena.allocate(moves.len()) {
                    let children = self.arena.slice(first, moves.len()).iter();
                    children.zip(moves.iter()).for_each(|(child, mv)| child.reset(Some(*mv), 0.0));
                    root.set_children(first, moves.len());
                    root.release(Stage::Expanded);
                } else {
                    root.release(Stage::Leaf);
                }
            }
            match self.arena.children(root) {
                Ok((_, children)) if !children.is_empty() => {
                    set_policy(children, shares(&moves), &moves);
                    break;
                }
                _ => self.make_room(self.arena.flips()),
            }
        }
        self.ready.store(true, std::sync::atomic::Ordering::Release);
    }

    fn is_ready(&self) -> bool {
        self.ready.load(std::sync::atomic::Ordering::Acquire)
    }

    fn root(&self) -> NodeId {
        NodeId(self.root.load(Relaxed))
    }

    /// As long as this is held, nodes stay where they are.
    fn enter(&self) -> RwLockReadGuard<'_, ()> {
        self.traffic.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes halves, unless another thread has done so since this many flips.
    fn make_room(&self, flips: u32) {
        let _alone = self.traffic.write().unwrap_or_else(PoisonError::into_inner);
        if self.arena.flips() == flips {
            self.root.store(self.arena.flip(self.root()).0, Relaxed);
        }
    }

    /// Counts the depth of a simulation.
    fn count(&self, depth: usize) {
        self.simulations.fetch_add(1, Relaxed);
        self.depths.fetch_add(depth as u64, Relaxed);
        self.deepest.fetch_max(depth as u32, Relaxed);
    }

    /// How deep simulations went on average.
    fn depth(&self) -> f64 {
        self.depths.load(Relaxed) as f64 / self.simulations.load(Relaxed).max(1) as f64
    }

    fn deepest(&self) -> u32 {
        self.deepest.load(Relaxed)
    }

    /// A shortest mate from the root; empty if none is known.
    fn mate(&self) -> MutexGuard<'_, Vec<Move>> {
        self.mate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn board(&self) -> MutexGuard<'_, Option<Board>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets the policy of the root's children and brings unvisited ones into its order.
fn set_policy(children: &[node::Node], shares: Vec<f32>, moves: &[Move]) {
    let share = |mv: Option<Move>| {
        moves.iter().position(|other| Some(*other) == mv).map_or(0.0, |place| shares[place])
    };
    if children.iter().all(|child| child.visits() == 0 && child.stage() == Stage::Leaf) {
        let mut ranked: Vec<(f32, Move)> = moves.iter().map(|mv| (share(Some(*mv)), *mv)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        children.iter().zip(ranked).for_each(|(child, (share, mv))| child.reset(Some(mv), share));
    } else {
        children.iter().for_each(|child| child.set_policy(share(child.mv())));
    }
}

/// Searches a job by the tree with one thread, and returns its result.
pub(crate) fn search(job: &Job, tree: &Tree, thread: usize, evaluator: &mut dyn Evaluator) -> Outcome {
    worker::Worker::new(job, tree, thread, evaluator).search()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_stays_within_its_memory() {
        for mebibytes in [1, 3, 16] {
            let size = Tree::new(mebibytes, 0).expect("little memory is enough").size();
            assert!(size <= mebibytes << 20 && size + 4096 > mebibytes << 20, "{size} of {mebibytes} MB");
        }
        assert!(Tree::new(usize::MAX >> 20, 0).is_err());
        assert!(Tree::new(usize::MAX, 0).is_err());
    }
}
