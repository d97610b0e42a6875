//! The one door from a [`Setup`] to a [`Board`]: everything that can be wrong with a position has a name here.

use crate::placement::Placement;
use crate::position::Men;
use crate::{Bitboard, Board, Color, Piece, Rank, Role, Setup, Square, attacks};
use core::fmt;

/// What to do with a position that is playable but cannot have arisen, and with a FEN that leaves things out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strictness {
    /// Mend what can be mended, as graphical interfaces need, and tell what was wrong.
    #[default]
    Lenient,
    /// Refuse it.
    Strict,
}

/// The highest halfmove clock and move number that are believed.
pub(crate) const CLOCK_LIMIT: u16 = 32_767;

/// A reason why a [`Setup`] is no chess position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupFault {
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
    TooManyMen(Color),
    /// That color has more than 8 pawns.
    TooManyPawns(Color),
    /// That color has so many promoted pieces, which is more than the pawns it lacks.
    TooManyPromoted(Color, u8),
    /// A right to castle with what stands here, which is no rook that can castle.
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

impl SetupFault {
    /// True if a lenient reader goes on. A false castling right or en passant square is dropped and move number zero
    /// becomes one; positions that no game reaches but that can be played on are left as they are.
    pub const fn is_forgivable(self) -> bool {
        match self {
            Self::CastlingRight(_) | Self::EnPassant(_) | Self::FullmoveNumber(0) => true,
            Self::ImpossibleDoubleCheck(_) | Self::EnPassantCheck(_) => true,
            // A side has eight pawns to promote. Up to there the board has no more moves than any other.
            Self::TooManyPromoted(_, promoted) => promoted <= 8,
            _ => false,
        }
    }
}

impl fmt::Display for SetupFault {
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
            Self::TooManyMen(color) => write!(f, "{color} has more than 16 pieces and pawns"),
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

/// Every reason why a [`Setup`] was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(Vec<SetupFault>);

impl SetupError {
    /// The reasons, at least one.
    pub fn faults(&self) -> &[SetupFault] {
        &self.0
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}

/// A board, and what had to be forgiven to get it.
#[derive(Clone, Debug)]
pub struct Admission {
    /// The legal position.
    pub board: Board,
    /// What was wrong with the setup; nothing under [`Strictness::Strict`].
    pub forgiven: Vec<SetupFault>,
}

impl Setup {
    /// Makes a board of it, or says what is wrong.
    ///
    /// An en passant square that nobody can take on is no fault, since the FEN standard asks for one after every
    /// double push; the board just does not count it.
    ///
    /// ```
    /// use vernier_chess::{Setup, SetupFault, Square, Strictness};
    /// let setup: Setup = "4k3/8/8/8/8/8/8/4K3 w K - 0 1".parse()?;
    /// let admission = setup.admit(Strictness::Lenient)?;
    /// assert_eq!(admission.forgiven, [SetupFault::CastlingRight(Square::H1)]);
    /// assert!(admission.board.castling().is_none());
    /// assert!(setup.admit(Strictness::Strict).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn admit(&self, strictness: Strictness) -> Result<Admission, SetupError> {
        self.admit_placed(&Placement::of(&self.pieces), strictness)
    }

    /// [`Setup::admit`] for a caller who knows the pieces as sets already.
    pub(crate) fn admit_placed(
        &self,
        placement: &Placement,
        strictness: Strictness,
    ) -> Result<Admission, SetupError> {
        let mut faults = self.faults_of(&placement.men);
        if faults.is_empty() {
            return Ok(Admission { board: Board::assemble_placed(self, placement), forgiven: faults });
        }
        if strictness == Strictness::Strict {
            return Err(SetupError(faults));
        }
        if !faults.iter().all(|fault| fault.is_forgivable()) {
            faults.retain(|fault| !fault.is_forgivable());
            return Err(SetupError(faults));
        }
        let mut mended = self.clone();
        for fault in &faults {
            match fault {
                SetupFault::CastlingRight(square) => mended.castling.0 -= *square,
                SetupFault::EnPassant(_) => mended.en_passant = None,
                SetupFault::FullmoveNumber(_) => mended.fullmove_number = 1,
                _ => (),
            }
        }
        Ok(Admission { board: Board::assemble_placed(&mended, placement), forgiven: faults })
    }

    /// Everything that is wrong with it, forgivable or not.
    pub fn faults(&self) -> Vec<SetupFault> {
        self.faults_of(&Placement::of(&self.pieces).men)
    }

    /// True if nothing is wrong with it.
    pub(crate) fn is_sound(&self, men: &Men) -> bool {
        self.faults_of(men).is_empty()
    }

