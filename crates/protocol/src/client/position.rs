//! The `position` command of a game in progress.

use crate::MoveText;
use crate::uci::{Command, Position, Start};
use std::fmt::Write as _;
use vernier_chess::{Board, CastlingMode, Game, Move};

/// A game as UCI sends it. Games grow by a move or two from question to question, and only those are written anew.
pub struct PositionLine {
    mode: CastlingMode,
    start: Board,
    moves: Vec<Move>,
    /// After the moves.
    board: Board,
    text: String,
}

impl PositionLine {
    /// The start position.
    pub fn new(mode: CastlingMode) -> Self {
        let mut line = Self {
            mode,
            start: Board::start(),
            moves: Vec::new(),
            board: Board::start(),
            text: String::new(),
        };
        line.begin(Board::start());
        line
    }

    /// The command that sets up a game.
    pub fn follow(&mut self, game: &Game) -> &str {
        if *game.start() != self.start || !game.moves().starts_with(&self.moves) {
            self.begin(*game.start());
        }
        for mv in &game.moves()[self.moves.len()..] {
            let separator = if self.moves.is_empty() { " moves" } else { "" };
            let _ = write!(self.text, "{separator} {}", MoveText::of(&self.board, *mv, self.mode));
            self.board = self.board.play(*mv);
            self.moves.push(*mv);
        }
        &self.text
    }

    fn begin(&mut self, start: Board) {
        let from = match self.mode {
            CastlingMode::Standard if start == Board::start() => Start::Standard,
            mode => Start::Fen(start.fen(mode)),
        };
        self.text = Command::Position(Position { start: from, moves: Vec::new() }).to_string();
        (self.start, self.board) = (start, start);
        self.moves.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the whole command would be.
    fn written(game: &Game, mode: CastlingMode) -> String {
        let start = match game.start() {
            board if *board == Board::start() && mode == CastlingMode::Standard => Start::Standard,
            board => Start::Fen(board.fen(mode)),
        };
        let moves = MoveText::line(game.start(), game.moves().iter().copied(), mode);
        Command::Position(Position { start, moves }).to_string()
    }

    #[test]
    fn games_are_followed_and_abandoned() {
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let mut line = PositionLine::new(mode);
            let castling: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
            for start in [Board::start(), castling, Board::start()] {
                let mut game = Game::from_board(start);
                assert_eq!(line.follow(&game), written(&game, mode));
                for ply in 0..40 {
                    let moves = game.board().legal_moves();
                    let castle = moves.iter().copied().find(|mv| mv.is_castle());
                    let Some(mv) = castle.or_else(|| moves.get(ply % moves.len().max(1)).copied()) else {
                        break;
                    };
                    game.play(mv).unwrap();
                    assert_eq!(line.follow(&game), written(&game, mode));
                }
                game.undo();
                assert_eq!(line.follow(&game), written(&game, mode), "a move was taken back");
            }
        }
    }
}
