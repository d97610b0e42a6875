//! What the detectors look at: a move, the best move, and the lines after each.

use super::{Kind, Proof, Reason, TableChange};
use crate::line::{Capture, Line, Rest, material};
use crate::words;
use vernier_chess::{Board, Color, Game, Move};

/// A played move beside the best one.
pub struct Case {
    /// Who played.
    pub(super) us: Color,
    /// The game up to the move, which has not been played.
    pub(super) game: Game,
    pub(super) before: Board,
    pub(super) after: Board,
    pub(super) played: Move,
    /// The best line instead.
    pub(super) best: Line,
    /// The opponent's best line after the move. Empty where the move ends the game.
    pub(super) reply: Line,
    /// What the opponent would do if the side to move passed.
    pub(super) threat: Option<Line>,
    pub(super) tables: Option<TableChange>,
    pub(super) best_rest: Rest,
    pub(super) reply_rest: Rest,
}

impl Case {
    /// A case: the game up to the move, the move, the best line instead, the reply, the threat if that is known, and what
    /// tablebases say if they know the position.
    pub fn new(
        game: Game,
        played: Move,
        best: Line,
        reply: Line,
        threat: Option<Line>,
        tables: Option<TableChange>,
    ) -> Self {
        let before = *game.board();
        let after = before.play(played);
        let (best_rest, reply_rest) = (best.rest(), reply.rest());
        Self {
            us: before.turn(),
            game,
            before,
            after,
            played,
            best,
            reply,
            threat,
            tables,
            best_rest,
            reply_rest,
        }
    }

    /// Material the best line wins for the player, once it has come to rest.
    pub(super) fn best_gain(&self) -> i32 {
        material(&self.best_rest.board, self.us) - material(&self.before, self.us)
    }

    /// Material the played move and the reply lose for the player, once the line has come to rest.
    pub(super) fn loss(&self) -> i32 {
        material(&self.before, self.us) - material(&self.reply_rest.board, self.us)
    }

    /// How much more material the played move loses than the best one.
    pub(super) fn difference(&self) -> i32 {
        self.loss() + self.best_gain()
    }

    /// What the move costs compared with the best one: material at rest, or the search's score where a line comes to rest too early to tell.
    pub(super) fn cost(&self) -> i32 {
        self.difference().max(self.best.score.0 + self.reply.score.0)
    }

    /// The reply.
    pub(super) fn answer(&self) -> Option<Move> {
        self.reply.moves.first().copied()
    }

    /// The captures of the opponent in the reply, up to its rest.
    pub(super) fn losses(&self) -> Vec<Capture> {
        let mut captures = self.settled_reply().captures(self.reply_rest.moves.len());
        captures.retain(|capture| capture.ply % 2 == 0);
        captures
    }

    /// The reply up to its rest, with the captures that were added.
    pub(super) fn settled_reply(&self) -> Line {
        Line { moves: self.reply_rest.moves.clone(), ..self.reply.clone() }
    }

    /// The played move, with its number.
    pub(super) fn name(&self) -> String {
        words::numbered(&self.before, self.played)
    }

    /// The best move, with its number.
    pub(super) fn best_name(&self) -> String {
        self.best.moves.first().map_or_else(String::new, |mv| words::numbered(&self.before, *mv))
    }

    /// The reply, with its number.
    pub(super) fn answer_name(&self) -> String {
        self.answer().map_or_else(String::new, |mv| words::numbered(&self.after, mv))
    }

    /// A reason that the reply proves.
    pub(super) fn by_reply(&self, kind: Kind, text: String, squares: Vec<vernier_chess::Square>) -> Reason {
        let proof = Proof { start: self.after, moves: self.reply_rest.moves.clone(), squares };
        Reason { kind, text, proof }
    }

    /// A reason that the best line proves.
    pub(super) fn by_best(&self, kind: Kind, text: String, squares: Vec<vernier_chess::Square>) -> Reason {
        let proof = Proof { start: self.before, moves: self.best_rest.moves.clone(), squares };
        Reason { kind, text, proof }
    }
}
