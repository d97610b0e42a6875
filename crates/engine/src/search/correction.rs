//! Correction history: how wrong the evaluation has been in positions like this one.
//!
//! After a node has been searched, the difference between its score and its evaluation is remembered under the pawn
//! structure, under each side's pieces and under the last two moves, and added to the evaluation of later positions
//! that share them.

use super::Search;
use super::stack::Step;
use crate::{Ply, Score};
use vernier_chess::{Board, ByColor, Color, Key};

/// Keys told apart by each table.
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
}

impl Corrections {
    pub(super) fn new() -> Self {
        Self { pawns: Errors::new(), pieces: ByColor::from_fn(|_| Errors::new()), moves: Errors::new() }
    }
}

impl Corrections {
    /// Forgets everything but keeps the room.
    pub(super) fn clear(&mut self) {
        self.pawns.0.fill(0);
        self.pieces.0.iter_mut().for_each(|errors| errors.0.fill(0));
        self.moves.0.fill(0);
    }
}

/// The key under which the last two moves are filed.
fn moves_key(last: Option<Step>, before: Option<Step>) -> Key {
    let number = |step: Option<Step>| step.map_or(Step::COUNT, Step::index);
    Key((number(last) * (Step::COUNT + 1) + number(before)) as u64)
}

impl Search<'_> {
    /// The evaluation of the position on the board: faded by the fifty-move rule and corrected by experience.
    pub(super) fn corrected(&self, raw: Score, ply: Ply) -> Score {
        let mut score = raw.0;
        if self.parameters.fifty_move_fade {
            score = score * (200 - i32::from(self.board.halfmove_clock()).min(100)) / 200;
        }
        if self.parameters.correction {
            score += self.correction(ply);
        }
        Score(score).clamp_evaluation()
    }

    fn correction(&self, ply: Ply) -> i32 {
        let (board, corrections, parameters) = (&self.board, &*self.corrections, self.parameters);
        let turn = board.turn();
        let pawns = corrections.pawns.get(turn, board.pawn_key());
        let pieces: i32 = Color::ALL
            .into_iter()
            .map(|color| corrections.pieces[color].get(turn, board.non_pawn_key(color)))
            .sum();
        let moves = corrections.moves.get(turn, moves_key(self.stack.step(ply, 1), self.stack.step(ply, 2)));
        (parameters.correction_pawns * pawns
            + parameters.correction_pieces * pieces
            + parameters.correction_moves * moves)
            / UNIT
    }

    /// Remembers by how much the evaluation was wrong.
    pub(super) fn learn_error(&mut self, evaluation: Score, score: Score, depth: i32, ply: Ply) {
        let bonus = ((score.0 - evaluation.0) * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let key = moves_key(self.stack.step(ply, 1), self.stack.step(ply, 2));
        let (board, corrections): (&Board, _) = (&self.board, &mut *self.corrections);
        let turn = board.turn();
        corrections.pawns.add(turn, board.pawn_key(), bonus);
        for color in Color::ALL {
            corrections.pieces[color].add(turn, board.non_pawn_key(color), bonus);
        }
        corrections.moves.add(turn, key, bonus);
    }
}
