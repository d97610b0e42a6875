//! Random numbers that can be repeated: for tests, random games, books, weak levels and self-play.

#[cfg(feature = "alloc")]
use crate::{Board, Move};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// A sequence of random numbers that depends only on its seed, the same on every machine (splitmix64: one word of state,
/// any seed will do). Not for secrets.
///
/// ```
/// use vernier_chess::Rng;
/// let (mut one, mut other) = (Rng::new(7), Rng::new(7));
/// assert_eq!(one.unit(), other.unit());
/// assert!((0.0..1.0).contains(&one.unit()));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number that is at least zero and less than one.
    pub const fn unit(&mut self) -> f64 {
        // The upper 53 bits are a fraction that a float holds exactly.
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number below `limit`, or zero if that is zero.
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.bits() as u128 * limit as u128) >> 64) as usize
    }

    /// One of the values. There must be one.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// Random legal moves from a position: the moves and the position after them. `None` if the game ends before the last.
    #[cfg(feature = "alloc")]
    pub fn walk(&mut self, start: &Board, plies: usize) -> Option<(Vec<Move>, Board)> {
        let (mut played, mut board) = (Vec::with_capacity(plies), *start);
        for _ in 0..plies {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return None;
            }
            let mv = self.pick(&moves);
            board = board.play(mv);
            played.push(mv);
        }
        Some((played, board))
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files of games and suites name the seed they were made from: its numbers are part of the format.
    #[test]
    fn a_seed_gives_the_same_numbers() {
        let mut rng = Rng::new(7);
        let bits: [u64; 3] = std::array::from_fn(|_| rng.bits());
        assert_eq!(bits, [0x63cb_e1e4_5932_0dd7, 0x044c_3cd7_f43c_661c, 0xe698_4080_bab1_2a02]);
        let mut list: Vec<u32> = (0..8).collect();
        Rng::new(7).shuffle(&mut list);
        assert_eq!(list, [7, 4, 6, 1, 2, 5, 0, 3]);
    }

    #[test]
    fn a_walk_is_legal_and_ends_with_the_game() {
        let (moves, end) = Rng::new(7).walk(&Board::start(), 8).unwrap();
        assert_eq!(moves.len(), 8);
        assert_eq!(moves.iter().fold(Board::start(), |board, mv| board.try_play(*mv).unwrap()), end);
        assert_eq!(Rng::new(7).walk(&Board::start(), 8), Some((moves, end)));
        assert_ne!(Rng::new(8).walk(&Board::start(), 8).unwrap().1, end);
        let stalemate: Board = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
        assert_eq!(Rng::new(7).walk(&stalemate, 0), Some((Vec::new(), stalemate)));
        assert_eq!(Rng::new(7).walk(&stalemate, 1), None);
    }

    #[test]
    fn shuffling_is_a_permutation() {
        let mut list: Vec<u32> = (0..100).collect();
        Rng::new(7).shuffle(&mut list);
        assert!(!list.is_sorted());
        list.sort_unstable();
        assert!(list.into_iter().eq(0..100));
    }

    #[test]
    fn small_numbers_are_uniform() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 5];
        for _ in 0..50_000 {
            counts[rng.below(5)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
