//! Making moves and taking them back.

use super::{Board, Undo};
use crate::side::{Black, Side, White};
use crate::{Color, IllegalMove, Key, Move, Piece, Role, Square, Wing};

/// Sees every change to the squares while a move is made or taken back. Networks and incremental evaluation are observers; the
/// board knows nothing of them.
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
    /// A piece goes to an empty square. By default, it is removed and placed.
    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.placed(piece, to);
    }
}

/// Ignores everything.
impl Observer for () {
    #[inline(always)]
    fn placed(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn removed(&mut self, _: Piece, _: Square) {}
}

impl Board {
    /// Plays a legal move.
    ///
    /// The move must be legal: from this library's generator, or confirmed by [`Board::is_legal`]. Anything else leaves a
    /// board that makes no sense, or panics.
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

    /// The key of the position after a legal move, guessed without making it: right unless the move castles, promotes, takes en
    /// passant, or changes castling rights or chances to take en passant. Enough to have memory fetched ahead of its use.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board = Board::start();
    /// let mv = board.parse_uci("g1f3")?;
    /// assert_eq!(board.likely_key_after(mv), board.play(mv).key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mover = self.squares[from];
        let moved = Key::on_square(mover, from) ^ Key::on_square(mover, to);
        self.key ^ Key::WHITE_TO_MOVE ^ moved ^ Key::on_square(self.squares[to], to)
    }

