//! What is asked of a search.

use crate::Limits;
use vernier_chess::{Board, Game, Key};

/// A question to the engine: a position, the positions before it, and limits. It does not change while it is answered.
///
/// ```
/// use vernier_chess::{Board, Game};
/// use vernier_engine::{Limits, Request};
/// let from_game = Request::new(&Game::new()).limits(Limits::depth(12));
/// let from_board = Request::new(Board::start()).limits(Limits::nodes(10_000));
/// assert_eq!(from_game.board(), from_board.board());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub(crate) board: Board,
    pub(crate) history: Vec<Key>,
    pub(crate) limits: Limits,
}

impl Request {
    /// Asks about the position where a game stands, or about a board without a past. Without limits the search runs
    /// until it is stopped.
    pub fn new(position: impl Into<Self>) -> Self {
        position.into()
    }

    /// Asks about a board. `history` holds the keys of the positions before it, oldest first, for repetitions; what
    /// lies before the last capture or pawn move may be left out.
    pub fn with_history(board: Board, history: &[Key]) -> Self {
        let useful = history.len().min(usize::from(board.halfmove_clock()));
        let history = history[history.len() - useful..].to_vec();
        Self { board, history, limits: Limits::default() }
    }

    /// The same question with these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The keys of the positions before it that could be repeated, oldest first.
    pub fn history(&self) -> &[Key] {
        &self.history
    }
}

impl From<&Game> for Request {
    fn from(game: &Game) -> Self {
        let earlier = game.keys().len().saturating_sub(1);
        Self::with_history(*game.board(), &game.keys()[..earlier])
    }
}

impl From<Game> for Request {
    fn from(game: Game) -> Self {
        Self::from(&game)
    }
}

impl From<&Board> for Request {
    fn from(board: &Board) -> Self {
        Self::with_history(*board, &[])
    }
}

impl From<Board> for Request {
    fn from(board: Board) -> Self {
        Self::from(&board)
    }
}
