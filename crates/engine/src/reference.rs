//! Searches too simple to be wrong: minimax, negamax and plain alpha-beta.
//!
//! They look at every legal move to a fixed depth and evaluate there, continuing only while in check. With every pruning
//! technique switched off the real search must come to exactly their scores, which is how it is tested.

use crate::{Changes, Evaluator, Ply, Score};
use vernier_chess::{Board, Color, Key, Move, repetition};

/// A position, its past and an evaluator: all that is needed to look ahead.
pub struct Reference<'a> {
    board: Board,
    keys: Vec<Key>,
    evaluator: &'a mut dyn Evaluator,
    /// Positions visited so far.
    pub nodes: u64,
}

impl<'a> Reference<'a> {
    /// Looks ahead from a position that has no past.
    pub fn new(board: &Board, evaluator: &'a mut dyn Evaluator) -> Self {
        evaluator.reset(board);
        Self { board: *board, keys: Vec::new(), evaluator, nodes: 0 }
    }

    /// Minimax as in the first books: White maximizes, Black minimizes. The score is White's.
    pub fn minimax(&mut self, depth: u32) -> Score {
        self.minimax_below(depth, 0)
    }

    /// Negamax: each side maximizes its own score, which is that of the side to move.
    pub fn negamax(&mut self, depth: u32) -> Score {
        self.negamax_below(depth, 0)
    }

    /// Negamax with alpha-beta cutoffs.
    pub fn alpha_beta(&mut self, depth: u32) -> Score {
        self.alpha_beta_below(-Score::INFINITE, Score::INFINITE, depth, 0)
    }

    fn minimax_below(&mut self, depth: u32, ply: Ply) -> Score {
        let white = self.board.turn() == Color::White;
        let view = |score: Score| if white { score } else { -score };
        if let Some(score) = self.leaf(depth, ply) {
            return view(score);
        }
        let scores = self
            .board
            .legal_moves()
            .into_iter()
            .map(|mv| self.after(mv, |next| next.minimax_below(depth.saturating_sub(1), ply + 1)));
        let best = if white { scores.max() } else { scores.min() };
        best.unwrap_or_else(|| view(self.without_moves(ply)))
    }

    fn negamax_below(&mut self, depth: u32, ply: Ply) -> Score {
        if let Some(score) = self.leaf(depth, ply) {
            return score;
        }
        let moves = self.board.legal_moves().into_iter();
        let scores =
            moves.map(|mv| self.after(mv, |next| -next.negamax_below(depth.saturating_sub(1), ply + 1)));
        scores.max().unwrap_or_else(|| self.without_moves(ply))
    }

    fn alpha_beta_below(&mut self, mut alpha: Score, beta: Score, depth: u32, ply: Ply) -> Score {
        if let Some(score) = self.leaf(depth, ply) {
            return score;
        }
        let mut best = None;
        for mv in self.board.legal_moves() {
            let score = self
                .after(mv, |next| -next.alpha_beta_below(-beta, -alpha, depth.saturating_sub(1), ply + 1));
            best = best.max(Some(score));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best.unwrap_or_else(|| self.without_moves(ply))
    }

    /// The score of a position that is not searched further: drawn, or at the horizon and not in check.
    fn leaf(&mut self, depth: u32, ply: Ply) -> Option<Score> {
        self.nodes += 1;
        if ply > 0 && self.is_draw() {
            return Some(Score::DRAW);
        }
        (depth == 0 && !self.board.in_check())
            .then(|| self.evaluator.evaluate(&self.board).clamp_evaluation())
    }

    /// Drawn by the rules; one repetition is enough.
    fn is_draw(&self) -> bool {
        let (board, clock) = (&self.board, self.board.halfmove_clock());
        (clock >= 100 && !board.is_checkmate())
            || board.has_insufficient_material()
            || repetition::has_repeated(&self.keys, board.key(), clock)
    }

    fn without_moves(&self, ply: Ply) -> Score {
        if self.board.in_check() { Score::mated_in(ply) } else { Score::DRAW }
    }

    fn after(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> Score) -> Score {
        let mut changes = Changes::default();
        self.keys.push(self.board.key());
        let undo = self.board.make_observed(mv, &mut changes);
        self.evaluator.push(&changes);
        let score = look(self);
        self.evaluator.pop();
        self.board.unmake(mv, undo);
        self.keys.pop();
        score
    }
}
