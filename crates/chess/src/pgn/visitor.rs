//! Receives games as they are read.

use super::{Comment, Nag};
use crate::{Board, GameResult, Move};

/// Whether to go into a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Walk {
    /// Read it.
    Enter,
    /// Skip it: the visitor gets nothing of it, and its moves are not even parsed.
    Skip,
}

/// Receives the parts of a game in the order of the text. By default every method does nothing, except
/// that games are entered and variations are not: the least a visitor must write is [`Visitor::played`].
///
/// ```
/// use vernier_chess::pgn::{Reader, Visitor};
/// use vernier_chess::{Board, Move};
///
/// #[derive(Default)]
/// struct Captures(usize);
/// impl Visitor for Captures {
///     fn played(&mut self, _before: &Board, mv: Option<Move>) {
///         self.0 += usize::from(mv.is_some_and(Move::is_capture));
///     }
/// }
///
/// let mut captures = Captures::default();
/// let mut games = Reader::new(&b"1. e4 d5 2. exd5 Qxd5 *"[..]);
/// while let Some(game) = games.read(&mut captures) {
///     game?;
/// }
/// assert_eq!(captures.0, 2);
/// # Ok::<(), vernier_chess::pgn::Error>(())
/// ```
pub trait Visitor {
    /// A game begins.
    fn begin(&mut self) {}

    /// A tag.
    fn tag(&mut self, name: &str, value: &str) {
        let _ = (name, value);
    }

    /// The tags are over; this is where the moves start from.
    fn start(&mut self, board: &Board) -> Walk {
        let _ = board;
        Walk::Enter
    }

    /// A move, with the board it is played on; a null move if there is none.
    fn played(&mut self, before: &Board, mv: Option<Move>);

    /// An annotation of the last move.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A comment. One may come before the tags.
    fn comment(&mut self, comment: Comment<'_>) {
        let _ = comment;
    }

    /// A variation begins: other moves instead of the last.
    fn open_variation(&mut self) -> Walk {
        Walk::Skip
    }

    /// The variation that was entered last ends.
    fn close_variation(&mut self) {}

    /// The result at the end of the moves; none for `*`.
    fn result(&mut self, result: Option<GameResult>) {
        let _ = result;
    }
}
