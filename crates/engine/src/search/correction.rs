//! Correction history: how wrong the evaluation has been in positions like this one.
//!
//! After a node has been searched, the difference between its score and its evaluation is remembered under the pawn
//! structure, under each side's pieces and under the last two moves, and added to the evaluation of later positions
//! that share them.

use super::stack::{Stack, Step};
use super::walk::Walk;
use crate::{Parameters, Ply};
use vernier_chess::{ByColor, Color, Key};

/// Entries of each table.
const SIZE: usize = 16_384;
/// No entry goes beyond.
const LIMIT: i32 = 1024;
/// An entry at its limit corrects by its weight in points.
const UNIT: i32 = 1024;

/// Errors by key and side to move.
struct Errors(Vec<i16>);

impl Errors {
    fn new() -> Self {
        Self(vec![0; Color::COUNT * SIZE])
    }

    #[inline(always)]
    fn slot(turn: Color, key: Key) -> usize {
        turn.index() * SIZE + key.0 as usize % SIZE
    }

    #[inline(always)]
    fn get(&self, turn: Color, key: Key) -> i32 {
        i32::from(self.0[Self::slot(turn, key)])
    }

    #[inline(always)]
    fn add(&mut self, turn: Color, key: Key, bonus: i32) {
        let entry = &mut self.0[Self::slot(turn, key)];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

/// All errors one thread remembers.
pub(super) struct Corrections {
    pawns: Errors,
    pieces: ByColor<Errors>,
    moves: Errors,
    plan: Errors,
}

impl Corrections {
    pub(super) fn new() -> Self {
        Self {
            pawns: Errors::new(),
            pieces: ByColor::from_fn(|_| Errors::new()),
            moves: Errors::new(),
            plan: Errors::new(),
        }
    }

    /// Forgets everything but keeps the room.
    pub(super) fn clear(&mut self) {
        self.pawns.0.fill(0);
        self.pieces.0.iter_mut().for_each(|errors| errors.0.fill(0));
        self.moves.0.fill(0);
        self.plan.0.fill(0);
    }
}

/// The key under which the last move and one before it are filed.
fn moves_key(stack: &Stack, ply: Ply, before: usize) -> Key {
    let number = |back| stack.step(ply, back).map_or(Step::COUNT, Step::index);
    Key((number(1) * (Step::COUNT + 1) + number(before)) as u64)
}

impl Corrections {
    /// What to add to the evaluation of the position on the board.
    pub(super) fn at(&self, p: &Parameters, walk: &Walk<'_>, ply: Ply) -> i32 {
        if !p.correction {
            return 0;
        }
        let board = &walk.board;
        let turn = board.turn();
        let pawns = self.pawns.get(turn, board.pawn_key());
        let pieces: i32 =
            Color::ALL.into_iter().map(|color| self.pieces[color].get(turn, board.non_pawn_key(color))).sum();
        let moves = self.moves.get(turn, moves_key(&walk.stack, ply, 2));
        let plan = self.plan.get(turn, moves_key(&walk.stack, ply, 4));
        let structure = p.correction_pawns * pawns + p.correction_pieces * pieces;
        (structure + p.correction_moves * moves + p.correction_plan * plan) / UNIT
    }

    /// Remembers by how much the evaluation of the position on the board was wrong.
    pub(super) fn learn(&mut self, walk: &Walk<'_>, error: i32, depth: i32, ply: Ply) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let board = &walk.board;
        let turn = board.turn();
        self.pawns.add(turn, board.pawn_key(), bonus);
        for color in Color::ALL {
            self.pieces[color].add(turn, board.non_pawn_key(color), bonus);
        }
        self.moves.add(turn, moves_key(&walk.stack, ply, 2), bonus);
        self.plan.add(turn, moves_key(&walk.stack, ply, 4), bonus);
    }
}
