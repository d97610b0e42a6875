//! Making moves and taking them back.

use super::Board;
use crate::side::{Black, Side, White};
use crate::{Bitboard, Castling, Color, Key, Move, Piece, Role, Square, Wing};

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
/// Bits 0-3 hold the captured piece (12: none), 8-14 the en passant square (64: none), 15 whether it counts,
/// 16-31 the castling rooks, 32-47 the halfmove clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a move can be taken back only with its undo"]
pub struct Undo(u64);

const _: () = assert!(size_of::<Undo>() == 8);

impl Undo {
    /// What was captured.
    #[inline(always)]
    pub fn captured(self) -> Option<Piece> {
        Piece::from_index((self.0 & 15).min(Piece::COUNT as u64) as usize)
    }

    #[inline(always)]
    fn new(board: &Board, captured: Option<Piece>) -> Self {
        let captured = captured.map_or(Piece::COUNT as u64, |piece| piece as u64);
        let en_passant = board.position.en_passant.map_or(64, |square| square as u64);
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
        board.position.en_passant = Square::from_index((self.0 >> 8 & 127).min(64) as usize);
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
        let undo = match self.turn {
            Color::White => self.make_as::<White>(mv, observer),
            Color::Black => self.make_as::<Black>(mv, observer),
        };
        #[cfg(debug_assertions)]
        self.assert_consistent();
        undo
    }

    /// Takes back the last move and tells the observer what changes.
    #[inline]
    pub fn unmake_observed(&mut self, mv: Move, undo: Undo, observer: &mut impl Observer) {
        match self.turn {
            Color::White => self.unmake_as::<Black>(mv, undo, observer),
            Color::Black => self.unmake_as::<White>(mv, undo, observer),
        }
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    #[inline(always)]
    fn make_as<S: Side>(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let role = self.mover(from);
        // A castling king "takes" its own rook, which is no capture.
        let captured = if mv.is_castle() { None } else { self.squares[to] };
        let undo = Undo::new(self, captured);
        // The key is gathered in a register and written once.
        let mut key = Key::WHITE_TO_MOVE ^ self.en_passant_key() ^ self.lose_castling::<S>(role, from, to);
        self.position.en_passant = None;
        self.en_passant_counts = false;
        let resets = role == Role::Pawn || captured.is_some();
        self.halfmove_clock = if resets { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.fullmove_number += S::COLOR as u32;
        self.turn = <S::Them as Side>::COLOR;
        key ^= if mv.is_castle() {
            self.castle::<S>(from, to, observer)
        } else if mv.is_en_passant() {
            self.remove::<S::Them>(Role::Pawn, S::behind(to), observer)
                ^ self.shift::<S>(Role::Pawn, from, to, observer)
        } else {
            // Taking nothing is done like taking something: guessing wrong would cost more.
            let taken = self.toggle_captured::<S>(captured, to);
            if let Some(victim) = captured {
                observer.removed(victim, to);
            }
            let moved = match mv.promotion() {
                None => self.shift::<S>(role, from, to, observer),
                Some(officer) => {
                    self.remove::<S>(Role::Pawn, from, observer) ^ self.place::<S>(officer, to, observer)
                }
            };
            taken ^ moved
        };
        self.key ^= key;
        if mv.is_double_push() {
            self.note_double_push::<S>(to);
        }
        undo
    }

    /// Takes back a move of `S`.
    #[inline(always)]
    fn unmake_as<S: Side>(&mut self, mv: Move, undo: Undo, observer: &mut impl Observer) {
        let (from, to) = (mv.from(), mv.to());
        let mut key = Key::WHITE_TO_MOVE ^ self.en_passant_key();
        self.turn = S::COLOR;
        self.fullmove_number -= S::COLOR as u32;
        key ^= if mv.is_castle() {
            self.uncastle::<S>(from, to, observer)
        } else if mv.is_en_passant() {
            self.shift::<S>(Role::Pawn, to, from, observer)
                ^ self.place::<S::Them>(Role::Pawn, S::behind(to), observer)
        } else {
            let role = self.mover(to);
            let moved = if mv.is_promotion() {
                self.remove::<S>(role, to, observer) ^ self.place::<S>(Role::Pawn, from, observer)
            } else {
                self.shift::<S>(role, to, from, observer)
            };
            let captured = undo.captured();
            self.squares[to] = captured;
            if let Some(victim) = captured {
                observer.placed(victim, to);
            }
            moved ^ self.toggle_captured::<S>(captured, to)
        };
        let kept = self.position.castling;
        undo.restore(self);
        if self.position.castling != kept {
            key ^= self.castling_key(self.position.castling ^ kept);
        }
        self.key ^= key ^ self.en_passant_key();
    }

    /// Lets the opponent move. Not legal chess, but search asks what would happen.
    ///
    /// The side to move must not be in check.
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.in_check(), "a null move cannot answer a check");
        let undo = Undo::new(self, None);
        self.key ^= self.en_passant_key();
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
        self.key ^= self.en_passant_key();
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= Key::WHITE_TO_MOVE;
    }

