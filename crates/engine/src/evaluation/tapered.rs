//! Two scores in one word: what something is worth in the middlegame and in the endgame.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in hundredths of a pawn, added and multiplied together.
///
/// The endgame sits in the upper half of the word and the middlegame in the lower, as one ordinary sum: a negative
/// middlegame borrows one from the upper half, and reading gives it back. Each half holds a signed sixteen-bit value.
///
/// ```
/// use vernier_engine::evaluation::Tapered;
/// let knight = Tapered::new(320, -10);
/// assert_eq!(knight * 2 - Tapered::new(700, 1), Tapered::new(-60, -21));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Tapered(i32);

impl Tapered {
    /// Worth nothing.
    pub const ZERO: Self = Self(0);

    /// From its two halves.
    #[inline(always)]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        debug_assert!(middlegame as i16 as i32 == middlegame && endgame as i16 as i32 == endgame);
        Self((endgame << 16).wrapping_add(middlegame))
    }

    /// What it is worth while all pieces are on the board.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What it is worth when they are gone.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Self::add)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middlegame_and_endgame_halves_are_independent() {
        let values = [-20_000, -1_000, -129, -128, -1, 0, 1, 127, 128, 255, 256, 999, 20_000];
        for (mg, eg) in values.iter().flat_map(|mg| values.map(|eg| (*mg, eg))) {
            let value = Tapered::new(mg, eg);
            assert_eq!((value.middlegame(), value.endgame()), (mg, eg));
            assert_eq!(-value, Tapered::new(-mg, -eg));
            assert_eq!(value + Tapered::new(-3, 5), Tapered::new(mg - 3, eg + 5));
            if mg.abs().max(eg.abs()) < 1_001 {
                assert_eq!(value * -7, Tapered::new(mg * -7, eg * -7));
            }
        }
    }
}
