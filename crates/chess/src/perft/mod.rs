//! Counting the leaves of the tree of legal moves: the proof and the measure of move generation.
//!
//! [`perft`] is the plain count and the fastest without memory; `Perft` adds a table of positions already
//! counted, several threads, and the count move by move. All give the same numbers.

#[cfg(feature = "std")]
mod descent;
mod replies;
#[cfg(feature = "std")]
mod run;
#[cfg(feature = "std")]
mod table;
mod walk;

#[cfg(feature = "std")]
pub use run::Perft;

use crate::Board;

/// How many ways there are to play `depth` moves from here.
///
/// The depth may be anything: what is beyond the reach of the stack goes to the heap. Without the feature `std` there is
/// only the stack.
///
/// ```
/// use vernier_chess::{Board, perft};
/// assert_eq!(perft(&Board::start(), 4), 197_281);
/// ```
/// [`perft_pseudo_legal`] counts the same in another way.
pub fn perft(board: &Board, depth: u32) -> u64 {
    #[cfg(feature = "std")]
    return descent::descend(board, depth, None);
    #[cfg(not(feature = "std"))]
    walk::walk(board, depth)
}

/// How many ways there are to play `depth` moves, found by the other generator: every pseudo-legal move is looked at, and
/// the legal ones are played. It checks [`perft`] and shows what the two kinds of generator cost.
///
/// ```
/// use vernier_chess::{Board, perft_pseudo_legal};
/// assert_eq!(perft_pseudo_legal(&Board::start(), 4), 197_281);
/// ```
pub fn perft_pseudo_legal(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.for_each_pseudo_legal_move(|mv| {
        if board.is_pseudo_legal_safe(mv) {
            leaves += if depth == 1 { 1 } else { perft_pseudo_legal(&board.play_unchecked(mv), depth - 1) };
        }
    });
    leaves
}
