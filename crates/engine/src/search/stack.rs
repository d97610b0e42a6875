//! What is remembered about each ply of the line being searched.

use super::threats::Threats;
use crate::{MAX_PLY, Parameters, Ply, Score};
use core::ops::{Index, IndexMut};
use vernier_chess::{Move, Piece, Square};

/// One ply of the line.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Frame {
    /// The side to move is in check.
    pub(super) in_check: bool,
    /// The evaluation of its position; none in check.
    pub(super) evaluation: Option<Score>,
    /// The move made from here; none for a null move.
    pub(super) mv: Option<Move>,
    /// What made it, and where it went.
    pub(super) step: Option<Step>,
    /// The move left out while it is tested for being singular.
    pub(super) excluded: Option<Move>,
    /// The quiet move that last gave a cutoff on this ply.
    pub(super) killer: Option<Move>,
    /// The one before, if it was another.
    pub(super) second_killer: Option<Move>,
    /// What the opponent attacks.
    pub(super) threats: Threats,
    /// Double extensions on the way here.
    pub(super) doubles: i32,
    /// Cutoffs among the children of the ply above.
    pub(super) cutoffs: i32,
    /// The place of the move made from here in the order.
    pub(super) number: usize,
    /// By how many plies its search is reduced just now.
    pub(super) reduction: i32,
}

impl Frame {
    /// A quiet move has given a cutoff.
    #[inline]
    pub(super) fn add_killer(&mut self, mv: Move) {
        if self.killer != Some(mv) {
            self.second_killer = self.killer.replace(mv);
        }
    }

    /// True if the move is a killer of this ply, as far as killers are used.
    pub(super) fn is_killer(&self, p: &Parameters, mv: Move) -> bool {
        p.killer_moves && (self.killer == Some(mv) || p.second_killer && self.second_killer == Some(mv))
    }

    pub(super) const fn forget_killers(&mut self) {
        self.killer = None;
        self.second_killer = None;
    }
}

/// A piece and where it went: what continuation histories know of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) piece: Piece,
    pub(super) to: Square,
}

impl Step {
    /// Steps are numbered below this.
    pub(super) const COUNT: usize = Piece::COUNT * Square::COUNT;

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.piece.index() * Square::COUNT + self.to.index()
    }
}

/// The frames of the line, from the root down.
pub(super) struct Stack(Box<[Frame]>);

impl Stack {
    pub(super) fn new() -> Self {
        // Each node also touches the frames of its children and grandchildren.
        Self(vec![Frame::default(); MAX_PLY + 3].into_boxed_slice())
    }

    /// Forgets everything but keeps the room.
    pub(super) fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    /// True if the side to move stands better than at its last move, or at the one before if it was in check then.
    pub(super) fn is_improving(&self, evaluation: Option<Score>, ply: Ply) -> bool {
        let earlier = |back| ply.checked_sub(back).and_then(|ply| self.0[ply].evaluation);
        match (evaluation, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(then)) => now > then,
            (now, _) => now.is_some(),
        }
    }

    /// By how much the last move has raised the evaluation, as its mover sees it; none after or in check.
    pub(super) fn gain(&self, ply: Ply) -> Option<i32> {
        let before = self.0[ply.checked_sub(1)?].evaluation?;
        self.0[ply].evaluation.map(|now| -now.0 - before.0)
    }

    /// The step made `back` plies before the node at `ply`.
    #[inline(always)]
    pub(super) fn step(&self, ply: Ply, back: usize) -> Option<Step> {
        ply.checked_sub(back).and_then(|earlier| self.0[earlier].step)
    }
}

impl Index<Ply> for Stack {
    type Output = Frame;

    #[inline(always)]
    fn index(&self, ply: Ply) -> &Frame {
        &self.0[ply]
    }
}

impl IndexMut<Ply> for Stack {
    #[inline(always)]
    fn index_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.0[ply]
    }
}
