//! The one door from a [`Setup`] to a [`Board`]: everything that can be wrong with a position has a name here.

use crate::placement::Placement;
use crate::position::PieceSets;
use crate::{Bitboard, Board, Color, FenField, Piece, Rank, Role, Setup, Square, attacks};
use core::fmt;
use core::ops::Deref;

/// The highest halfmove clock and move number that are believed.
pub(crate) const CLOCK_LIMIT: u16 = 32_767;

/// A reason why a [`Setup`] is not a chess position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupErrorKind {
    /// That color has no king.
    NoKing(Color),
    /// That color has a second king, here.
    SecondKing(Color, Square),
    /// White's and Black's king stand side by side.
    AdjacentKings(Square, Square),
    /// The king here could be taken: it is in check and the other side is to move.
    OpponentInCheck(Square),
    /// Three or more pieces check the king here.
    TooManyCheckers(Square),
    /// No move could have brought the two checks to the king here.
    ImpossibleDoubleCheck(Square),
    /// A pawn on the first or eighth rank.
    BackRankPawn(Square),
    /// That color has more than 16 pieces and pawns.
    TooManyPieces(Color),
    /// That color has more than 8 pawns.
    TooManyPawns(Color),
    /// That color has this many promoted pieces, which is more than the pawns it lacks.
    TooManyPromoted(Color, u8),
    /// A right to castle with what stands here, which is not a rook that can castle.
    CastlingRight(Square),
    /// An en passant square that is not on the rank the opponent's pawns jump over.
    EnPassantRank(Square),
    /// An en passant square that no pawn can just have jumped over.
    EnPassant(Square),
    /// An en passant square over which a pawn jumped while the enemy king stood in check.
    EnPassantCheck(Square),
    /// A halfmove clock above 32,767.
    HalfmoveClock(u16),
    /// A move number above 32,767, or zero.
    FullmoveNumber(u32),
}

impl SetupErrorKind {
    /// True if [`Setup::mend`] can repair it. A false castling right or en passant square is dropped and move number zero
    /// becomes one; positions that no game reaches but that can be played on are left as they are.
    pub const fn is_mendable(self) -> bool {
        match self {
            Self::CastlingRight(_) | Self::EnPassant(_) | Self::FullmoveNumber(0) => true,
            Self::ImpossibleDoubleCheck(_) | Self::EnPassantCheck(_) => true,
            // A side has eight pawns to promote. Up to there the board has no more moves than any other.
            Self::TooManyPromoted(_, promoted) => promoted <= 8,
            _ => false,
        }
    }
}

impl fmt::Display for SetupErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SecondKing(color, square) => write!(f, "{color} has another king on {square}"),
            Self::AdjacentKings(white, black) => write!(f, "the kings on {white} and {black} touch"),
            Self::OpponentInCheck(king) => write!(f, "the king on {king} is in check but not to move"),
            Self::TooManyCheckers(king) => write!(f, "more than two pieces check the king on {king}"),
            Self::ImpossibleDoubleCheck(king) => {
                write!(f, "no move can give this double check to the king on {king}")
            }
            Self::BackRankPawn(square) => write!(f, "a pawn cannot stand on {square}"),
            Self::TooManyPieces(color) => write!(f, "{color} has more than 16 pieces and pawns"),
            Self::TooManyPawns(color) => write!(f, "{color} has more than 8 pawns"),
            Self::TooManyPromoted(color, promoted) => {
                write!(f, "{color} has more promoted pieces ({promoted}) than missing pawns")
            }
            Self::CastlingRight(square) => write!(f, "castling with {square} is impossible"),
            Self::EnPassantRank(square) => write!(f, "{square} is on the wrong rank for en passant"),
            Self::EnPassant(square) => write!(f, "no pawn can just have jumped over {square}"),
            Self::EnPassantCheck(square) => {
                write!(f, "the king was in check before a pawn jumped over {square}")
            }
            Self::HalfmoveClock(clock) => write!(f, "halfmove clock {clock} is above {CLOCK_LIMIT}"),
            Self::FullmoveNumber(0) => f.write_str("moves are counted from one"),
            Self::FullmoveNumber(number) => write!(f, "move number {number} is above {CLOCK_LIMIT}"),
        }
    }
}

/// How many kinds of error are kept. More would not help a reader.
const MOST_KINDS: usize = 8;

