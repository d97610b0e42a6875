//! Draws that end a line.

use super::Search;
use crate::Ply;

impl Search<'_> {
    /// True if the position on the board is a draw: by repetition, by the fifty-move rule, or because nobody can mate.
    pub(super) fn is_draw(&self, ply: Ply) -> bool {
        let clock = self.board.halfmove_clock();
        // Mate on the hundredth move counts as mate.
        (clock >= 100 && (!self.board.in_check() || self.board.has_legal_moves()))
            || self.board.has_insufficient_material()
            || self.is_repetition(ply)
    }

    /// True if the position has occurred before: once is enough inside the tree, since what was good once will be
    /// good again, but on the game's line it takes two.
    fn is_repetition(&self, ply: Ply) -> bool {
        let (key, reach) = (self.board.key(), usize::from(self.board.halfmove_clock()));
        let mut seen = 0;
        for (back, earlier) in self.keys.iter().rev().enumerate().take(reach).skip(3).step_by(2) {
            if *earlier == key {
                seen += 1;
                if back + 1 < ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}
