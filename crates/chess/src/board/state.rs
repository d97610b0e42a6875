//! Everything about a position but its pieces, in one word.

use crate::side::Side;
use crate::{Bitboard, Castling, Color, Piece, Square};

/// Whose turn it is, castling rights, en passant and clocks. A move is taken back by putting the old word back.
///
/// | bits  | what                                                      |
/// |-------|-----------------------------------------------------------|
/// | 0-15  | castling rooks: files of the first rank, then the eighth   |
/// | 16-22 | en passant square, 64 if there is none                    |
/// | 23    | whether taking en passant is legal, so that it counts     |
/// | 24    | the side to move                                          |
/// | 25-28 | in an undo: what was captured, from one; 0 if nothing was |
/// | 32-47 | halfmove clock                                            |
/// | 48-63 | fullmove number                                           |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State(u64);

const CASTLING: u64 = 0xffff;
const NO_EN_PASSANT: u64 = 64 << 16;
const COUNTS: u64 = 1 << 23;
const CAPTURED: u64 = 15 << 25;

impl State {
    pub(super) fn new(turn: Color, castling: Castling, halfmove_clock: u16, fullmove_number: u16) -> Self {
        Self(
            u64::from(castling.pack())
                | NO_EN_PASSANT
                | (turn as u64) << 24
                | u64::from(halfmove_clock) << 32
                | u64::from(fullmove_number) << 48,
        )
    }

    #[inline(always)]
    pub(super) const fn turn(self) -> Color {
        if self.0 >> 24 & 1 == 0 { Color::White } else { Color::Black }
    }

    #[inline(always)]
    pub(super) const fn castling(self) -> Castling {
        Castling::unpack(self.0 as u16)
    }

    /// The square behind a pawn that has just made a double push, if an enemy pawn stands ready to take it,
    /// pinned or not.
    #[inline(always)]
    pub(super) const fn en_passant(self) -> Option<Square> {
        Square::from_index((self.0 >> 16 & 127) as usize)
    }

    /// True if that square can be taken on legally.
    #[inline(always)]
    pub(super) const fn en_passant_counts(self) -> bool {
        self.0 & COUNTS != 0
    }

    #[inline(always)]
    pub(super) const fn halfmove_clock(self) -> u16 {
        (self.0 >> 32) as u16
    }

    #[inline(always)]
    pub(super) const fn fullmove_number(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// After a move of `S` that resets the halfmove clock or not: rights as before, no en passant.
    #[inline(always)]
    pub(super) fn after<S: Side>(self, resets: bool) -> Self {
        // All ones or none: half of all moves reset the clock, too many to guess.
        let keep = u16::from(resets).wrapping_sub(1);
        let clock = self.halfmove_clock().saturating_add(1) & keep;
        let number = self.fullmove_number().saturating_add(S::COLOR as u16);
        let turn = <S::Them as Side>::COLOR as u64;
        Self(
            self.0 & CASTLING | NO_EN_PASSANT | turn << 24 | u64::from(clock) << 32 | u64::from(number) << 48,
        )
    }

    /// The rooks among those squares that may castle.
    #[inline(always)]
    pub(super) fn castling_within(self, squares: Bitboard) -> Castling {
        Castling::unpack(self.0 as u16 & Castling(squares).pack())
    }

    /// The rooks that may castle in one of the two states alone.
    #[inline(always)]
    pub(super) fn castling_difference(self, other: Self) -> Castling {
        Castling::unpack((self.0 ^ other.0) as u16)
    }

    #[inline(always)]
    pub(super) fn without_castling(self, rooks: Castling) -> Self {
        Self(self.0 & !u64::from(rooks.pack()))
    }

    #[inline(always)]
    pub(super) fn with_en_passant(self, square: Square, counts: bool) -> Self {
        Self(self.0 & !(127 << 16 | COUNTS) | (square as u64) << 16 | u64::from(counts) << 23)
    }
}

/// What a move destroys, packed into 64 bits: enough to take it back.
///
/// ```
/// use vernier_chess::{Board, Piece};
/// let mut board: Board = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let undo = board.make(board.parse_san("exd5")?);
/// assert_eq!(undo.captured(), Some(Piece::BlackPawn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a move can be taken back only with its undo"]
pub struct Undo(State);

const _: () = assert!(size_of::<Undo>() == 8);

impl Undo {
    #[inline(always)]
    pub(super) fn new(state: State, captured: Option<Piece>) -> Self {
        Self(State(state.0 | captured.map_or(0, |piece| piece as u64 + 1) << 25))
    }

    /// What was captured.
    #[inline(always)]
    pub const fn captured(self) -> Option<Piece> {
        Piece::from_index(((self.0.0 & CAPTURED) >> 25).wrapping_sub(1) as usize)
    }

    #[inline(always)]
    pub(super) fn state(self) -> State {
        State(self.0.0 & !CAPTURED)
    }
}