    fn faults_of(&self, men: &Men) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for color in Color::ALL {
            count_men(men, color, &mut faults);
        }
        let pawns = men.roles[Role::Pawn] & Bitboard::BACK_RANKS;
        faults.extend(pawns.into_iter().map(SetupFault::BackRankPawn));
        let one_king_each = Color::ALL.map(|color| men.of(color, Role::King).single().is_some()) == [true; 2];
        if one_king_each {
            check_kings(men, self.turn, &mut faults);
        }
        let true_rights = self.true_rights(men, Color::White) | self.true_rights(men, Color::Black);
        let false_rights = self.castling.rooks() & !true_rights;
        faults.extend(false_rights.into_iter().map(SetupFault::CastlingRight));
        if let Some(square) = self.en_passant {
            if square.rank() != self.turn.rank(Rank::Sixth) {
                faults.push(SetupFault::EnPassantRank(square));
            } else if !self.has_jumped(square) {
                faults.push(SetupFault::EnPassant(square));
            } else if one_king_each && was_in_check(men, self.turn, square) {
                faults.push(SetupFault::EnPassantCheck(square));
            }
        }
        if self.halfmove_clock > CLOCK_LIMIT {
            faults.push(SetupFault::HalfmoveClock(self.halfmove_clock));
        }
        if !(1..=u32::from(CLOCK_LIMIT)).contains(&self.fullmove_number) {
            faults.push(SetupFault::FullmoveNumber(self.fullmove_number));
        }
        faults
    }

    /// The rights of one color that can be believed: the outermost on each wing of a king on its first rank, if a rook
    /// stands there.
    fn true_rights(&self, men: &Men, color: Color) -> Bitboard {
        let home = color.rank(Rank::First).bitboard();
        let Some(king) = (men.of(color, Role::King) & home).single() else {
            return Bitboard::EMPTY;
        };
        let rights = self.castling.rooks() & home;
        let east = rights & Bitboard(!0 << (king as u8) << 1);
        let outermost = [east.last(), (rights & !east).first()];
        let outermost = outermost.map(|right| right.map_or(Bitboard::EMPTY, Square::bitboard));
        (outermost[0] | outermost[1]) & men.of(color, Role::Rook)
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
fn was_in_check(men: &Men, turn: Color, over: Square) -> bool {
    let (Some(from), Some(to)) = (over.forward(turn), over.forward(!turn)) else { return false };
    let king = men.king(turn);
    let checkers = men.attackers(king, (men.occupied() - to) | from) & men.colors[!turn];
    (checkers - to).any() || attacks::pawn(!turn, from).has(king)
}

fn count_men(men: &Men, color: Color, faults: &mut Vec<SetupFault>) {
    let of = |role| men.of(color, role);
    let kings = of(Role::King);
    if kings.is_empty() {
        faults.push(SetupFault::NoKing(color));
    }
    faults.extend(kings.into_iter().skip(1).map(|square| SetupFault::SecondKing(color, square)));
    if men.colors[color].len() > 16 {
        faults.push(SetupFault::TooManyMen(color));
    }
    let pawns = of(Role::Pawn).len();
    if pawns > 8 {
        faults.push(SetupFault::TooManyPawns(color));
    }
    let promoted = of(Role::Queen).len().saturating_sub(1)
        + of(Role::Rook).len().saturating_sub(2)
        + of(Role::Knight).len().saturating_sub(2)
        + (of(Role::Bishop) & Bitboard::LIGHT).len().saturating_sub(1)
        + (of(Role::Bishop) & Bitboard::DARK).len().saturating_sub(1);
    if promoted > 8usize.saturating_sub(pawns) {
        faults.push(SetupFault::TooManyPromoted(color, promoted as u8));
    }
}

fn check_kings(men: &Men, turn: Color, faults: &mut Vec<SetupFault>) {
    let (white, black) = (men.king(Color::White), men.king(Color::Black));
    if attacks::king(white).has(black) {
        faults.push(SetupFault::AdjacentKings(white, black));
        return;
    }
    let checkers = |color| men.attackers(men.king(color), men.occupied()) & men.colors[!color];
    if checkers(!turn).any() {
        faults.push(SetupFault::OpponentInCheck(men.king(!turn)));
    }
    let (king, checkers) = (men.king(turn), checkers(turn));
    if checkers.len() > 2 {
        faults.push(SetupFault::TooManyCheckers(king));
    } else if let (true, Some(first), Some(second)) = (checkers.many(), checkers.first(), checkers.last()) {
        // One of the two must have been uncovered, so must slide; and the piece that left its line cannot stand on
        // that line again beyond the king.
        let leapers = men.roles[Role::Pawn] | men.roles[Role::Knight];
        if checkers.is_subset(leapers) || attacks::line(first, second).has(king) {
            faults.push(SetupFault::ImpossibleDoubleCheck(king));
        }
    }
}

impl TryFrom<&Setup> for Board {
    type Error = SetupError;

    /// Lenient, as reading a FEN is; see [`Setup::admit`].
    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        setup.admit(Strictness::Lenient).map(|admission| admission.board)
    }
}

impl TryFrom<Setup> for Board {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        Self::try_from(&setup)
    }
}
