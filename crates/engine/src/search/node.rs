//! One position.

use super::Search;
use super::window::Window;
use crate::table::Entry;
use crate::{Bound, MAX_PLY, Ply, Score};

impl Search<'_> {
    /// Searches one position.
    pub(super) fn node(&mut self, mut window: Window, depth: i32, ply: Ply) -> Score {
        self.lines[ply].clear();
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(window, ply);
        }
        self.count_node();
        self.selective_depth = self.selective_depth.max(ply);
        if ply > 0 && self.is_draw(ply) {
            return Score::DRAW;
        }
        let (entry, slot) = self.table.probe(self.board.key(), ply);
        if let Some(entry) = entry
            && self.parameters.table_cutoffs
            && ply > 0
            && window.beta.0 - window.alpha.0 == 1
            && entry.depth >= depth
            && (if entry.score >= window.beta { entry.bound.is_lower() } else { entry.bound.is_upper() })
        {
            return entry.score;
        }
        let mut moves = if ply == 0 {
            let mut moves = self.board.legal_moves();
            moves.retain(|mv| self.roots[self.line..].iter().any(|root| root.mv == mv));
            moves
        } else {
            self.board.legal_moves()
        };
        if moves.is_empty() {
            return if self.board.in_check() { Score::mated_in(ply) } else { Score::DRAW };
        }
        let first = entry.and_then(|entry| entry.mv);
        moves.sort_by_key(|mv| {
            if Some(*mv) == first {
                return -1000;
            }
            -(self.board.role_at(mv.to()).map_or(0, |role| 8 + 8 * role as i32)
                - self.board.role_at(mv.from()).map_or(0, |role| role as i32))
        });
        let (mut best, mut best_move, old_alpha) = (-Score::INFINITE, None, window.alpha);
        for (index, mv) in moves.iter().copied().enumerate() {
            let undo = self.make(mv);
            let mut score = if index > 0 {
                -self.node(window.above_alpha().flip(), depth - 1, ply + 1)
            } else {
                window.alpha + 1
            };
            if score > window.alpha {
                score = -self.node(window.flip(), depth - 1, ply + 1);
            }
            self.unmake(mv, undo);
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > window.alpha {
                best_move = Some(mv);
                window.alpha = score;
                let [line, rest] = &mut self.lines[ply..=ply + 1] else {
                    unreachable!("lines for every ply")
                };
                line.set(mv, rest);
                if ply == 0 {
                    self.note_root(mv, score);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        let bound = match best {
            best if best >= window.beta => Bound::Lower,
            best if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        slot.write(Entry { mv: best_move, score: best, evaluation: None, depth, bound, on_pv: false });
        best
    }

    fn note_root(&mut self, mv: vernier_chess::Move, score: Score) {
        if let Some(root) = self.roots.iter_mut().find(|root| root.mv == mv) {
            root.score = score;
            root.selective_depth = self.selective_depth;
            root.pv = self.lines[0].moves().to_vec();
        }
    }
}
