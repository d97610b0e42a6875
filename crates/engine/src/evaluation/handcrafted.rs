//! The hand-written evaluation as search sees it.

use super::experiments::Experiments;
use super::moves::MoveBonuses;
use super::{Spine, Tapered, Weights, judge, kpk, terms};
use crate::{Changes, Evaluator, Parameters, Score};
use vernier_chess::{Bitboard, Board, ByColor, Color, Role};

/// Evaluates positions by the terms of [`evaluation`](super), and remembers what it found out about pawns.
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
            pawns: PawnTable::new(PawnTable::ENTRIES),
        }
    }

    /// An evaluator that forgets pawns almost at once, to measure and test what remembering them is worth.
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

    fn evaluate(&mut self, board: &Board) -> Score {
        let spine = Spine::of(board);
        let pawns = self.pawns.recall(&spine, || terms::of_pawns(&spine, &self.weights, &mut ()));
        let white = judge(&spine, &self.weights, pawns, &mut ());
        // A known draw stays one, whatever the moves that led to it.
        let white = if white == 0 { 0 } else { white + self.bonuses.sum() };
        let score = Score(if spine.turn == Color::White { white } else { -white });
        score.clamp_evaluation()
    }
}

/// What is known about pawns. Newer positions overwrite older ones.
struct PawnTable(Box<[Entry]>);

/// The pawns themselves are kept, not a part of their key: an entry is never mistaken for another.
#[derive(Clone, Copy)]
struct Entry {
    pawns: ByColor<Bitboard>,
    value: Tapered,
}

impl Entry {
    /// No pawns are worth nothing, so an empty entry is a right one.
    const EMPTY: Self = Self { pawns: ByColor([Bitboard::EMPTY; 2]), value: Tapered::ZERO };
}

impl PawnTable {
    /// A power of two; 192 KB fit into the second cache of most machines.
    const ENTRIES: usize = 1 << 13;

    fn new(entries: usize) -> Self {
        Self(vec![Entry::EMPTY; entries].into_boxed_slice())
    }

    fn clear(&mut self) {
        self.0.fill(Entry::EMPTY);
    }

    #[inline(always)]
    fn recall(&mut self, spine: &Spine, compute: impl FnOnce() -> Tapered) -> Tapered {
        let pawns = ByColor(Color::ALL.map(|color| spine[color].pieces[Role::Pawn]));
        let place = spine.pawn_key.0 as usize & (self.0.len() - 1);
        let entry = &mut self.0[place];
        if entry.pawns != pawns {
            *entry = Entry { pawns, value: compute() };
        }
        entry.value
    }
}
