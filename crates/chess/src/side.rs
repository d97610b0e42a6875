//! The two colors as types, so that the compiler writes each hot function twice.

use crate::{Bitboard, Color, Rank, Square, attacks};

/// A color known at compile time.
pub(crate) trait Side {
    const COLOR: Color;
    type Them: Side<Them = Self>;

    /// One step forward.
    fn forward(set: Bitboard) -> Bitboard;
    /// The square one step behind.
    fn behind(square: Square) -> Square;
    /// Pawn captures towards the a-file.
    fn take_west(pawns: Bitboard) -> Bitboard;
    /// Pawn captures towards the h-file.
    fn take_east(pawns: Bitboard) -> Bitboard;

    /// Where the own pieces start.
    const FIRST: Bitboard = Self::COLOR.rank(Rank::First).bitboard();
    /// Where pawns land after a single push that may be followed by another.
    const THIRD: Bitboard = Self::COLOR.rank(Rank::Third).bitboard();
    /// Where pawns promote.
    const EIGHTH: Bitboard = Self::COLOR.rank(Rank::Eighth).bitboard();

    /// Everything a set of pawns attacks.
    #[inline(always)]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        Self::take_west(pawns) | Self::take_east(pawns)
    }

    /// What a pawn on the square attacks.
    #[inline(always)]
    fn pawn(square: Square) -> Bitboard {
        attacks::pawn(Self::COLOR, square)
    }
}

/// White.
pub(crate) enum White {}
/// Black.
pub(crate) enum Black {}

impl Side for White {
    const COLOR: Color = Color::White;
    type Them = Black;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.north()
    }

    #[inline(always)]
    fn behind(square: Square) -> Square {
        Square::masked((square as u8).wrapping_sub(8))
    }

    #[inline(always)]
    fn take_west(pawns: Bitboard) -> Bitboard {
        pawns.north().west()
    }

    #[inline(always)]
    fn take_east(pawns: Bitboard) -> Bitboard {
        pawns.north().east()
    }
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Them = White;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.south()
    }

    #[inline(always)]
    fn behind(square: Square) -> Square {
        Square::masked((square as u8).wrapping_add(8))
    }

    #[inline(always)]
    fn take_west(pawns: Bitboard) -> Bitboard {
        pawns.south().west()
    }

    #[inline(always)]
    fn take_east(pawns: Bitboard) -> Bitboard {
        pawns.south().east()
    }
}
