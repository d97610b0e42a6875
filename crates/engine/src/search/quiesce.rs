//! Quiescence: only captures and promotions, until nothing hangs.

use super::Search;
use super::window::Window;
use crate::{MAX_PLY, Ply, Score};
use vernier_chess::MoveClass;

impl Search<'_> {
    pub(super) fn quiesce(&mut self, mut window: Window, ply: Ply) -> Score {
        self.count_node();
        self.selective_depth = self.selective_depth.max(ply);
        if self.is_draw(ply) {
            return Score::DRAW;
        }
        let in_check = self.board.in_check();
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.evaluate() };
        }
        let mut best = if in_check { Score::mated_in(ply) } else { self.evaluate() };
        if best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let class = if in_check { MoveClass::All } else { MoveClass::Noisy };
        let mut moves = self.board.moves(class);
        moves.sort_by_key(|mv| {
            -(self.board.role_at(mv.to()).map_or(0, |role| 8 * role as i32)
                - self.board.role_at(mv.from()).map_or(0, |role| role as i32))
        });
        for mv in &moves {
            let undo = self.make(mv);
            let score = -self.quiesce(window.flip(), ply + 1);
            self.unmake(mv, undo);
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }
}
