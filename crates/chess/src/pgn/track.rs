//! A board that follows the moves of a game into its variations and back. Reading and writing both walk this way.

use crate::{Board, Move};

pub(super) struct Track {
    board: Board,
    /// The board before the last move of this line; none where the line has no move yet.
    before: Option<Board>,
    /// What to come back to, the outermost line first. A list of our own, so that nesting cannot exhaust the stack.
    outer: Vec<(Board, Option<Board>)>,
}

impl Track {
    pub(super) fn new(start: Board) -> Self {
        Self { board: start, before: None, outer: Vec::new() }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a legal move, or a null move where there is no check.
    pub(super) fn play(&mut self, mv: Option<Move>) {
        self.before = Some(self.board);
        let _ = match mv {
            Some(mv) => self.board.make(mv),
            None => self.board.make_null(),
        };
    }

    /// Goes back to before the last move, to hear what else might have been played. False if there was none.
    #[must_use]
    pub(super) fn open(&mut self) -> bool {
        let Some(before) = self.before else { return false };
        self.outer.push((self.board, self.before));
        self.board = before;
        self.before = None;
        true
    }

    /// Comes back from a variation.
    pub(super) fn close(&mut self) {
        if let Some((board, before)) = self.outer.pop() {
            self.board = board;
            self.before = before;
        }
    }
}
