//! The line of moves from the root to where a simulation is.

use crate::{Changes, Evaluator, Ply, Score, SyzygyOptions, Wdl};
use vernier_chess::{Board, Key, Move, Undo, repetition};

/// A board that goes down the tree and comes back, with the evaluator that follows it.
pub(super) struct Line<'a> {
    pub(super) board: Board,
    pub(super) evaluator: &'a mut dyn Evaluator,
    /// Keys of all positions before the one on the board, the game's included.
    keys: Vec<Key>,
    steps: Vec<(Move, Undo)>,
}

impl<'a> Line<'a> {
    /// At the root; `history` holds the keys of the positions before it.
    pub(super) fn new(board: Board, history: &[Key], evaluator: &'a mut dyn Evaluator) -> Self {
        evaluator.reset(&board);
        Self { board, evaluator, keys: history.to_vec(), steps: Vec::new() }
    }

    /// How far below the root the board is.
    pub(super) fn ply(&self) -> Ply {
        self.steps.len()
    }

    pub(super) fn make(&mut self, mv: Move) {
        self.keys.push(self.board.key());
        let mut changes = Changes::default();
        let undo = self.board.make_observed(mv, &mut changes);
        self.evaluator.push(&changes);
        self.steps.push((mv, undo));
    }

    pub(super) fn unmake(&mut self) {
        if let Some((mv, undo)) = self.steps.pop() {
            self.evaluator.pop();
            self.board.unmake(mv, undo);
            self.keys.pop();
        }
    }

    /// Comes back to the root.
    pub(super) fn rewind(&mut self) {
        while !self.steps.is_empty() {
            self.unmake();
        }
    }

    /// The key of the position this many plies below the root.
    pub(super) fn key(&self, ply: Ply) -> Key {
        let root = self.keys.len() - self.steps.len();
        self.keys.get(root + ply).copied().unwrap_or_else(|| self.board.key())
    }

    /// True if the way here makes the position a draw: by repetition or by the fifty-move rule. Within the tree one
    /// repetition is enough; a position of the game must have occurred twice. Mate on the hundredth move is mate.
    pub(super) fn is_drawn_by_history(&self) -> bool {
        let clock = self.board.halfmove_clock();
        if clock >= 100 && (!self.board.in_check() || self.board.has_legal_moves()) {
            return true;
        }
        if clock < 4 {
            return false;
        }
        let (key, inside) = (self.board.key(), self.ply().min(usize::from(clock)));
        repetition::has_repeated(&self.keys[self.keys.len() - inside..], key, inside as u16)
            || (usize::from(clock) > self.ply()
                && repetition::earlier_occurrences(&self.keys, key, clock) >= 2)
    }

    /// The evaluation; the side to move is not in check. It fades as the fifty-move rule comes near.
    pub(super) fn evaluate(&mut self) -> Score {
        let score = self.evaluator.evaluate(&self.board);
        let clock = i32::from(self.board.halfmove_clock().min(100));
        Score(score.0 * (200 - clock) / 200).clamp_evaluation()
    }

    /// The tablebase result; they are probed only right after a capture or pawn move, from which they count. One that
    /// cannot be read gives nothing; the error is passed on.
    pub(super) fn probe_tablebases(
        &self,
        syzygy: &SyzygyOptions,
        pieces: usize,
    ) -> Result<Option<Wdl>, String> {
        if self.board.occupied().len() > pieces || self.board.halfmove_clock() > 0 || self.ply() == 0 {
            return Ok(None);
        }
        let Some(tables) = &syzygy.tablebases else { return Ok(None) };
        let wdl = tables.wdl(&self.board).map_err(|problem| problem.to_string())?;
        Ok(wdl.map(|wdl| wdl.under(syzygy.fifty_move_rule)))
    }
}