    /// What stands on the square a move starts from; a legal move starts from a piece.
    #[inline(always)]
    fn mover(&self, square: Square) -> Role {
        self.role_at(square).unwrap_or(Role::Pawn)
    }

    // Each change to the squares gives back the change of the key.

    #[inline(always)]
    fn place<S: Side>(&mut self, role: Role, square: Square, observer: &mut impl Observer) -> Key {
        let piece = Piece::new(S::COLOR, role);
        self.squares[square] = Some(piece);
        self.position.colors[S::COLOR] ^= square;
        self.position.roles[role] ^= square;
        observer.placed(piece, square);
        Key::piece(piece, square)
    }

    #[inline(always)]
    fn remove<S: Side>(&mut self, role: Role, square: Square, observer: &mut impl Observer) -> Key {
        let piece = Piece::new(S::COLOR, role);
        self.squares[square] = None;
        self.position.colors[S::COLOR] ^= square;
        self.position.roles[role] ^= square;
        observer.removed(piece, square);
        Key::piece(piece, square)
    }

    #[inline(always)]
    fn shift<S: Side>(&mut self, role: Role, from: Square, to: Square, observer: &mut impl Observer) -> Key {
        let piece = Piece::new(S::COLOR, role);
        let both = from.bitboard() | to;
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        self.position.colors[S::COLOR] ^= both;
        self.position.roles[role] ^= both;
        observer.moved(piece, from, to);
        Key::piece(piece, from) ^ Key::piece(piece, to)
    }

    /// Takes what `S` captures out of the sets, or puts it back; the square itself is the caller's. No branches.
    #[inline(always)]
    fn toggle_captured<S: Side>(&mut self, captured: Option<Piece>, square: Square) -> Key {
        let set = Bitboard(u64::from(captured.is_some()) << square as u8);
        self.position.colors[<S::Them as Side>::COLOR] ^= set;
        self.position.roles[captured.map_or(Role::Pawn, Piece::role)] ^= set;
        Key::piece_or_none(captured, square)
    }

    /// Takes away the rights that end when a piece leaves `from` or something is taken on `to`.
    #[inline(always)]
    fn lose_castling<S: Side>(&mut self, role: Role, from: Square, to: Square) -> Key {
        let touched = if role == Role::King { S::FIRST | to } else { from.bitboard() | to };
        let lost = self.position.castling & touched;
        if lost.is_empty() {
            return Key(0);
        }
        self.position.castling ^= lost;
        self.castling_key(lost)
    }

    fn castle<S: Side>(&mut self, king: Square, rook: Square, observer: &mut impl Observer) -> Key {
        let wing = Wing::of(king, rook);
        // In Chess960 each may land where the other stood, so both leave first.
        self.remove::<S>(Role::King, king, observer)
            ^ self.remove::<S>(Role::Rook, rook, observer)
            ^ self.place::<S>(Role::King, wing.king_target(S::COLOR), observer)
            ^ self.place::<S>(Role::Rook, wing.rook_target(S::COLOR), observer)
    }

    fn uncastle<S: Side>(&mut self, king: Square, rook: Square, observer: &mut impl Observer) -> Key {
        let wing = Wing::of(king, rook);
        self.remove::<S>(Role::King, wing.king_target(S::COLOR), observer)
            ^ self.remove::<S>(Role::Rook, wing.rook_target(S::COLOR), observer)
            ^ self.place::<S>(Role::King, king, observer)
            ^ self.place::<S>(Role::Rook, rook, observer)
    }

    /// Notes the square a pawn of `S` has jumped over, if an enemy pawn stands ready to take it.
    #[inline(always)]
    fn note_double_push<S: Side>(&mut self, to: Square) {
        self.position.en_passant = self.position.en_passant_after_push::<S>(to);
        if self.position.en_passant.is_some() {
            self.en_passant_counts = self.can_take_en_passant();
            self.key ^= self.en_passant_key();
        }
    }
}