    /// Takes back the last move.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.unmake_observed(mv, undo, &mut ());
    }

    /// The position after a legal move; this one stays as it is.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let start = Board::start();
    /// let next = start.play(start.parse_san("e4")?);
    /// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// # Ok::<(), vernier_chess::SanError>(())
    /// ```
    ///
    /// # Panics
    /// If the move is not legal. [`Board::try_play`] returns an error instead, [`Board::play_unchecked`] does not check.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        assert!(self.is_legal(mv), "{mv} is not a legal move");
        self.play_unchecked(mv)
    }

    /// The position after a move, if it is legal.
    ///
    /// ```
    /// use vernier_chess::{Board, IllegalMove, Move, MoveKind, Square};
    /// let board = Board::start();
    /// let jump = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    /// assert_eq!(board.try_play(jump), Err(IllegalMove(jump)));
    /// assert!(board.try_play(board.parse_move("e4")?).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn try_play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// The position after a move that is known to be legal, as one from [`Board::legal_moves`] is. Any other leaves a board
    /// that makes no sense, or panics; it never leads to undefined behavior.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        let mut next = *self;
        let _ = next.make(mv);
        next
    }

    /// Plays a legal move and notifies the observer of every change.
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

    /// Takes back the last move and notifies the observer of every change.
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
        let mover = self.mover(from);
        let role = mover.role();
        let before = self.state;
        // The key is gathered in a register and written once.
        let mut key = Key::WHITE_TO_MOVE ^ self.en_passant_key();
        self.state = before.after::<S>((role == Role::Pawn) | mv.is_capture());
        let touched = if role == Role::King { S::FIRST | to } else { from.bitboard() | to };
        let lost = before.castling_within(touched);
        if !lost.is_none() {
            self.state = self.state.without_castling(lost);
            key ^= self.castling_key(lost.rooks());
        }
        if mv.is_castle() {
            key ^= self.castle::<S>(from, to, observer);
            self.key ^= key;
            return Undo::new(before, None);
        }
        let mut captured = None;
        if mv.is_capture() {
            let victim_at = if mv.is_en_passant() { S::behind(to) } else { to };
            let victim = self.mover(victim_at);
            captured = Some(victim);
            key ^= self.remove::<S::Them>(victim, victim_at, observer);
        }
        key ^= match mv.promotion() {
            None => self.shift::<S>(mover, from, to, observer),
            Some(promoted) => {
                let promoted = Piece::new(S::COLOR, promoted);
                self.remove::<S>(mover, from, observer) ^ self.place::<S>(promoted, to, observer)
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
            let mover = self.mover(to);
            key ^= if mv.is_promotion() {
                let pawn = Piece::new(S::COLOR, Role::Pawn);
                self.remove::<S>(mover, to, observer) ^ self.place::<S>(pawn, from, observer)
            } else {
                self.shift::<S>(mover, to, from, observer)
            };
            if let Some(victim) = undo.captured() {
                let victim_at = if mv.is_en_passant() { S::behind(to) } else { to };
                key ^= self.place::<S::Them>(victim, victim_at, observer);
            }
        }
        let regained = undo.state().castling_difference(self.state);
        self.state = undo.state();
        if !regained.is_none() {
            key ^= self.castling_key(regained.rooks());
        }
        self.key ^= key ^ self.en_passant_key();
    }

    /// Lets the opponent move. Not legal chess, but search asks what would happen.
    ///
    /// The side to move must not be in check.
    ///
    /// ```
    /// use vernier_chess::{Board, Color};
    /// let mut board = Board::start();
    /// let undo = board.make_null();
    /// assert_eq!(board.turn(), Color::Black);
    /// board.unmake_null(undo);
    /// assert_eq!(board, Board::start());
    /// ```
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

    /// What a legal move moves or takes.
    ///
    /// # Panics
    /// If the move was not legal and nothing is there.
    #[inline(always)]
    fn mover(&self, square: Square) -> Piece {
        self.squares[square].expect("a legal move moves and takes pieces that are there")
    }

    // Each change to the squares gives back the change of the key. The piece is of the color of `S`.

    #[inline(always)]
    fn place<S: Side>(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) -> Key {
        self.squares[square] = Some(piece);
        self.sets.colors[S::COLOR] ^= square;
        self.sets.roles[piece.role()] ^= square;
        observer.placed(piece, square);
        Key::piece(piece, square)
    }

    #[inline(always)]
    fn remove<S: Side>(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) -> Key {
        self.squares[square] = None;
        self.sets.colors[S::COLOR] ^= square;
        self.sets.roles[piece.role()] ^= square;
        observer.removed(piece, square);
        Key::piece(piece, square)
    }

    #[inline(always)]
    fn shift<S: Side>(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        observer: &mut impl Observer,
    ) -> Key {
        let both = from.bitboard() | to;
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        self.sets.colors[S::COLOR] ^= both;
        self.sets.roles[piece.role()] ^= both;
        observer.moved(piece, from, to);
        Key::piece(piece, from) ^ Key::piece(piece, to)
    }

    fn castle<S: Side>(&mut self, king: Square, rook: Square, observer: &mut impl Observer) -> Key {
        let wing = Wing::of(king, rook);
        let to = (wing.king_target(S::COLOR), wing.rook_target(S::COLOR));
        self.shift_both::<S>((king, rook), to, observer)
    }

    fn uncastle<S: Side>(&mut self, king: Square, rook: Square, observer: &mut impl Observer) -> Key {
        let wing = Wing::of(king, rook);
        let from = (wing.king_target(S::COLOR), wing.rook_target(S::COLOR));
        self.shift_both::<S>(from, (king, rook), observer)
    }

    /// Moves king and rook. In Chess960 each may land where the other stood, so both leave first.
    fn shift_both<S: Side>(
        &mut self,
        (king_from, rook_from): (Square, Square),
        (king_to, rook_to): (Square, Square),
        observer: &mut impl Observer,
    ) -> Key {
        let (king, rook) = (Piece::new(S::COLOR, Role::King), Piece::new(S::COLOR, Role::Rook));
        self.remove::<S>(king, king_from, observer)
            ^ self.remove::<S>(rook, rook_from, observer)
            ^ self.place::<S>(king, king_to, observer)
            ^ self.place::<S>(rook, rook_to, observer)
    }

    /// Notes the square a pawn of `S` has jumped over, if an enemy pawn stands ready to take it.
    #[inline(always)]
    fn note_double_push<S: Side>(&mut self, to: Square) {
        if let Some(square) = self.sets.en_passant_after_push::<S>(to) {
            self.state = self.state.with_en_passant(square, self.can_take_en_passant(square));
            self.key ^= self.en_passant_key();
        }
    }
}
