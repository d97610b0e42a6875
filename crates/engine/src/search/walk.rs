//! Down one ply and back: the board, and what follows its moves.

use super::history::step_of;
use super::stack::Stack;
use crate::tt::TranspositionTable;
use crate::{Changes, Evaluator, Parameters, PawnLookups, Ply, Request, Score};
use vernier_chess::{Board, Key, Move, Role, Undo};

/// What walks the tree: every move is made on the board, passed to the evaluator and noted in its frame of the stack.
pub(super) struct Walk<'a> {
    pub(super) board: Board,
    /// Keys of all positions before the one on the board, the game's included.
    pub(super) keys: Vec<Key>,
    pub(super) stack: Stack,
    evaluator: &'a mut (dyn Evaluator + 'static),
}

impl<'a> Walk<'a> {
    /// At the root of a request. Keys and stack are empty; they are given for their room.
    pub(super) fn new(
        request: &Request,
        evaluator: &'a mut (dyn Evaluator + 'static),
        mut keys: Vec<Key>,
        mut stack: Stack,
    ) -> Self {
        evaluator.reset(&request.board);
        keys.extend_from_slice(&request.history);
        stack[0].in_check = request.board.in_check();
        Self { board: request.board, keys, stack, evaluator }
    }

    /// True if everything that follows the moves is where it was before the first.
    pub(super) fn is_back_at(&mut self, request: &Request) -> bool {
        let evaluates_alike = self.board.in_check() || {
            let followed = self.evaluate();
            self.evaluator.reset(&self.board);
            followed == self.evaluate()
        };
        self.board == request.board && self.keys == request.history && evaluates_alike
    }

    /// Gives back the room for the next search.
    pub(super) fn into_room(self) -> (Vec<Key>, Stack) {
        (self.keys, self.stack)
    }

    /// How often the evaluator looked pawns up since this was last asked.
    pub(super) fn take_pawn_lookups(&mut self) -> PawnLookups {
        self.evaluator.take_pawn_lookups()
    }

    /// The raw evaluation of the position on the board.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.board)
    }

    /// An evaluation of the position on the board, the nearer to a draw the nearer the fifty-move rule.
    #[inline]
    pub(super) fn faded(&self, p: &Parameters, evaluation: Score) -> Score {
        if !p.fifty_move_fade {
            return evaluation;
        }
        Score(evaluation.0 * (200 - i32::from(self.board.halfmove_clock()).min(100)) / 200)
    }

    /// Has the entry of the position that a move leads to fetched while it is decided whether and how to search it. The move may
    /// be one that cannot be played here.
    #[inline]
    pub(super) fn fetch_child(&self, mv: Move, tt: &TranspositionTable) {
        tt.prefetch(self.board.likely_key_after(mv));
    }

    /// Plays a move on the board and goes down one ply.
    #[inline]
    pub(super) fn descend(&mut self, mv: Move, ply: Ply, tt: &TranspositionTable) -> Undo {
        self.stack[ply].mv = Some(mv);
        self.stack[ply].step = step_of(&self.board, mv);
        self.keys.push(self.board.key());
        let mut changes = Changes::default();
        let undo = self.board.make_observed(mv, &mut changes);
        // The entry comes from memory while the evaluator works.
        tt.prefetch(self.board.key());
        self.evaluator.push(&changes);
        self.stack[ply + 1].in_check = self.board.in_check();
        undo
    }

    /// Comes back up and takes the move back.
    #[inline]
    pub(super) fn ascend(&mut self, mv: Move, undo: Undo) {
        self.evaluator.pop();
        self.board.unmake(mv, undo);
        self.keys.pop();
    }

    /// Lets the opponent move twice.
    pub(super) fn pass(&mut self, ply: Ply, tt: &TranspositionTable) -> Undo {
        self.stack[ply].mv = None;
        self.stack[ply].step = None;
        self.keys.push(self.board.key());
        let undo = self.board.make_null();
        tt.prefetch(self.board.key());
        self.evaluator.push(&Changes::default());
        self.stack[ply + 1].in_check = false;
        self.stack[ply + 1].doubles = self.stack[ply].doubles;
        undo
    }

    /// Takes that back.
    pub(super) fn unpass(&mut self, undo: Undo) {
        self.evaluator.pop();
        self.board.unmake_null(undo);
        self.keys.pop();
    }

    /// A move from outside, if it is legal here.
    #[inline]
    pub(super) fn playable(&self, mv: Option<Move>) -> Option<Move> {
        mv.filter(|mv| self.board.is_legal(*mv))
    }

    /// True if the side to move has more than king and pawns, so that having to move is hardly ever what loses.
    pub(super) fn has_non_pawn_material(&self) -> bool {
        let (board, us) = (&self.board, self.board.turn());
        (board.color(us) - board.role(Role::Pawn) - board.role(Role::King)).any()
    }
}
