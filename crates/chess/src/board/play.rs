//! Making moves and taking them back.

use super::{Board, Undo};
use crate::side::{Black, Side, White};
use crate::{Color, Key, Move, Piece, Role, Square, Wing};

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
        let undo = match self.turn() {
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
        match self.turn() {
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
        let before = self.state;
        // The key is gathered in a register and written once.
        let mut key = Key::WHITE_TO_MOVE ^ self.en_passant_key();
        self.state = before.after::<S>(role == Role::Pawn || mv.is_capture());
        let touched = if role == Role::King { S::FIRST | to } else { from.bitboard() | to };
        let lost = before.castling().rooks() & touched;
        if lost.any() {
            self.state = self.state.without_castling(lost);
            key ^= self.castling_key(lost);
        }
        if mv.is_castle() {
            key ^= self.castle::<S>(from, to, observer);
            self.key ^= key;
            return Undo::new(before, None);
        }
        let mut captured = None;
        if mv.is_capture() {
            let victim_at = if mv.is_en_passant() { S::behind(to) } else { to };
            captured = self.squares[victim_at];
            key ^= self.remove::<S::Them>(captured.map_or(Role::Pawn, Piece::role), victim_at, observer);
        }
        key ^= match mv.promotion() {
            None => self.shift::<S>(role, from, to, observer),
            Some(officer) => {
                self.remove::<S>(Role::Pawn, from, observer) ^ self.place::<S>(officer, to, observer)
            }
        };
        self.key ^= key;
        if mv.is_double_push() {
            self.note_double_push::<S>(to);
        }
        Undo::new(before, captured)
    }

    /// Takes back a move of `S`.
    #[inline(always)]
    fn unmake_as<S: Side>(&mut self, mv: Move, undo: Undo, observer: &mut impl Observer) {
        let (from, to) = (mv.from(), mv.to());
        let mut key = Key::WHITE_TO_MOVE ^ self.en_passant_key();
        if mv.is_castle() {
            key ^= self.uncastle::<S>(from, to, observer);
        } else {
            let role = self.mover(to);
            key ^= if mv.is_promotion() {
                self.remove::<S>(role, to, observer) ^ self.place::<S>(Role::Pawn, from, observer)
            } else {
                self.shift::<S>(role, to, from, observer)
            };
            if let Some(victim) = undo.captured() {
                let victim_at = if mv.is_en_passant() { S::behind(to) } else { to };
                key ^= self.place::<S::Them>(victim.role(), victim_at, observer);
            }
        }
        let regained = undo.state().castling().rooks() ^ self.state.castling().rooks();
        self.state = undo.state();
        if regained.any() {
            key ^= self.castling_key(regained);
        }
        self.key ^= key ^ self.en_passant_key();
    }

    /// Lets the opponent move. Not legal chess, but search asks what would happen.
    ///
    /// The side to move must not be in check.
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.in_check(), "a null move cannot answer a check");
        let before = self.state;
        self.key ^= Key::WHITE_TO_MOVE ^ self.en_passant_key();
        self.state = match self.turn() {
            Color::White => before.after::<White>(false),
            Color::Black => before.after::<Black>(false),
        };
        Undo::new(before, None)
    }

    /// Takes back a null move.
    pub fn unmake_null(&mut self, undo: Undo) {
        self.state = undo.state();
        self.key ^= Key::WHITE_TO_MOVE ^ self.en_passant_key();
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
        self.men.colors[S::COLOR] ^= square;
        self.men.roles[role] ^= square;
        observer.placed(piece, square);
        Key::piece(piece, square)
    }

    #[inline(always)]
    fn remove<S: Side>(&mut self, role: Role, square: Square, observer: &mut impl Observer) -> Key {
        let piece = Piece::new(S::COLOR, role);
        self.squares[square] = None;
        self.men.colors[S::COLOR] ^= square;
        self.men.roles[role] ^= square;
        observer.removed(piece, square);
        Key::piece(piece, square)
    }

    #[inline(always)]
    fn shift<S: Side>(&mut self, role: Role, from: Square, to: Square, observer: &mut impl Observer) -> Key {
        let piece = Piece::new(S::COLOR, role);
        let both = from.bitboard() | to;
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        self.men.colors[S::COLOR] ^= both;
        self.men.roles[role] ^= both;
        observer.moved(piece, from, to);
        Key::piece(piece, from) ^ Key::piece(piece, to)
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
        if let Some(square) = self.men.en_passant_after_push::<S>(to) {
            self.state = self.state.with_en_passant(square, self.can_take_en_passant(square));
            self.key ^= self.en_passant_key();
        }
    }
}
