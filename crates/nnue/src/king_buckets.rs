//! Which rows of the first layer a player's king chooses.

use vernier_chess::Square;

/// The squares of the own king, as its player sees them with files mirrored: a1 to d1, a2 to d2, and so on to d8.
const SQUARES: usize = 32;

/// King buckets: each square of the own king belongs to one, and each bucket has its own rows for every feature, because what a piece
/// is worth on its square depends on where the king stands.
///
/// ```
/// use vernier_chess::Square;
/// use vernier_nnue::KingBuckets;
/// let mut buckets = [1; 32];
/// buckets[..4].fill(0);
/// let kings = KingBuckets::new(buckets).expect("two buckets");
/// assert_eq!((kings.count(), kings.of(Square::B1), kings.of(Square::B2)), (2, 0, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingBuckets {
    of: [u8; SQUARES],
    count: u8,
}

impl KingBuckets {
    /// One bucket for all squares.
    pub const ONE: Self = Self { of: [0; SQUARES], count: 1 };
    /// Their numbers fit four bits.
    pub(crate) const MOST: usize = 16;

    /// The bucket of each square, first rank first, four squares a rank. `None` if there are more than sixteen.
    pub fn new(of: [u8; SQUARES]) -> Option<Self> {
        let last = of.into_iter().fold(0, u8::max);
        (usize::from(last) < Self::MOST).then_some(Self { of, count: last + 1 })
    }

    /// How many there are.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// The bucket of a king on that square, as its player sees it with files mirrored.
    #[inline(always)]
    pub const fn of(&self, king: Square) -> usize {
        let king = king as usize;
        self.of[(king >> 3) * 4 + (king & 3)] as usize
    }

    /// Two squares a byte, the first one low.
    pub(crate) fn from_bytes(bytes: [u8; SQUARES / 2]) -> Self {
        let of = core::array::from_fn(|index| bytes[index / 2] >> (4 * (index % 2)) & 15);
        Self { of, count: of.into_iter().fold(0, u8::max) + 1 }
    }

    pub(crate) fn to_bytes(self) -> [u8; SQUARES / 2] {
        core::array::from_fn(|index| self.of[2 * index] | self.of[2 * index + 1] << 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_keep_the_bucket_of_every_square() {
        let kings = KingBuckets::new(core::array::from_fn(|index| (index * 7 % 16) as u8)).expect("sixteen");
        assert_eq!(kings.count(), 16);
        assert_eq!(KingBuckets::from_bytes(kings.to_bytes()), kings);
        assert_eq!(KingBuckets::from_bytes([0; 16]), KingBuckets::ONE);
        assert_eq!(KingBuckets::new([16; 32]), None);
    }
}
