//! What of a book can come up in a game.

use super::{Book, Entry, EntryError};
use crate::{Board, Key};
use alloc::{collections::BTreeSet, vec, vec::Vec};

/// What of a book can come up in games from some position in which at least one side plays by the book.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Positions of the book that can come up.
    pub positions: usize,
    /// Entries that are legal moves in them.
    pub legal: usize,
    /// Entries that are none, or that are there twice, with a position in which they came up.
    pub rejected: Vec<(Board, Entry, EntryError)>,
    /// Entries whose position cannot come up.
    pub unreached: Vec<Entry>,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Plays through the book from a position.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// use vernier_chess::polyglot::{Book, BookBuilder};
    /// let start = Board::start();
    /// let mut builder = BookBuilder::new();
    /// builder.add(&start, start.parse_san("e4")?, 1);
    /// let survey = Book::new(builder.finish())?.survey(&start);
    /// assert_eq!((survey.positions, survey.legal, survey.unreached.len()), (1, 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn survey(&self, start: &Board) -> Survey {
        let mut survey = Survey::default();
        let mut met = BTreeSet::new();
        let mut waiting = vec![*start];
        while let Some(board) = waiting.pop() {
            if !met.insert(board.polyglot_key()) {
                continue;
            }
            let found = self.moves(&board);
            let in_book = !found.moves.is_empty() || !found.rejected.is_empty();
            survey.positions += usize::from(in_book);
            survey.legal += found.moves.len();
            survey.rejected.extend(found.rejected.into_iter().map(|(entry, error)| (board, entry, error)));
            // Whoever plays by the book comes wherever it leads; the other side may play anything, but only what
            // leads back into the book is of interest.
            waiting.extend(found.moves.iter().map(|found| board.play_unchecked(found.mv)));
            let replies = board.legal_moves();
            let replies = replies.iter().map(|mv| board.play_unchecked(*mv));
            waiting.extend(replies.filter(|next| self.holds(next.polyglot_key())));
        }
        survey.unreached = self.entries().filter(|entry| !met.contains(&entry.key)).collect();
        survey
    }

    /// True if the book has an entry for the position with that key.
    pub fn holds(&self, key: Key) -> bool {
        self.entries_of(key).len() > 0
    }
}