/// What is wrong with a [`Setup`]: a list without the heap, which reads as a slice. Of very many errors the first eight
/// are kept.
#[derive(Clone, Copy)]
pub struct SetupErrorKinds {
    kinds: [SetupErrorKind; MOST_KINDS],
    len: u8,
}

impl SetupErrorKinds {
    const NONE: Self = Self { kinds: [SetupErrorKind::NoKing(Color::White); MOST_KINDS], len: 0 };

    fn push(&mut self, kind: SetupErrorKind) {
        if let Some(place) = self.kinds.get_mut(usize::from(self.len)) {
            *place = kind;
            self.len += 1;
        }
    }

    fn retain(&mut self, keep: impl Fn(&SetupErrorKind) -> bool) {
        let all = *self;
        *self = Self::NONE;
        self.extend(all.iter().copied().filter(keep));
    }
}

impl Extend<SetupErrorKind> for SetupErrorKinds {
    fn extend<I: IntoIterator<Item = SetupErrorKind>>(&mut self, kinds: I) {
        kinds.into_iter().for_each(|kind| self.push(kind));
    }
}

impl Deref for SetupErrorKinds {
    type Target = [SetupErrorKind];

    fn deref(&self) -> &[SetupErrorKind] {
        &self.kinds[..usize::from(self.len)]
    }
}

