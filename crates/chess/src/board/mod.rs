//! A legal position, ready to be played on.

mod legality;
mod list;
mod play;
mod pseudo_legal;
mod state;

pub use legality::Legality;
pub(crate) use list::Count;
pub use list::MoveClass;
pub use play::Observer;
pub use state::Undo;

use crate::generate::CheckInfo;
use crate::placement::Placement;
use crate::position::{PieceSets, Position};
use crate::side::{Black, White};
use crate::{
    Bitboard, BySquare, Castling, CastlingMode, Color, File, Key, Piece, Role, Setup, Square, Wing, attacks,
};
use state::State;

/// A legal position: pieces, whose turn it is, castling rights, en passant, clocks and keys.
///
/// A `Board` is always legal. It is made from a FEN or a [`Setup`], which refuse anything else, and changes only
/// by legal moves. Copying one is cheap (about 200 bytes).
///
/// ```
/// use vernier_chess::{Board, Color, Piece, Square};
/// let mut board = Board::start();
/// for text in ["e2e4", "c7c5", "g1f3"] {
///     let mv = board.parse_uci(text)?;
///     board.make(mv);
/// }
/// assert_eq!(board.turn(), Color::Black);
/// assert_eq!(board.piece_at(Square::F3), Some(Piece::WhiteKnight));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two boards are equal if the rules cannot distinguish them: they have the same FEN, clocks included.
/// A pawn that could take en passant if it were not pinned, which only [`Board::polyglot_key`] sees, does not count.
#[derive(Clone, Copy)]
pub struct Board {
    sets: PieceSets,
    /// What stands on each square, so that the sets need not be searched.
    squares: BySquare<Option<Piece>>,
    key: Key,
    state: State,
}

impl Board {
    /// Takes over a setup that has passed validation.
    pub(crate) fn assemble(setup: &Setup) -> Self {
        Self::assemble_placed(setup, &Placement::of(&setup.pieces))
    }

    /// Takes over a setup that has passed validation and whose pieces are known as sets already.
    #[inline(always)]
    pub(crate) fn assemble_placed(setup: &Setup, placement: &Placement) -> Self {
        let Placement { sets, key } = *placement;
        let number = u16::try_from(setup.fullmove_number).unwrap_or(u16::MAX);
        let turn = if setup.turn == Color::White { Key::WHITE_TO_MOVE } else { Key(0) };
        let mut key = key ^ turn ^ sets.castling_key(setup.castling.rooks());
        let mut state = State::new(setup.turn, setup.castling, setup.halfmove_clock, number);
        if let Some(square) = setup.en_passant
            && (attacks::pawn(!setup.turn, square) & sets.of(setup.turn, Role::Pawn)).any()
        {
            let counts = sets.can_take_en_passant(setup.turn, square);
            state = state.with_en_passant(square, counts);
            key ^= if counts { Key::en_passant(square.file()) } else { Key(0) };
        }
        Self { sets, squares: setup.pieces, key, state }
    }

    /// Where the pieces stand and everything else in a FEN: it can be edited and made a board again.
    ///
    /// ```
    /// use vernier_chess::{Board, Square};
    /// let mut setup = Board::start().setup();
    /// setup.pieces[Square::D8] = None;
    /// assert_eq!(setup.validate()?.to_string(), "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// # Ok::<(), vernier_chess::SetupError>(())
    /// ```
    pub const fn setup(&self) -> Setup {
        Setup {
            pieces: self.squares,
            turn: self.turn(),
            castling: self.castling(),
            en_passant: self.en_passant(),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// Who is to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.state.turn()
    }

    /// What stands on a square.
    ///
    /// ```
    /// use vernier_chess::{Board, Piece, Square};
    /// assert_eq!(Board::start().piece_at(Square::D8), Some(Piece::BlackQueen));
    /// assert_eq!(Board::start().piece_at(Square::D5), None);
    /// ```
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        *self.squares.get(square)
    }

