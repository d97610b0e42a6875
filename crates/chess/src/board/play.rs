//! Making moves and taking them back.

use super::Board;
use crate::side::{Black, White};
use crate::{Castling, Color, Key, Move, MoveKind, Piece, Rank, Role, Square, Wing};

/// Hears of every change to the squares while a move is made or taken back. Networks and incremental evaluation
/// listen this way; the board knows nothing of them.
///
/// ```
/// use vernier_chess::{Board, Observer, Piece, Square};
///
/// #[derive(Default)]
/// struct Taken(Vec<Piece>);
/// impl Observer for Taken {
///     fn placed(&mut self, _: Piece, _: Square) {}
///     fn removed(&mut self, piece: Piece, _: Square) {
///         self.0.push(piece);
///     }
/// }
///
/// let mut board: Board = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let mut taken = Taken::default();
/// board.make_observed(board.parse_uci("e4d5")?, &mut taken);
/// assert_eq!(taken.0, [Piece::BlackPawn, Piece::WhitePawn]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// A piece appears on an empty square.
    fn placed(&mut self, piece: Piece, square: Square);
    /// A piece leaves the board.
    fn removed(&mut self, piece: Piece, square: Square);
    /// A piece goes to an empty square. Unless said otherwise, it is removed and placed.
    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.placed(piece, to);
    }
}

/// Nobody listens.
impl Observer for () {
    #[inline(always)]
    fn placed(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn removed(&mut self, _: Piece, _: Square) {}
}

/// What a move destroys, packed into 64 bits: enough to take it back.
///
/// Bits 0-3 hold the captured piece (15: none), 8-13 the en passant square, 14 whether there is one, 15 whether it
/// counts, 16-31 the castling rooks, 32-47 the halfmove clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a move can be taken back only with its undo"]
pub struct Undo(u64);

const _: () = assert!(size_of::<Undo>() == 8);

impl Undo {
    /// What was captured.
    #[inline(always)]
    pub fn captured(self) -> Option<Piece> {
        Piece::from_index((self.0 & 15) as usize)
    }

    #[inline(always)]
    fn new(board: &Board, captured: Option<Piece>) -> Self {
        let captured = captured.map_or(15, |piece| piece as u64);
        let en_passant = board.position.en_passant.map_or(0, |square| square as u64 | 1 << 6);
        let counts = u64::from(board.en_passant_counts);
        let castling = u64::from(board.castling().pack());
        Self(
            captured
                | en_passant << 8
                | counts << 15
                | castling << 16
                | u64::from(board.halfmove_clock) << 32,
        )
    }

    #[inline(always)]
    fn restore(self, board: &mut Board) {
        board.position.en_passant = (self.0 >> 14 & 1 != 0).then(|| Square::masked((self.0 >> 8) as u8));
        board.en_passant_counts = self.0 >> 15 & 1 != 0;
        board.position.castling = Castling::unpack((self.0 >> 16) as u16).rooks();
        board.halfmove_clock = (self.0 >> 32) as u16;
    }
}

impl Board {
    /// Plays a legal move.
    ///
    /// The move must be legal: from this library's generator, or confirmed by [`Board::is_legal`].
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let mut board = Board::start();
    /// let before = board;
    /// let mv = board.parse_uci("g1f3")?;
    /// let undo = board.make(mv);
    /// board.unmake(mv, undo);
    /// assert_eq!(board, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        self.make_observed(mv, &mut ())
    }