impl<'a> IntoIterator for &'a SetupErrorKinds {
    type Item = &'a SetupErrorKind;
    type IntoIter = core::slice::Iter<'a, SetupErrorKind>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for SetupErrorKinds {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SetupErrorKinds {}

impl fmt::Debug for SetupErrorKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// The kinds, with semicolons between them.
impl fmt::Display for SetupErrorKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, kind) in self.iter().enumerate() {
            write!(f, "{}{kind}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// Every reason why a [`Setup`] was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupError(SetupErrorKinds);

impl SetupError {
    /// The reasons, at least one.
    pub fn kinds(&self) -> &[SetupErrorKind] {
        &self.0
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for SetupError {}

/// A board, and what had to be mended to get it.
#[derive(Clone, Copy, Debug)]
pub struct Mended {
    /// The legal position.
    pub board: Board,
    /// What was wrong with the setup.
    pub repairs: SetupErrorKinds,
    /// The first field of the FEN that was missing, as were all after it; none if nothing was, or if there was no FEN.
    pub missing: Option<FenField>,
}

impl Setup {
    /// Makes a board of it, or says what is wrong.
    ///
    /// An en passant square without a capture is not an error, since the FEN standard asks for one after every
    /// double push; the board just does not count it.
    ///
    /// ```
    /// use vernier_chess::{Setup, SetupErrorKind, Square};
    /// let setup: Setup = "4k3/8/8/8/8/8/8/4K3 w K - 0 1".parse()?;
    /// let error = setup.validate().unwrap_err();
    /// assert_eq!(error.kinds(), [SetupErrorKind::CastlingRight(Square::H1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn validate(&self) -> Result<Board, SetupError> {
        self.validate_placed(&Placement::of(&self.pieces))
    }

    /// [`Setup::validate`] for a caller who knows the pieces as sets already.
    #[inline(always)]
    pub(crate) fn validate_placed(&self, placement: &Placement) -> Result<Board, SetupError> {
        let is_sound = self.is_plainly_sound(&placement.sets);
        debug_assert!(!is_sound || self.errors_of(&placement.sets).is_empty());
        if !is_sound {
            let errors = self.errors_of(&placement.sets);
            if !errors.is_empty() {
                return Err(SetupError(errors));
            }
        }
        Ok(Board::assemble_placed(self, placement))
    }

    /// Makes a board of it after mending what can be mended ([`SetupErrorKind::is_mendable`]), and returns what that was.
    ///
    /// ```
    /// use vernier_chess::{Setup, SetupErrorKind, Square};
    /// let setup: Setup = "4k3/8/8/8/8/8/8/4K3 w K - 0 1".parse()?;
    /// let mended = setup.mend()?;
    /// assert_eq!(*mended.repairs, [SetupErrorKind::CastlingRight(Square::H1)]);
    /// assert!(mended.board.castling().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mend(&self) -> Result<Mended, SetupError> {
        self.mend_placed(&Placement::of(&self.pieces))
    }

    /// [`Setup::mend`] for a caller who knows the pieces as sets already.
    pub(crate) fn mend_placed(&self, placement: &Placement) -> Result<Mended, SetupError> {
        let mut errors = self.errors_of(&placement.sets);
        if !errors.iter().all(|kind| kind.is_mendable()) {
            errors.retain(|kind| !kind.is_mendable());
            return Err(SetupError(errors));
        }
        let mut setup = self.clone();
        for kind in &errors {
            match kind {
                SetupErrorKind::CastlingRight(square) => setup.castling.0 -= *square,
                SetupErrorKind::EnPassant(_) => setup.en_passant = None,
                SetupErrorKind::FullmoveNumber(_) => setup.fullmove_number = 1,
                _ => (),
            }
        }
        Ok(Mended { board: Board::assemble_placed(&setup, placement), repairs: errors, missing: None })
    }

    /// Everything that is wrong with it, mendable or not.
    pub fn errors(&self) -> SetupErrorKinds {
        self.errors_of(&Placement::of(&self.pieces).sets)
    }

    #[cold]
    fn errors_of(&self, sets: &PieceSets) -> SetupErrorKinds {
        let mut errors = SetupErrorKinds::NONE;
        self.tell_errors(sets, &mut |kind| errors.push(kind));
        errors
    }

    /// True for nearly every sound setup, after few questions: no more pieces than a game begins with, at most one check.
    #[inline(always)]
    fn is_plainly_sound(&self, sets: &PieceSets) -> bool {
        let [white, black] = Color::ALL.map(|color| sets.of(color, Role::King));
        let kings = white.any() & black.any() & (sets.roles[Role::King].len() == 2);
        let pawns = Color::ALL.map(|color| sets.of(color, Role::Pawn).len() <= 8) == [true; 2];
        let promoted = Color::ALL.map(|color| sets.has_promoted(color)) != [false; 2];
        let back_rank = sets.roles[Role::Pawn].meets(Bitboard::BACK_RANKS);
        let clocks = (self.halfmove_clock <= CLOCK_LIMIT)
            & (self.fullmove_number.wrapping_sub(1) < CLOCK_LIMIT.into());
        (kings & pawns & clocks & !promoted & !back_rank)
            && sets.checkers(!self.turn).is_empty()
            && !sets.checkers(self.turn).many()
            && (self.castling.is_none() || self.false_rights(sets).is_empty())
            && (self.en_passant.is_none() || self.en_passant_error(sets, true).is_none())
    }

    fn tell_errors(&self, sets: &PieceSets, tell: &mut impl FnMut(SetupErrorKind)) {
        for color in Color::ALL {
            count_pieces(sets, color, tell);
        }
        let pawns = sets.roles[Role::Pawn] & Bitboard::BACK_RANKS;
        pawns.into_iter().map(SetupErrorKind::BackRankPawn).for_each(&mut *tell);
        let one_king_each =
            Color::ALL.map(|color| sets.of(color, Role::King).single().is_some()) == [true; 2];
        if one_king_each {
            check_kings(sets, self.turn, tell);
        }
        self.false_rights(sets).into_iter().map(SetupErrorKind::CastlingRight).for_each(&mut *tell);
        self.en_passant_error(sets, one_king_each).into_iter().for_each(&mut *tell);
        if self.halfmove_clock > CLOCK_LIMIT {
            tell(SetupErrorKind::HalfmoveClock(self.halfmove_clock));
        }
        if !(1..=u32::from(CLOCK_LIMIT)).contains(&self.fullmove_number) {
            tell(SetupErrorKind::FullmoveNumber(self.fullmove_number));
        }
    }

    /// What is wrong with the en passant square, if anything. Checks can be judged only with one king each.
    fn en_passant_error(&self, sets: &PieceSets, one_king_each: bool) -> Option<SetupErrorKind> {
        let square = self.en_passant?;
        if square.rank() != self.turn.rank(Rank::Sixth) {
            Some(SetupErrorKind::EnPassantRank(square))
        } else if !self.has_jumped(square) {
            Some(SetupErrorKind::EnPassant(square))
        } else {
            let in_check = one_king_each && was_in_check(sets, self.turn, square);
            in_check.then_some(SetupErrorKind::EnPassantCheck(square))
        }
    }

    /// The rights to castle that cannot be believed.
    fn false_rights(&self, sets: &PieceSets) -> Bitboard {
        let true_rights = self.true_rights(sets, Color::White) | self.true_rights(sets, Color::Black);
        self.castling.rooks() & !true_rights
    }

    /// The rights of one color that can be believed: the outermost on each wing of a king on its first rank, if a rook
    /// stands there.
    fn true_rights(&self, sets: &PieceSets, color: Color) -> Bitboard {
        let home = color.rank(Rank::First).bitboard();
        let Some(king) = (sets.of(color, Role::King) & home).single() else {
            return Bitboard::EMPTY;
        };
        let rights = self.castling.rooks() & home;
        let east = rights & Bitboard(!0 << (king as u8) << 1);
        let outermost = [east.last(), (rights & !east).first()];
        let outermost = outermost.map(|right| right.map_or(Bitboard::EMPTY, Square::bitboard));
        (outermost[0] | outermost[1]) & sets.of(color, Role::Rook)
    }

    /// True if the opponent's last move can have been a pawn's double push over that square.
    fn has_jumped(&self, over: Square) -> bool {
        let pawn = Some(Piece::new(!self.turn, Role::Pawn));
        let on = |square: Option<Square>| square.and_then(|square| self.pieces[square]);
        let (from, to) = (over.forward(self.turn), over.forward(!self.turn));
        (on(from), on(Some(over)), on(to)) == (None, None, pawn)
    }
}

/// True if the king of the side to move was in check before an enemy pawn jumped over that square.
fn was_in_check(sets: &PieceSets, turn: Color, over: Square) -> bool {
    let (Some(from), Some(to)) = (over.forward(turn), over.forward(!turn)) else { return false };
    let king = sets.king(turn);
    let checkers = sets.attackers(king, (sets.occupied() - to) | from) & sets.colors[!turn];
    (checkers - to).any() || attacks::pawn(!turn, from).has(king)
}

#[inline]
fn count_pieces(sets: &PieceSets, color: Color, tell: &mut impl FnMut(SetupErrorKind)) {
    let of = |role| sets.of(color, role);
    let kings = of(Role::King);
    if kings.is_empty() {
        tell(SetupErrorKind::NoKing(color));
    }
    kings.into_iter().skip(1).for_each(|square| tell(SetupErrorKind::SecondKing(color, square)));
    if sets.colors[color].len() > 16 {
        tell(SetupErrorKind::TooManyPieces(color));
    }
    let pawns = of(Role::Pawn).len();
    if pawns > 8 {
        tell(SetupErrorKind::TooManyPawns(color));
    }
    let promoted = of(Role::Queen).len().saturating_sub(1)
        + of(Role::Rook).len().saturating_sub(2)
        + of(Role::Knight).len().saturating_sub(2)
        + (of(Role::Bishop) & Bitboard::LIGHT).len().saturating_sub(1)
        + (of(Role::Bishop) & Bitboard::DARK).len().saturating_sub(1);
    if promoted > 8usize.saturating_sub(pawns) {
        tell(SetupErrorKind::TooManyPromoted(color, promoted as u8));
    }
}

#[inline]
fn check_kings(sets: &PieceSets, turn: Color, tell: &mut impl FnMut(SetupErrorKind)) {
    let (white, black) = (sets.king(Color::White), sets.king(Color::Black));
    if attacks::king(white).has(black) {
        tell(SetupErrorKind::AdjacentKings(white, black));
        return;
    }
    if sets.checkers(!turn).any() {
        tell(SetupErrorKind::OpponentInCheck(sets.king(!turn)));
    }
    let (king, checkers) = (sets.king(turn), sets.checkers(turn));
    if checkers.len() > 2 {
        tell(SetupErrorKind::TooManyCheckers(king));
    } else if let (true, Some(first), Some(second)) = (checkers.many(), checkers.first(), checkers.last()) {
        // One of the two must have been uncovered, so must slide; and the piece that left its line cannot stand on
        // that line again beyond the king.
        let leapers = sets.roles[Role::Pawn] | sets.roles[Role::Knight];
        if checkers.is_subset(leapers) || attacks::line(first, second).has(king) {
            tell(SetupErrorKind::ImpossibleDoubleCheck(king));
        }
    }
}

/// Strict, as [`Setup::validate`] is.
impl TryFrom<&Setup> for Board {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        setup.validate()
    }
}

impl TryFrom<Setup> for Board {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.validate()
    }
}