    /// The role of what stands on a square.
    #[inline(always)]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        match self.piece_at(square) {
            Some(piece) => Some(piece.role()),
            None => None,
        }
    }

    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        self.sets.occupied()
    }

    /// All pieces of one color.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        *self.sets.colors.get(color)
    }

    /// All pieces of one role.
    #[inline(always)]
    pub const fn role(&self, role: Role) -> Bitboard {
        *self.sets.roles.get(role)
    }

    /// The pieces of one color and role.
    ///
    /// ```
    /// use vernier_chess::{Board, Color, Rank, Role};
    /// assert_eq!(Board::start().pieces(Color::White, Role::Pawn), Rank::Second.bitboard());
    /// ```
    #[inline(always)]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.sets.of(color, role)
    }

    /// Where the king stands.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        self.sets.king(color)
    }

    /// The rooks that may still castle.
    #[inline(always)]
    pub const fn castling(&self) -> Castling {
        self.state.castling()
    }

    /// The rook with which a king may still castle to that wing.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color);
        (self.castling().rooks() & self.color(color)).into_iter().find(|rook| Wing::of(king, *rook) == wing)
    }

    /// The square to take on en passant, if that is a legal move now.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        if self.state.en_passant_counts() { self.state.en_passant() } else { None }
    }

    /// Moves of either side since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock()
    }

    /// The number of the move, from one, up after each move of Black.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number() as u32
    }

    /// The fingerprint of the position: two positions that are the same by the rules on repetition have the same
    /// key. It equals [`Board::polyglot_key`] except where a pawn that could take en passant is pinned.
    #[inline(always)]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The fingerprint of the pawns alone. Mixing two sets is cheaper than keeping a key up to date.
    #[inline]
    pub fn pawn_key(&self) -> Key {
        Key::of_sets(Color::ALL.map(|color| self.pieces(color, Role::Pawn)))
    }

    /// The fingerprint of one color's pieces without its pawns.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> Key {
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        Key::of_sets(roles.map(|role| self.pieces(color, role)))
    }

    /// The key under which Polyglot books file the position. That format counts en passant whenever a pawn stands
    /// ready to take, even one that is pinned.
    ///
    /// ```
    /// use vernier_chess::{Board, Key};
    /// assert_eq!(Board::start().polyglot_key(), Key(0x463b_9618_1691_fc9c));
    /// ```
    pub fn polyglot_key(&self) -> Key {
        match self.state.en_passant() {
            Some(square) if !self.state.en_passant_counts() => self.key ^ Key::en_passant(square.file()),
            _ => self.key,
        }
    }

    /// The enemy pieces that give check.
    ///
    /// ```
    /// use vernier_chess::{Board, Square};
    /// let board: Board = "4k3/8/8/8/7b/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(board.checkers(), Square::H4.bitboard());
    /// assert!(board.in_check());
    /// # Ok::<(), vernier_chess::FenError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn()), self.occupied()) & self.color(!self.turn())
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.turn()), !self.turn(), self.occupied())
    }

    /// The pieces of a color that may not leave their line because their king stands behind them.
    ///
    /// ```
    /// use vernier_chess::{Board, Color, Square};
    /// let board: Board = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(board.pinned(Color::White), Square::E2.bitboard());
    /// # Ok::<(), vernier_chess::FenError>(())
    /// ```
    pub fn pinned(&self, color: Color) -> Bitboard {
        let info = match color {
            Color::White => CheckInfo::to::<White>(&self.sets),
            Color::Black => CheckInfo::to::<Black>(&self.sets),
        };
        (info.diagonal_pins | info.orthogonal_pins) & self.color(color)
    }

    /// The pieces of both colors that attack a square when those squares are occupied.
    ///
    /// ```
    /// use vernier_chess::{Board, Square};
    /// let board = Board::start();
    /// // The knight on g1 and two pawns.
    /// assert_eq!(board.attackers(Square::F3, board.occupied()).len(), 3);
    /// ```
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.sets.attackers(square, occupied)
    }

    /// True if a color attacks a square when those squares are occupied.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        (attacks::pawn(!by, square) & self.pieces(by, Role::Pawn)).any()
            || attacks::king(square).has(self.king(by))
            || self.sets.hit_by_piece(by, square, occupied)
    }

    /// True if neither side can give mate by any sequence of moves: bare kings, one minor piece, or bishops all on squares
    /// of one color.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board: Board = "8/8/4k3/8/8/3KB3/8/8 w - - 0 1".parse()?;
    /// assert!(board.has_insufficient_material());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material_for(color))
    }

    /// True if a color has too little material to give mate, whatever the other side plays. A flag that falls then makes
    /// a draw.
    ///
    /// A lone knight can mate only where an enemy piece other than a queen takes a square from its king, and bishops of
    /// one color only where something else stands on squares of the other.
    ///
    /// ```
    /// use vernier_chess::{Board, Color};
    /// let board: Board = "8/8/4k2q/8/8/3KN3/8/8 w - - 0 1".parse()?;
    /// assert!(board.has_insufficient_material_for(Color::White));
    /// assert!(!board.has_insufficient_material_for(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_insufficient_material_for(&self, color: Color) -> bool {
        let own = self.color(color);
        let [pawns, knights, bishops, rooks, queens] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(|role| self.role(role));
        if (pawns | rooks | queens).meets(own) {
            return false;
        }
        if knights.meets(own) {
            let helpers = self.color(!color) & (pawns | knights | bishops | rooks);
            return own.len() == 2 && helpers.is_empty();
        }
        if bishops.meets(own) {
            let one_shade = bishops.is_subset(Bitboard::DARK) || bishops.is_subset(Bitboard::LIGHT);
            return one_shade && (pawns | knights).is_empty();
        }
        true
    }

    /// The position with the colors exchanged and the board turned upside down: the same game seen from the other side.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board: Board = "4k3/8/8/8/8/8/4P3/4K2R w K - 3 9".parse()?;
    /// assert_eq!(board.mirrored().to_string(), "4k2r/4p3/8/8/8/8/8/4K3 b k - 3 9");
    /// assert_eq!(board.mirrored().mirrored(), board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::assemble(&self.setup().mirrored())
    }

    /// Where the pieces stand, as sets.
    #[inline(always)]
    pub(crate) const fn piece_sets(&self) -> &PieceSets {
        &self.sets
    }

    /// How castling must be written on this board: the standard way, unless that would be ambiguous because a king that
    /// may castle is not on the e-file, or its rook not on the a- or h-file.
    ///
    /// ```
    /// use vernier_chess::{Board, CastlingMode};
    /// assert_eq!(Board::start().castling_mode(), CastlingMode::Standard);
    /// let board: Board = "1r2k3/8/8/8/8/8/8/4K3 b b - 0 1".parse()?;
    /// assert_eq!(board.castling_mode(), CastlingMode::Chess960);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn castling_mode(&self) -> CastlingMode {
        let castles_unusually = |rook: Square| {
            let owner = if self.color(Color::White).has(rook) { Color::White } else { Color::Black };
            self.king(owner).file() != File::E || !matches!(rook.file(), File::A | File::H)
        };
        match self.castling().rooks().into_iter().any(castles_unusually) {
            true => CastlingMode::Chess960,
            false => CastlingMode::Standard,
        }
    }

    /// What move generation needs to know.
    #[inline(always)]
    pub(crate) fn position(&self) -> Position {
        Position { sets: self.sets, castling: self.castling().rooks(), en_passant: self.state.en_passant() }
    }

    fn can_take_en_passant(&self, to: Square) -> bool {
        self.sets.can_take_en_passant(self.turn(), to)
    }

    fn may_take_en_passant(&self, from: Square, to: Square) -> bool {
        self.sets.may_take_en_passant_as(self.turn(), from, to)
    }

    /// The part of the key that en passant makes up; nothing if it does not count.
    #[inline(always)]
    fn en_passant_key(&self) -> Key {
        if !self.state.en_passant_counts() {
            return Key(0);
        }
        self.state.en_passant().map_or(Key(0), |square| Key::en_passant(square.file()))
    }

    /// The part of the key that those castling rooks make up, with the kings where they stand.
    fn castling_key(&self, rooks: Bitboard) -> Key {
        self.sets.castling_key(rooks)
    }

    /// Panics unless everything kept up to date equals what a fresh look finds. Debug builds ask after every move.
    #[cfg(debug_assertions)]
    fn assert_consistent(&self) {
        let fresh = Self::assemble(&self.setup());
        assert_eq!(self.sets, fresh.sets);
        assert_eq!(self.key, fresh.key, "{self}");
        let counts = self.state.en_passant().is_some_and(|square| self.can_take_en_passant(square));
        assert_eq!(self.state.en_passant_counts(), counts);
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::start()
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.setup() == other.setup()
    }
}

impl Eq for Board {}

impl core::hash::Hash for Board {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key.0);
    }
}
