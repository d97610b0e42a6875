//! Changes the engine's settings. A running search is ended first.

use super::Engine;
use crate::evaluation::HandcraftedEval;
use crate::node_clock::NodeClock;
use crate::tree::{SearchKind, Tree};
use crate::tt::{TableError, TranspositionTable};
use crate::{BookOptions, Evaluator, NnueEval, Parameters, Rng, Strength, SyzygyOptions, TreeOptions};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use vernier_nnue::Network;

impl Engine {
    /// Resizes the table, or the tree if that search is selected. Without enough memory the old one stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), TableError> {
        self.stop();
        if self.hash == mebibytes {
            return Ok(());
        }
        match &self.tree {
            Some(old) => self.tree = Some(Arc::new(Tree::new(mebibytes, old.size())?)),
            None => self.tt = Arc::new(TranspositionTable::new(mebibytes, self.tt.size())?),
        }
        self.hash = mebibytes;
        self.running.forget();
        Ok(())
    }

    /// Selects how positions are searched. Only that search keeps its memory.
    pub fn set_search(&mut self, kind: SearchKind) -> Result<(), TableError> {
        self.stop();
        match (kind, &self.tree) {
            (SearchKind::Mcts, None) => {
                // The network first: it needs memory to unpack, and the tree takes what it may.
                let _ = self.options.tree.policy.network();
                let tree = Tree::new(self.hash, self.tt.size())?;
                self.tt = Arc::new(TranspositionTable::new(1, self.tt.size())?);
                self.tree = Some(Arc::new(tree));
            }
            (SearchKind::AlphaBeta, Some(_)) => {
                let reclaimed = self.tree.as_ref().map_or(0, |tree| tree.size());
                self.tt = Arc::new(TranspositionTable::new(self.hash, reclaimed)?);
                self.tree = None;
            }
            _ => {}
        }
        self.options.search = kind;
        self.running.forget();
        Ok(())
    }

    /// Sets the options of the tree search and clears the tree.
    pub fn set_tree(&mut self, options: TreeOptions) {
        self.stop();
        self.options.tree = options;
        self.clear_memory();
    }

    /// Sets how many threads search, and gives how many there are: never none, never more than
    /// [`Engine::MAX_THREADS`], and fewer than asked if the system has no more.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.stop();
        // Threads that could not be started are left out.
        let _ = self.pool.resize(threads.clamp(1, Self::MAX_THREADS));
        self.pool.len()
    }

    /// Sets how many best lines are wanted; at least one.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.stop();
        self.options.multi_pv = lines.max(1);
    }

    /// Sets how much time is lost between an answer and the clock being stopped.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.stop();
        self.options.move_overhead = overhead;
    }

    /// Sets how many percent of the usual time to spend on a move, where a clock decides.
    pub fn set_slow_mover(&mut self, percent: u32) {
        self.stop();
        self.options.slow_mover = percent.max(1);
    }

    /// Sets how many positions count as a millisecond, so that clocks measure work; `None`: they measure time.
    pub fn set_nodes_as_time(&mut self, rate: Option<NonZeroU32>) {
        self.stop();
        self.options.nodes_as_time = rate;
        self.node_clock = NodeClock::default();
    }

    /// Sets how strong to play.
    pub fn set_strength(&mut self, strength: Strength) {
        self.stop();
        self.options.strength = strength;
    }

    /// Sets the parameters and switches of the search.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.stop();
        self.options.parameters = parameters;
        // Values found with other parameters would stay in the tree.
        if let Some(tree) = &self.tree {
            tree.clear();
        }
    }

    /// Sets whether and how an opening book is used.
    pub fn set_book(&mut self, book: BookOptions) {
        self.stop();
        self.options.book = book;
    }

    /// Seeds the choice of book moves, so that it can be repeated.
    pub fn set_book_seed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    /// Sets whether and how tablebases are used. Results found with other tablebases are forgotten.
    pub fn set_syzygy(&mut self, syzygy: SyzygyOptions) {
        self.stop();
        self.options.syzygy = syzygy;
        self.clear_memory();
    }

    /// Replaces the evaluator.
    pub fn set_evaluator(&mut self, make: impl Fn() -> Box<dyn Evaluator> + Send + Sync + 'static) {
        self.stop();
        self.pool.set_evaluators(Arc::new(make));
        self.clear_memory();
    }

    /// Evaluates positions with a network, or with the hand-written evaluation if there is none.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        match network {
            Some(network) => self.set_evaluator(move || Box::new(NnueEval::new(Arc::clone(&network)))),
            None => self.set_evaluator(|| Box::new(HandcraftedEval::default())),
        }
    }
}
