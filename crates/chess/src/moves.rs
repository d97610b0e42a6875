//! A move in sixteen bits.

use crate::{Role, Square};
use core::fmt;
use core::num::NonZeroU16;

/// What sort of move it is. Bit 2 marks captures, bit 3 promotions; zero is not a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Goes to an empty square.
    Quiet = 1,
    /// A pawn's first move over two squares.
    DoublePush = 2,
    /// Castling, written as the king taking its own rook.
    Castle = 3,
    /// Takes a piece.
    Capture = 4,
    /// Takes a pawn that has just made a double push.
    EnPassant = 5,
    /// Becomes a knight.
    PromoteKnight = 8,
    /// Becomes a bishop.
    PromoteBishop = 9,
    /// Becomes a rook.
    PromoteRook = 10,
    /// Becomes a queen.
    PromoteQueen = 11,
    /// Takes and becomes a knight.
    TakePromoteKnight = 12,
    /// Takes and becomes a bishop.
    TakePromoteBishop = 13,
    /// Takes and becomes a rook.
    TakePromoteRook = 14,
    /// Takes and becomes a queen.
    TakePromoteQueen = 15,
}

impl MoveKind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Quiet,
        Self::DoublePush,
        Self::Castle,
        Self::Capture,
        Self::EnPassant,
        Self::PromoteKnight,
        Self::PromoteBishop,
        Self::PromoteRook,
        Self::PromoteQueen,
        Self::TakePromoteKnight,
        Self::TakePromoteBishop,
        Self::TakePromoteRook,
        Self::TakePromoteQueen,
    ];

    #[inline(always)]
    const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            1 => Self::Quiet,
            2 => Self::DoublePush,
            3 => Self::Castle,
            4 => Self::Capture,
            5 => Self::EnPassant,
            8 => Self::PromoteKnight,
            9 => Self::PromoteBishop,
            10 => Self::PromoteRook,
            11 => Self::PromoteQueen,
            12 => Self::TakePromoteKnight,
            13 => Self::TakePromoteBishop,
            14 => Self::TakePromoteRook,
            15 => Self::TakePromoteQueen,
            _ => return None,
        })
    }

    /// The promotion to that role, with or without a capture; none for pawns and kings.
    pub const fn promotion(role: Role, takes: bool) -> Option<Self> {
        match role {
            Role::Pawn | Role::King => None,
            _ => Self::from_bits(7 + role as u16 + if takes { 4 } else { 0 }),
        }
    }
}

/// A move: from, to and kind. Two bytes, and `Option<Move>` is two bytes too.
///
/// Castling is held as the king taking its own rook (e1 to h1), whatever the notation, so that it means the
/// same in every form of chess. A `Move` says nothing of legality: ask [`Board::is_legal`](crate::Board::is_legal).
///
/// ```
/// use vernier_chess::{Move, MoveKind, Square};
/// let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// assert_eq!((push.from(), push.to()), (Square::E2, Square::E4));
/// assert_eq!(push.to_string(), "e2e4");
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A move of that kind.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        match NonZeroU16::new(from as u16 | (to as u16) << 6 | (kind as u16) << 12) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// The move those bits stand for, unless their kind is unknown.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match (NonZeroU16::new(bits), MoveKind::from_bits(bits >> 12)) {
            (Some(bits), Some(_)) => Some(Self(bits)),
            _ => None,
        }
    }

    /// From in bits 0-5, to in bits 6-11, kind in bits 12-15.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Where it starts.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::masked(self.bits() as u8)
    }

    /// Where it ends; for castling, where the rook stands.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::masked((self.bits() >> 6) as u8)
    }

    /// What sort of move it is.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.bits() >> 12) {
            Some(kind) => kind,
            None => unreachable!(),
        }
    }

    /// True if something is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.bits() & 1 << 14 != 0
    }

    /// True if a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.bits() & 1 << 15 != 0
    }

    /// True for everything but captures and promotions.
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        self.bits() & 3 << 14 == 0
    }

    /// True for a pawn's first move over two squares.
    #[inline(always)]
    pub const fn is_double_push(self) -> bool {
        self.bits() >> 12 == MoveKind::DoublePush as u16
    }

    /// True for castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.bits() >> 12 == MoveKind::Castle as u16
    }

    /// True for en passant captures.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == MoveKind::EnPassant as u16
    }

    /// True for the kinds that every role has: quiet moves and captures.
    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.is_one_of([MoveKind::Quiet, MoveKind::Capture])
    }

    /// True for the kinds that change more squares than two: castling and en passant.
    #[inline(always)]
    pub(crate) const fn is_special(self) -> bool {
        self.is_one_of([MoveKind::Castle, MoveKind::EnPassant])
    }

    /// One question about a bit, where two comparisons would be two jumps.
    #[inline(always)]
    const fn is_one_of(self, kinds: [MoveKind; 2]) -> bool {
        (1u32 << kinds[0] as u32 | 1 << kinds[1] as u32) >> (self.bits() >> 12) & 1 != 0
    }

    /// What the pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.bits() >> 12 & 3 {
            0 => Role::Knight,
            1 => Role::Bishop,
            2 => Role::Rook,
            _ => Role::Queen,
        })
    }
}

/// From, to and promotion, with castling as king takes rook: the Chess960 form of UCI.
/// [`Board::uci`](crate::Board::uci) writes the form a mode asks for.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.to_char()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.kind())
    }
}
