//! A game: a board with its past.

use crate::{Board, Color, IllegalMove, Key, Move, Outcome, Undo, repetition};
use alloc::{vec, vec::Vec};

/// Half-moves without capture or pawn move after which a draw may be claimed.
const FIFTY_MOVES: u16 = 100;
/// Half-moves without capture or pawn move after which the game is drawn.
const SEVENTY_FIVE_MOVES: u16 = 150;

/// A game: where it started, what was played, and where it stands. There is no limit to its length.
///
/// The rules end a game by mate, stalemate, insufficient material, fivefold repetition or the 75-move rule:
/// [`Game::outcome`]. A draw by threefold repetition or the 50-move rule must be asked for: [`Game::draw_claim`].
/// Moves may be played on after any draw, since the records of real games do so.
///
/// ```
/// use vernier_chess::{Color, Game, Outcome};
/// let mut game = Game::new();
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     game.play(game.board().parse_san(text)?)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Board,
    board: Board,
    moves: Vec<Move>,
    undos: Vec<Undo>,
    /// Of every position since the start, this one last.
    keys: Vec<Key>,
    /// Moves taken back, the next to redo last.
    undone: Vec<Move>,
}

impl Game {
    /// A game from the start position.
    pub fn new() -> Self {
        Self::from_board(Board::start())
    }

    /// A game from any position.
    pub fn from_board(start: Board) -> Self {
        Self {
            start,
            board: start,
            moves: Vec::new(),
            undos: Vec::new(),
            keys: vec![start.key()],
            undone: Vec::new(),
        }
    }

    /// Where it started.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// Where it stands.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What was played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of every position since the start, the present one last.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Plays a move, if it is legal. What was taken back before can no longer be redone.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.undone.clear();
        self.advance(mv);
        Ok(())
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let (mv, undo) = self.moves.pop().zip(self.undos.pop())?;
        self.board.unmake(mv, undo);
        self.keys.pop();
        self.undone.push(mv);
        Some(mv)
    }

    /// Plays again the move that was taken back last and returns it.
    ///
    /// ```
    /// use vernier_chess::Game;
    /// let mut game = Game::new();
    /// let mv = game.board().parse_san("e4")?;
    /// game.play(mv)?;
    /// assert_eq!((game.undo(), game.redo(), game.redo()), (Some(mv), Some(mv), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.undone.pop()?;
        self.advance(mv);
        Some(mv)
    }

    fn advance(&mut self, mv: Move) {
        self.undos.push(self.board.make(mv));
        self.moves.push(mv);
        self.keys.push(self.board.key());
    }

    /// How often the present position has been on the board, this time included.
    ///
    /// Positions are the same if the same moves are possible: pieces, side to move, castling rights and en passant
    /// captures all count.
    pub fn occurrences(&self) -> usize {
        let earlier = &self.keys[..self.keys.len() - 1];
        1 + repetition::earlier_occurrences(earlier, self.board.key(), self.board.halfmove_clock())
    }

    /// How the rules have ended the game, if they have. Mate comes before any clock.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.board.has_legal_moves() {
            return Some(match self.board.in_check() {
                true => Outcome::Checkmate { winner: !self.board.turn() },
                false => Outcome::Stalemate,
            });
        }
        if self.board.has_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.occurrences() >= 5 {
            Some(Outcome::FivefoldRepetition)
        } else if self.board.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// The draw that the side to move may claim, if the game is not over already.
    ///
    /// ```
    /// use vernier_chess::{Game, Outcome};
    /// let mut game = Game::new();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     game.play(game.board().parse_san(text)?)?;
    /// }
    /// assert_eq!((game.occurrences(), game.outcome()), (3, None));
    /// assert_eq!(game.draw_claim(), Some(Outcome::ThreefoldRepetition));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw_claim(&self) -> Option<Outcome> {
        if self.outcome().is_some() {
            None
        } else if self.occurrences() >= 3 {
            Some(Outcome::ThreefoldRepetition)
        } else if self.board.halfmove_clock() >= FIFTY_MOVES {
            Some(Outcome::FiftyMoves)
        } else {
            None
        }
    }

    /// Who is to move.
    pub const fn turn(&self) -> Color {
        self.board.turn()
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}
