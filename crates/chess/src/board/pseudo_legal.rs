//! Moves that may leave the king in check.

use super::Board;
use super::list::Each;
use crate::generate::generate_pseudo_legal;
use crate::side::{Black, White};
use crate::{Color, Move, MoveList, Role};

impl Board {
    /// All moves by the way the pieces go, also those after which the own king could be taken. Castling is among them as
    /// soon as nothing stands in the way.
    ///
    /// Finding all legal moves at once is faster ([`Board::legal_moves`]). This is for callers that look at few of the moves
    /// and check only those with [`Board::is_pseudo_legal_safe`].
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let pinned: Board = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(pinned.pseudo_legal_moves().len(), 10);
    /// assert_eq!(pinned.legal_moves().len(), 4);
    /// # Ok::<(), vernier_chess::FenError>(())
    /// ```
    #[inline]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_pseudo_legal_move(|mv| list.push(mv));
        list
    }

    /// Hands each pseudo-legal move to a visitor.
    #[inline]
    pub fn for_each_pseudo_legal_move(&self, visit: impl FnMut(Move)) {
        let position = self.position();
        match self.turn() {
            Color::White => generate_pseudo_legal::<White>(&position, &mut Each::<White, _>::of(self, visit)),
            Color::Black => generate_pseudo_legal::<Black>(&position, &mut Each::<Black, _>::of(self, visit)),
        }
    }

    /// True if a pseudo-legal move is legal. Only the safety of the king is checked; [`Board::is_legal`] checks moves from
    /// anywhere.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board = Board::start();
    /// assert!(board.pseudo_legal_moves().iter().all(|mv| board.is_pseudo_legal_safe(*mv)));
    /// ```
    #[inline]
    pub fn is_pseudo_legal_safe(&self, mv: Move) -> bool {
        if mv.is_castle() {
            return self.is_legal(mv);
        }
        self.leaves_king_safe(mv, self.role(Role::King).has(mv.from()))
    }
}
