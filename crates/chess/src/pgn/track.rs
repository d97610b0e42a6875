//! A board that follows the moves of a game into its variations and back. Reading and writing both walk this way.

use crate::{Board, Move, Undo};
use alloc::vec::Vec;

pub(super) struct Track {
    board: Board,
    /// The last move of this line, null or not, and how to take it back; none where the line has no move yet.
    last: Option<(Option<Move>, Undo)>,
    /// What to come back to, the outermost line first. A list of our own, so that nesting cannot exhaust the stack.
    outer: Vec<(Board, (Option<Move>, Undo))>,
}

impl Track {
    pub(super) fn new(start: Board) -> Self {
        Self { board: start, last: None, outer: Vec::new() }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a legal move, or a null move where there is no check.
    #[inline]
    pub(super) fn play(&mut self, mv: Option<Move>) {
        let undo = match mv {
            Some(mv) => self.board.make(mv),
            None => self.board.make_null(),
        };
        self.last = Some((mv, undo));
    }

    /// Goes back to before the last move, to read an alternative to it. False if there was none.
    #[must_use]
    pub(super) fn open(&mut self) -> bool {
        let Some((mv, undo)) = self.last.take() else { return false };
        self.outer.push((self.board, (mv, undo)));
        match mv {
            Some(mv) => self.board.unmake(mv, undo),
            None => self.board.unmake_null(undo),
        }
        true
    }

    /// Comes back from a variation.
    pub(super) fn close(&mut self) {
        if let Some((board, last)) = self.outer.pop() {
            self.board = board;
            self.last = Some(last);
        }
    }
}
