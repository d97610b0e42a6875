//! The plain count, tuned for speed: positions are copied, nothing but the pieces is carried along, and the last
//! ply is counted without making its moves.

use super::replies::Replies;
use crate::board::Count;
use crate::generate::{Filter, PawnStep, Sink, generate};
use crate::position::Position;
use crate::side::{Black, Side, White};
use crate::{Bitboard, Board, Color, Role, Square};
use core::marker::PhantomData;

/// Plays each move on a copy and counts what follows.
struct Walk<'a, S> {
    position: &'a Position,
    /// Plies left after the move.
    depth: u32,
    leaves: u64,
    side: PhantomData<S>,
}

impl<S: Side> Walk<'_, S> {
    #[inline(always)]
    fn into(&mut self, next: Position) {
        self.leaves += leaves::<S::Them>(&next, self.depth);
    }
}

impl<S: Side> Sink for Walk<'_, S> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) {
        for to in to {
            self.into(self.position.after_piece::<S>(role, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, to: Bitboard) {
        for to in to {
            let from = step.origin::<S>(to);
            self.into(match step {
                PawnStep::DoublePush => self.position.after_double_push::<S>(from, to),
                _ => self.position.after_pawn::<S>(Role::Pawn, from, to),
            });
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) {
        for to in to {
            for role in Role::PROMOTIONS {
                self.into(self.position.after_pawn::<S>(role, step.origin::<S>(to), to));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.into(self.position.after_en_passant::<S>(from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.into(self.position.after_castle::<S>(king, rook));
    }
}

/// How many moves there are.
#[inline(never)]
pub(super) fn count<S: Side>(position: &Position) -> u64 {
    let mut count = Count(0);
    generate::<S, _>(position, Filter::ALL, &mut count);
    count.0
}

fn leaves<S: Side>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return count::<S>(position);
    }
    if depth == 2 {
        let mut replies = Replies::<S>::new(position);
        generate::<S, _>(position, Filter::ALL, &mut replies);
        return replies.leaves;
    }
    let mut walk = Walk::<S> { position, depth: depth - 1, leaves: 0, side: PhantomData };
    generate::<S, _>(position, Filter::ALL, &mut walk);
    walk.leaves
}

/// How many ways there are to play `depth` moves, by recursion as deep as that.
pub(super) fn walk(board: &Board, depth: u32) -> u64 {
    match (depth, board.turn()) {
        (0, _) => 1,
        (_, Color::White) => leaves::<White>(&board.position(), depth),
        (_, Color::Black) => leaves::<Black>(&board.position(), depth),
    }
}
