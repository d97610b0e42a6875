//! Sets of squares in one 64-bit word.

use crate::{File, Rank, Square};
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares; bit *n* is the square numbered *n* (a1 = 0, h8 = 63).
///
/// ```
/// use vernier_chess::{Bitboard, Square};
/// let corners: Bitboard = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
/// assert_eq!(corners.len(), 4);
/// assert!(corners.has(Square::H8));
/// assert!((corners & Bitboard::DARK).has(Square::A1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The squares of the color of a1.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);
    /// The squares of the color of h1.
    pub const LIGHT: Self = Self(!Self::DARK.0);
    /// The squares on the rim.
    pub const EDGES: Self = Self(0xff81_8181_8181_81ff);
    /// d4, e4, d5, e5.
    pub const CENTER: Self = Self(0x0000_0018_1800_0000);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// True if the square belongs to the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// How many squares.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if there are none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if there is at least one.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// True if there are two or more.
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(63 - self.0.leading_zeros() as u8)) }
    }

    /// The only square, if there is exactly one.
    pub const fn single(self) -> Option<Square> {
        if self.many() { None } else { self.first() }
    }

    /// True if the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// True if every square here is in `other` too.
    #[inline(always)]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// With this square added.
    #[inline(always)]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square as u8)
    }

    /// With this square taken out.
    #[inline(always)]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square as u8))
    }

    /// One rank up; what leaves the board is gone.
    #[inline(always)]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// One rank down.
    #[inline(always)]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// One file towards h.
    #[inline(always)]
    pub const fn east(self) -> Self {
        Self(self.0 << 1 & !File::A.bitboard().0)
    }

    /// One file towards a.
    #[inline(always)]
    pub const fn west(self) -> Self {
        Self(self.0 >> 1 & !File::H.bitboard().0)
    }

    /// Mirrored top to bottom.
    #[inline(always)]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Mirrored left to right.
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// Every square north of a square of the set, on its file.
    pub const fn fill_north(self) -> Self {
        let mut fill = self.0 << 8;
        fill |= fill << 8;
        fill |= fill << 16;
        Self(fill | fill << 32)
    }

    /// Every square south of a square of the set, on its file.
    pub const fn fill_south(self) -> Self {
        let mut fill = self.0 >> 8;
        fill |= fill >> 8;
        fill |= fill >> 16;
        Self(fill | fill >> 32)
    }

    /// All squares of every file the set touches.
    pub const fn fill_files(self) -> Self {
        Self(self.0 | self.fill_north().0 | self.fill_south().0)
    }

    /// All subsets of the set, the empty one first and the whole set last.
    ///
    /// ```
    /// use vernier_chess::{Bitboard, Rank};
    /// assert_eq!(Rank::First.bitboard().subsets().count(), 256);
    /// ```
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(0u64);
        core::iter::from_fn(move || {
            let subset = next?;
            next = if subset == self.0 { None } else { Some(subset.wrapping_sub(self.0) & self.0) };
            Some(Self(subset))
        })
    }
}

/// Goes over the squares of a set from a1 to h8, or back.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0 = self.0.without(square);
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl core::iter::FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| *self |= square);
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Self {
        file.bitboard()
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Self {
        rank.bitboard()
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident, $a:ident $b:ident => $result:expr) => {
        impl<B: Into<Bitboard>> $trait<B> for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: B) -> Bitboard {
                let ($a, $b) = (self.0, other.into().0);
                Bitboard($result)
            }
        }
        impl<B: Into<Bitboard>> $assign_trait<B> for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: B) {
                let ($a, $b) = (self.0, other.into().0);
                self.0 = $result;
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign, a b => a & b);
operator!(BitOr bitor BitOrAssign bitor_assign, a b => a | b);
operator!(BitXor bitxor BitXorAssign bitxor_assign, a b => a ^ b);
operator!(Sub sub SubAssign sub_assign, a b => a & !b);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Eight lines of `x` and `.`, the eighth rank first.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.has(Square::new(file, rank)) { 'x' } else { '.' };
                write!(f, "{}{mark}", if file == File::A { "" } else { " " })?;
            }
            if rank != Rank::First {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})\n{self}", self.0)
    }
}

/// A bitboard drawn as a picture, the eighth rank first: `x` or `X` is a member, `.` is not.
///
/// ```
/// use vernier_chess::{Square, attacks, bitboard};
/// let knight = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . x . x . . .
///     . x . . . x . .
///     . . . . . . . .
///     . x . . . x . .
///     . . x . x . . .
///     . . . . . . . .
/// };
/// assert_eq!(attacks::knight(Square::D4), knight);
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($cell:tt)*) => {{
        const CELLS: &[&str] = &[$(stringify!($cell)),*];
        const { assert!(CELLS.len() == 64, "a board has 64 cells") };
        let mut board = $crate::Bitboard::EMPTY;
        for (index, cell) in CELLS.iter().enumerate() {
            if matches!(*cell, "x" | "X") {
                board |= $crate::Square::masked(index as u8 ^ 56);
            }
        }
        board
    }};
}
