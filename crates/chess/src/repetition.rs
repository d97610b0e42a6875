//! Has this position been here before? A pure question about a list of keys; games and search both ask it.

use crate::Key;

/// How often a position occurred earlier, given the keys of all earlier positions, oldest first, and the halfmove
/// clock. Nothing before the last capture or pawn move can come back, so no more is looked at.
///
/// ```
/// use vernier_chess::{Key, repetition};
/// let earlier = [1, 2, 3, 4, 1, 2, 3, 4].map(Key);
/// assert_eq!(repetition::earlier_occurrences(&earlier, Key(1), 8), 2);
/// assert_eq!(repetition::earlier_occurrences(&earlier, Key(1), 7), 1);
/// ```
#[inline]
pub fn earlier_occurrences(earlier: &[Key], key: Key, halfmove_clock: u16) -> usize {
    candidates(earlier, halfmove_clock).filter(|other| *other == key).count()
}

/// True if a position occurred earlier at all: the two-fold test by which search calls a line a draw.
///
/// ```
/// use vernier_chess::{Key, repetition};
/// let earlier = [1, 2, 3, 4].map(Key);
/// assert!(repetition::has_repeated(&earlier, Key(1), 4));
/// assert!(!repetition::has_repeated(&earlier, Key(1), 3));
/// ```
#[inline]
pub fn has_repeated(earlier: &[Key], key: Key, halfmove_clock: u16) -> bool {
    candidates(earlier, halfmove_clock).any(|other| other == key)
}

/// The keys of earlier positions with the same side to move that may be equal, newest first. Two half-moves are
/// too few to undo each other.
#[inline]
fn candidates(earlier: &[Key], halfmove_clock: u16) -> impl Iterator<Item = Key> {
    let reversible = usize::from(halfmove_clock).min(earlier.len());
    earlier[earlier.len() - reversible..].iter().rev().skip(3).step_by(2).copied()
}
