//! The moves of a position, ranked by what the tablebases say of them.

use super::{Dtz, FiftyMoveRule, TablebaseError, Tablebases, Wdl};
use core::cmp::Reverse;
use vernier_chess::{Board, Key, Move, repetition};

/// A move with the result it leads to, for its mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseMove {
    /// The move.
    pub mv: Move,
    /// The result, with the clock of the fifty-move rule and earlier positions of the game taken into account.
    pub wdl: Wdl,
    /// The distance before the move; none if only results are known.
    pub dtz: Option<Dtz>,
    /// It mates.
    pub mates: bool,
}

impl TablebaseMove {
    /// The greater, the better: the result, then mate, then the shorter way to a win or the longer one to a loss.
    fn rank(&self) -> (Wdl, bool, Reverse<Dtz>) {
        (self.wdl, self.mates, Reverse(self.dtz.unwrap_or(Dtz(0))))
    }
}

impl Tablebases {
    /// All legal moves with what they lead to, best first: by distances if there are tablebases of them, else by results
    /// alone. Nothing unless the tablebases know every move. `history` holds the keys of the positions before.
    pub fn moves(
        &self,
        board: &Board,
        history: &[Key],
        rule: FiftyMoveRule,
    ) -> Result<Option<Vec<TablebaseMove>>, TablebaseError> {
        if board.occupied().len() > self.max_pieces() || !board.castling().is_none() {
            return Ok(None);
        }
        let mut earlier = history.to_vec();
        earlier.push(board.key());
        let by_distance = self.judge_all(board, &earlier, rule, Self::judge_by_distance);
        match by_distance {
            Ok(Some(moves)) => Ok(Some(moves)),
            // Without distances, or with damaged ones, results are better than nothing.
            Ok(None) => self.judge_all(board, &earlier, rule, Self::judge_by_result),
            Err(problem) => Err(problem),
        }
    }

    fn judge_all(
        &self,
        board: &Board,
        earlier: &[Key],
        rule: FiftyMoveRule,
        judge: impl Fn(&Self, &Board, &Board) -> Result<Option<(Wdl, Option<Dtz>)>, TablebaseError>,
    ) -> Result<Option<Vec<TablebaseMove>>, TablebaseError> {
        let mut moves = Vec::new();
        for mv in board.legal_moves().iter().copied() {
            let next = board.play(mv);
            let Some((wdl, dtz)) = judge(self, board, &next)? else { return Ok(None) };
            let mates = next.is_checkmate();
            let repeats = repetition::earlier_occurrences(earlier, next.key(), next.halfmove_clock()) >= 2;
            let wdl = if repeats && !mates { Wdl::Draw } else { wdl.under(rule) };
            moves.push(TablebaseMove { mv, wdl, dtz, mates });
        }
        moves.sort_by_key(|found| Reverse(found.rank()));
        Ok(Some(moves))
    }

    fn judge_by_distance(
        &self,
        board: &Board,
        next: &Board,
    ) -> Result<Option<(Wdl, Option<Dtz>)>, TablebaseError> {
        let dtz = if next.is_checkmate() {
            Some(Dtz(1))
        } else if next.halfmove_clock() == 0 {
            self.wdl(next)?.map(|wdl| (-wdl).before_zeroing())
        } else {
            self.dtz(next)?.map(|dtz| (-dtz).a_ply_earlier())
        };
        // A capture or pawn move leaves the clock behind.
        let clock = if next.halfmove_clock() == 0 { 0 } else { board.halfmove_clock() };
        Ok(dtz.map(|dtz| (dtz.result(clock), Some(dtz))))
    }

    fn judge_by_result(&self, _: &Board, next: &Board) -> Result<Option<(Wdl, Option<Dtz>)>, TablebaseError> {
        if next.is_checkmate() {
            return Ok(Some((Wdl::Win, None)));
        }
        Ok(self.wdl(next)?.map(|wdl| (-wdl, None)))
    }
}
