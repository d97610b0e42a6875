//! The hand-written evaluation as search sees it.

use super::experiments::Experiments;
use super::moves::MoveBonuses;
use super::{Spine, Tapered, Weights, judge, kpk, terms};
use crate::{Changes, Evaluator, Parameters, PawnLookups, Score};
use vernier_chess::{Bitboard, Board, ByColor, Color, Role};

/// Evaluates positions by the terms of [`evaluation`](super), with a table of pawn structures.
///
/// ```
/// use vernier_chess::Board;
/// use vernier_engine::{Evaluator, Score, evaluation::HandcraftedEval};
/// let mut hand = HandcraftedEval::default();
/// let a_queen_up: Board = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
/// assert!(hand.evaluate(&a_queen_up) > Score(700));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HandcraftedEval {
    /// As given, without experiments.
    base: Weights,
    experiments: Experiments,
    weights: Weights,
    bonuses: MoveBonuses,
    /// Of the position looked at last.
    spine: Spine,
    pawns: PawnTable,
}

impl HandcraftedEval {
    /// An evaluator with other weights than the built-in ones.
    pub fn new(weights: Weights) -> Self {
        kpk::prepare();
        Self {
            base: weights.clone(),
            experiments: Experiments::default(),
            weights,
            bonuses: MoveBonuses::default(),
            spine: Spine::EMPTY,
            pawns: PawnTable::new(PawnTable::ENTRIES),
        }
    }

    /// An evaluator with a tiny pawn table, to measure and test what the usual one is worth.
    #[doc(hidden)]
    pub fn forgetful() -> Self {
        Self { pawns: PawnTable::new(1), ..Self::default() }
    }
}

impl Default for HandcraftedEval {
    fn default() -> Self {
        Self::new(Weights::DEFAULT)
    }
}

impl Evaluator for HandcraftedEval {
    fn prepare(&mut self, parameters: &Parameters) {
        let experiments = Experiments::of(parameters);
        if experiments != self.experiments {
            self.experiments = experiments;
            self.weights = experiments.applied_to(&self.base);
            self.bonuses = MoveBonuses::new(experiments);
            self.pawns.clear();
        }
    }

    fn reset(&mut self, board: &Board) {
        self.bonuses.reset(board);
    }

    fn push(&mut self, changes: &Changes) {
        self.bonuses.push(changes);
    }

    fn pop(&mut self) {
        self.bonuses.pop();
    }

    fn take_pawn_lookups(&mut self) -> PawnLookups {
        core::mem::take(&mut self.pawns.lookups)
    }

    fn evaluate(&mut self, board: &Board) -> Score {
        self.spine.look_at(board);
        let (spine, weights) = (&self.spine, &self.weights);
        let pawns = self.pawns.recall(spine, || terms::of_pawns(spine, weights, &mut ()));
        let white = judge(spine, weights, pawns, &mut ());
        // A known draw stays a draw, whatever moves led to it.
        let white = if white == 0 { 0 } else { white + self.bonuses.sum() };
        let score = Score(if spine.turn == Color::White { white } else { -white });
        score.clamp_evaluation()
    }
}

/// The pawn table. Newer positions overwrite older ones.
struct PawnTable {
    entries: Box<[Entry]>,
    lookups: PawnLookups,
}

/// The pawns themselves are kept, not a part of their key: an entry is never mistaken for another.
#[derive(Clone, Copy)]
struct Entry {
    pawns: ByColor<Bitboard>,
    value: Tapered,
}

impl Entry {
    /// Without pawns the value is zero, so an empty entry is correct.
    const EMPTY: Self = Self { pawns: ByColor([Bitboard::EMPTY; 2]), value: Tapered::ZERO };
}

impl PawnTable {
    /// A power of two; 192 KB fit into the second cache of most machines.
    const ENTRIES: usize = 1 << 13;

    fn new(entries: usize) -> Self {
        let entries = vec![Entry::EMPTY; entries].into_boxed_slice();
        Self { entries, lookups: PawnLookups::default() }
    }

    fn clear(&mut self) {
        self.entries.fill(Entry::EMPTY);
    }

    #[inline(always)]
    fn recall(&mut self, spine: &Spine, compute: impl FnOnce() -> Tapered) -> Tapered {
        let pawns = ByColor(Color::ALL.map(|color| spine[color].pieces[Role::Pawn]));
        let place = spine.pawn_key.0 as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[place];
        self.lookups.all += 1;
        if entry.pawns == pawns {
            self.lookups.known += 1;
        } else {
            *entry = Entry { pawns, value: compute() };
        }
        entry.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_pawn_structure_is_found_in_the_pawn_table() {
        let mut hand = HandcraftedEval::default();
        let moved: Board =
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1".parse().expect("legal");
        let pushed: Board =
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("legal");
        for board in [Board::start(), moved, pushed] {
            hand.evaluate(&board);
        }
        assert_eq!(hand.take_pawn_lookups(), PawnLookups { all: 3, known: 1 });
        assert_eq!(hand.take_pawn_lookups(), PawnLookups::default());
    }
}