    /// Takes back the last move.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.unmake_observed(mv, undo, &mut ());
    }

    /// The position after a legal move; this one stays as it is.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        let _ = next.make(mv);
        next
    }

    /// Plays a legal move and tells the observer what changes.
    #[inline]
    pub fn make_observed(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let mover = self.squares[from].unwrap_or(Piece::WhitePawn);
        let kind = mv.kind();
        let victim_at = match kind {
            MoveKind::EnPassant => Square::new(to.file(), from.rank()),
            _ => to,
        };
        let captured = if mv.is_capture() { self.squares[victim_at] } else { None };
        let undo = Undo::new(self, captured);

        if self.en_passant_counts {
            self.keys.position ^= self.en_passant_key();
        }
        self.position.en_passant = None;
        self.en_passant_counts = false;
        self.lose_castling(mover, from, to);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if let Some(victim) = captured {
            self.remove(victim, victim_at, observer);
            self.halfmove_clock = 0;
        }
        match kind {
            MoveKind::Castle => self.castle(mover, from, to, observer),
            _ if mv.is_promotion() => {
                self.remove(mover, from, observer);
                self.place(Piece::new(us, mv.promotion().unwrap_or(Role::Queen)), to, observer);
                self.halfmove_clock = 0;
            }
            _ => {
                self.shift(mover, from, to, observer);
                if mover.role() == Role::Pawn {
                    self.halfmove_clock = 0;
                }
            }
        }
        self.fullmove_number += us as u32;
        self.pass();
        if kind == MoveKind::DoublePush {
            self.note_double_push(to);
        }
        #[cfg(debug_assertions)]
        self.assert_consistent();
        undo
    }

    /// Takes back the last move and tells the observer what changes.
    #[inline]
    pub fn unmake_observed(&mut self, mv: Move, undo: Undo, observer: &mut impl Observer) {
        if self.en_passant_counts {
            self.keys.position ^= self.en_passant_key();
        }
        self.pass();
        let us = self.turn;
        self.fullmove_number -= us as u32;
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => self.uncastle(from, to, observer),
            MoveKind::EnPassant => {
                self.shift(Piece::new(us, Role::Pawn), to, from, observer);
                let victim = Piece::new(!us, Role::Pawn);
                self.place(victim, Square::new(to.file(), from.rank()), observer);
            }
            _ => {
                match (self.squares[to], mv.is_promotion()) {
                    (Some(officer), true) => {
                        self.remove(officer, to, observer);
                        self.place(Piece::new(us, Role::Pawn), from, observer);
                    }
                    (Some(mover), false) => self.shift(mover, to, from, observer),
                    (None, _) => debug_assert!(false, "{mv} was not the last move"),
                }
                if let Some(victim) = undo.captured() {
                    self.place(victim, to, observer);
                }
            }
        }
        let kept = self.position.castling;
        undo.restore(self);
        let king = self.king(us);
        for (color, king) in [(us, king), (!us, self.king(!us))] {
            let regained = (self.position.castling - kept) & color.rank(Rank::First).bitboard();
            if regained.any() {
                self.keys.position ^= Key::castling_rooks(color, king, regained);
            }
        }
        if self.en_passant_counts {
            self.keys.position ^= self.en_passant_key();
        }
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    /// Lets the opponent move. Not legal chess, but search asks what would happen.
    ///
    /// The side to move must not be in check.
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.in_check(), "a null move cannot answer a check");
        let undo = Undo::new(self, None);
        if self.en_passant_counts {
            self.keys.position ^= self.en_passant_key();
        }
        self.position.en_passant = None;
        self.en_passant_counts = false;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number += self.turn as u32;
        self.pass();
        undo
    }

    /// Takes back a null move.
    pub fn unmake_null(&mut self, undo: Undo) {
        self.pass();
        self.fullmove_number -= self.turn as u32;
        undo.restore(self);
        if self.en_passant_counts {
            self.keys.position ^= self.en_passant_key();
        }
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.turn = !self.turn;
        self.keys.position ^= Key::WHITE_TO_MOVE;
    }

    #[inline(always)]
    fn en_passant_key(&self) -> Key {
        self.position.en_passant.map_or(Key(0), |square| Key::en_passant(square.file()))
    }

    #[inline(always)]
    fn place(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        self.squares[square] = Some(piece);
        self.position.colors[piece.color()] ^= square;
        self.position.roles[piece.role()] ^= square;
        self.keys.toggle(piece, square);
        observer.placed(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        self.squares[square] = None;
        self.position.colors[piece.color()] ^= square;
        self.position.roles[piece.role()] ^= square;
        self.keys.toggle(piece, square);
        observer.removed(piece, square);
    }

    #[inline(always)]
    fn shift(&mut self, piece: Piece, from: Square, to: Square, observer: &mut impl Observer) {
        let both = from.bitboard() | to;
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        self.position.colors[piece.color()] ^= both;
        self.position.roles[piece.role()] ^= both;
        self.keys.toggle(piece, from);
        self.keys.toggle(piece, to);
        observer.moved(piece, from, to);
    }

    /// Takes away the rights that end when `mover` leaves `from` or something is taken on `to`.
    #[inline(always)]
    fn lose_castling(&mut self, mover: Piece, from: Square, to: Square) {
        let mut touched = from.bitboard() | to;
        if mover.role() == Role::King {
            touched |= self.turn.rank(Rank::First);
        }
        let lost = self.position.castling & touched;
        if lost.any() {
            self.position.castling ^= lost;
            for color in Color::ALL {
                let rooks = lost & color.rank(Rank::First).bitboard();
                self.keys.position ^= Key::castling_rooks(color, self.king(color), rooks);
            }
        }
    }

    fn castle(&mut self, king: Piece, from: Square, rook_from: Square, observer: &mut impl Observer) {
        let us = king.color();
        let (rook, wing) = (Piece::new(us, Role::Rook), Wing::of(from, rook_from));
        // In Chess960 each may land where the other stood, so both leave first.
        self.remove(king, from, observer);
        self.remove(rook, rook_from, observer);
        self.place(king, wing.king_target(us), observer);
        self.place(rook, wing.rook_target(us), observer);
    }

    fn uncastle(&mut self, king_from: Square, rook_from: Square, observer: &mut impl Observer) {
        let us = self.turn;
        let (king, rook) = (Piece::new(us, Role::King), Piece::new(us, Role::Rook));
        let wing = Wing::of(king_from, rook_from);
        self.remove(king, wing.king_target(us), observer);
        self.remove(rook, wing.rook_target(us), observer);
        self.place(king, king_from, observer);
        self.place(rook, rook_from, observer);
    }

    /// Notes the square a pawn has jumped over, if a pawn of the side now to move stands ready to take it.
    #[inline(always)]
    fn note_double_push(&mut self, to: Square) {
        let square = match self.turn {
            Color::White => self.position.en_passant_after_push::<Black>(to),
            Color::Black => self.position.en_passant_after_push::<White>(to),
        };
        if square.is_some() {
            self.position.en_passant = square;
            self.en_passant_counts = self.can_take_en_passant();
            if self.en_passant_counts {
                self.keys.position ^= self.en_passant_key();
            }
        }
    }
}
