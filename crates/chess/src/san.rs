//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! Reading is forgiving, as files are not: check marks may be missing or wrong, castling may be spelt with zeros,
//! more may be said about the origin than is needed. Writing follows the standard to the letter.

use crate::{Bitboard, Board, Color, File, Move, MoveKind, Piece, Rank, Role, Square, Wing, attacks};
use core::fmt;
use core::str::FromStr;

/// A move in algebraic notation: what moves where, with as much of its origin as was written.
/// Only with a board is it known which [`Move`] it stands for.
///
/// ```
/// use vernier_chess::{Board, San, SanError};
/// let board: Board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// let castle = board.parse_san("0-0")?;
/// assert_eq!(board.san(castle).to_string(), "O-O");
/// assert_eq!(board.parse_san("Rb1"), Ok(board.parse_uci("a1b1")?));
/// assert_eq!(board.parse_san("Rd8"), Err(SanError::Illegal));
/// assert_eq!("Rd9".parse::<San>(), Err(SanError::Malformed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// What moves where.
    pub action: SanAction,
    /// What the mark at the end says of the opponent's king.
    pub mark: Option<CheckMark>,
}

/// What moves where in a [`San`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanAction {
    /// Castling to that wing.
    Castle(Wing),
    /// Any other move.
    Go {
        /// What moves. A pawn with both coordinates of its origin stands for whatever is there, as in `g1f3`.
        role: Role,
        /// The file it comes from, if said.
        file: Option<File>,
        /// The rank it comes from, if said.
        rank: Option<Rank>,
        /// True if it was said to take something.
        takes: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

/// The sign after a move that attacks the king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckMark {
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// Why a text names no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not algebraic notation at all.
    Malformed,
    /// No legal move fits.
    Illegal,
    /// More than one legal move fits.
    Ambiguous,
    /// A pawn reaches the last rank and nothing says what it becomes.
    NoPromotion,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not a move in algebraic notation",
            Self::Illegal => "no legal move fits",
            Self::Ambiguous => "more than one legal move fits; say from which file or rank",
            Self::NoPromotion => "a pawn on the last rank must become something, as in e8=Q",
        })
    }
}

impl core::error::Error for SanError {}

impl Board {
    /// A legal move in algebraic notation, with no more of its origin than is needed and the right check mark.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board: Board = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
    /// assert_eq!(board.san(board.parse_uci("a1a8")?).to_string(), "Ra8#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, mv: Move) -> San {
        let mark = self.gives_check(mv).then(|| match self.play_unchecked(mv).has_legal_moves() {
            true => CheckMark::Check,
            false => CheckMark::Mate,
        });
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return San { action: SanAction::Castle(Wing::of(from, to)), mark };
        }
        let role = self.role_at(from).unwrap_or(Role::Pawn);
        let (file, rank) = match role {
            Role::Pawn => (mv.is_capture().then_some(from.file()), None),
            _ => self.disambiguation(role, from, to),
        };
        let action =
            SanAction::Go { role, file, rank, takes: mv.is_capture(), to, promotion: mv.promotion() };
        San { action, mark }
    }

    /// The move that algebraic notation names, read forgivingly.
    ///
    /// ```
    /// use vernier_chess::Board;
    /// let board = Board::start();
    /// for text in ["Nf3", "Ng1-f3", "Nf3+!?", "g1f3", "Ngf3", "Nxf3"] {
    ///     assert_eq!(board.parse_san(text)?.to_string(), "g1f3");
    /// }
    /// # Ok::<(), vernier_chess::SanError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.san_move(text.as_bytes())
    }

    /// The move that the bytes of a word name.
    #[inline]
    pub(crate) fn san_move(&self, word: &[u8]) -> Result<Move, SanError> {
        San::from_ascii(word)?.on(self)
    }

    /// What must be said of the origin: nothing, the file, the rank or both, in this order of preference.
    fn disambiguation(&self, role: Role, from: Square, to: Square) -> (Option<File>, Option<Rank>) {
        let mut rivals = self.origins(role, to).without(from);
        for rival in rivals {
            if self
                .ordinary_move(rival, role, to, None)
                .is_none_or(|mv| !self.leaves_king_safe(mv, role == Role::King))
            {
                rivals = rivals.without(rival);
            }
        }
        if rivals.is_empty() {
            (None, None)
        } else if !rivals.meets(from.file().bitboard()) {
            (Some(from.file()), None)
        } else if !rivals.meets(from.rank().bitboard()) {
            (None, Some(from.rank()))
        } else {
            (Some(from.file()), Some(from.rank()))
        }
    }

    /// Where pieces of the side to move stand that might go to a square, pins and checks aside.
    #[inline]
    fn origins(&self, role: Role, to: Square) -> Bitboard {
        let us = self.turn();
        let own = self.pieces(us, role);
        if role != Role::Pawn {
            // There are few candidates; asking each is cheaper than looking attacks up.
            let sees = |from: &Square| !attacks::between(*from, to).meets(self.occupied());
            return (attacks::on_empty_board(role, to) & own).into_iter().filter(sees).collect();
        }
        if self.color(!us).has(to) || self.en_passant() == Some(to) {
            return attacks::pawn(!us, to) & own;
        }
        let behind = |set: Bitboard| match us {
            Color::White => Bitboard(set.0 >> 8),
            Color::Black => Bitboard(set.0 << 8),
        };
        let one = behind(to.bitboard());
        let two = behind(one - self.occupied()) & us.rank(Rank::Second).bitboard();
        (one | two) & own
    }

    /// The move from one square to another with the kind it would have here; castling aside. It need not be legal.
    #[inline]
    pub(crate) fn ordinary_move(
        &self,
        from: Square,
        role: Role,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<Move> {
        let takes = self.color(!self.turn()).has(to);
        let kind = match (promotion, role) {
            (Some(role), _) => MoveKind::promotion(role, takes)?,
            _ if takes => MoveKind::Capture,
            (None, Role::Pawn) if from.file() != to.file() => MoveKind::EnPassant,
            (None, Role::Pawn) if (from as u8).abs_diff(to as u8) == 16 => MoveKind::DoublePush,
            _ => MoveKind::Quiet,
        };
        Some(Move::new(from, to, kind))
    }
}

impl San {
    /// The legal move it stands for on a board.
    pub fn on(self, board: &Board) -> Result<Move, SanError> {
        match self.action {
            SanAction::Castle(wing) => castle(board, wing).ok_or(SanError::Illegal),
            SanAction::Go { role, file: Some(file), rank: Some(rank), to, promotion, .. } => {
                coordinates(board, role, Square::new(file, rank), to, promotion)
            }
            SanAction::Go { role, file, rank, to, promotion, .. } => {
                // A pawn that takes names its file; without one it goes straight ahead.
                let file = file.or((role == Role::Pawn).then_some(to.file()));
                let mut origins = board.origins(role, to);
                origins &= file.map_or(Bitboard::ALL, File::bitboard);
                origins &= rank.map_or(Bitboard::ALL, Rank::bitboard);
                only(board, origins, role, to, promotion)
            }
        }
    }
}

/// The castling move to a wing, if legal.
fn castle(board: &Board, wing: Wing) -> Option<Move> {
    let us = board.turn();
    let rook = board.castling_rook(us, wing)?;
    Some(Move::new(board.king(us), rook, MoveKind::Castle)).filter(|mv| board.is_legal(*mv))
}

/// The move between two squares that were both named. A king may castle this way, in either spelling.
fn coordinates(
    board: &Board,
    written: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, SanError> {
    let us = board.turn();
    let fits = |role: &Role| written == Role::Pawn || written == *role;
    let mover = board.piece_at(from).filter(|piece| piece.color() == us);
    let role = mover.map(Piece::role).filter(fits).ok_or(SanError::Illegal)?;
    let plain = only(board, board.origins(role, to) & from.bitboard(), role, to, promotion);
    if role != Role::King || plain.is_ok() || promotion.is_some() {
        return plain;
    }
    Wing::ALL
        .into_iter()
        .find(|wing| board.castling_rook(us, *wing) == Some(to) || wing.king_target(us) == to)
        .and_then(|wing| castle(board, wing))
        .ok_or(SanError::Illegal)
}

/// The one legal move from any of the origins, from which the role reaches the square.
#[inline]
fn only(
    board: &Board,
    origins: Bitboard,
    role: Role,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, SanError> {
    let promotes = role == Role::Pawn && to.rank() == board.turn().rank(Rank::Eighth);
    if board.color(board.turn()).has(to) || promotion.is_some() && !promotes {
        return Err(SanError::Illegal);
    }
    // Without a promotion piece, whether any would be legal decides which error is returned.
    let becomes = promotion.or(promotes.then_some(Role::Queen));
    if promotion == becomes
        && let Some(from) = origins.single()
    {
        let mv = board.ordinary_move(from, role, to, becomes).ok_or(SanError::Illegal)?;
        return if board.leaves_king_safe(mv, role == Role::King) { Ok(mv) } else { Err(SanError::Illegal) };
    }
    let mut legal = origins
        .into_iter()
        .filter_map(|from| board.ordinary_move(from, role, to, becomes))
        .filter(|mv| board.leaves_king_safe(*mv, role == Role::King));
    match (legal.next(), legal.next()) {
        (None, _) => Err(SanError::Illegal),
        (Some(_), Some(_)) => Err(SanError::Ambiguous),
        (Some(_), None) if promotes && promotion.is_none() => Err(SanError::NoPromotion),
        (Some(mv), None) => Ok(mv),
    }
}

impl FromStr for San {
    type Err = SanError;

    fn from_str(text: &str) -> Result<Self, SanError> {
        Self::from_ascii(text.as_bytes())
    }
}

impl San {
    /// Reads bytes that need not be UTF-8, as they come from a file.
    ///
    /// ```
    /// use vernier_chess::San;
    /// assert_eq!(San::from_ascii(b"Nf3+"), "Nf3+".parse());
    /// ```
    #[inline]
    pub fn from_ascii(text: &[u8]) -> Result<Self, SanError> {
        let (body, mark) = match text {
            [body @ .., b'+'] => (body, Some(CheckMark::Check)),
            [body @ .., b'#'] => (body, Some(CheckMark::Mate)),
            _ => (text, None),
        };
        match plain_action(body) {
            Some(action) => Ok(Self { action, mark }),
            None => Self::read_carefully(text),
        }
    }

    /// Reads every spelling there is.
    #[cold]
    fn read_carefully(text: &[u8]) -> Result<Self, SanError> {
        let (body, mark) = strip_marks(text.trim_ascii());
        let action = match body {
            b"O-O" | b"0-0" | b"o-o" => SanAction::Castle(Wing::King),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => SanAction::Castle(Wing::Queen),
            _ => Letters(body).action().ok_or(SanError::Malformed)?,
        };
        Ok(Self { action, mark })
    }
}

/// The usual spellings, which are all that most files have: a piece, perhaps one coordinate of its origin, perhaps an
/// `x`, the square, perhaps a promotion.
#[inline]
fn plain_action(body: &[u8]) -> Option<SanAction> {
    let (role, rest) = match body {
        [b'N', rest @ ..] => (Role::Knight, rest),
        [b'B', rest @ ..] => (Role::Bishop, rest),
        [b'R', rest @ ..] => (Role::Rook, rest),
        [b'Q', rest @ ..] => (Role::Queen, rest),
        [b'K', rest @ ..] => (Role::King, rest),
        b"O-O" => return Some(SanAction::Castle(Wing::King)),
        b"O-O-O" => return Some(SanAction::Castle(Wing::Queen)),
        rest => (Role::Pawn, rest),
    };
    let (rest, promotion) = match rest {
        [rest @ .., b'=', letter @ (b'N' | b'B' | b'R' | b'Q')] if role == Role::Pawn => {
            (rest, Role::from_char(*letter as char))
        }
        rest => (rest, None),
    };
    let (origin, takes, to) = match *rest {
        [file, rank] => (None, false, square(file, rank)?),
        [b'x', file, rank] => (None, true, square(file, rank)?),
        [origin, file, rank] => (Some(origin), false, square(file, rank)?),
        [origin, b'x', file, rank] => (Some(origin), true, square(file, rank)?),
        _ => return None,
    };
    let (file, rank) = match origin {
        None => (None, None),
        Some(letter @ b'a'..=b'h') => (File::from_index(usize::from(letter - b'a')), None),
        Some(digit @ b'1'..=b'8') => (None, Rank::from_index(usize::from(digit - b'1'))),
        Some(_) => return None,
    };
    Some(SanAction::Go { role, file, rank, takes, to, promotion })
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file | rank < 8 { Some(Square::masked(rank << 3 | file)) } else { None }
}

/// Takes check signs, `!`, `?` and `e.p.` off the end.
fn strip_marks(text: &[u8]) -> (&[u8], Option<CheckMark>) {
    let mut body = text;
    let mut mark = None;
    loop {
        body = match body {
            [shorter @ .., b'!' | b'?' | b' '] => shorter,
            [shorter @ .., b'+'] => {
                mark = mark.or(Some(CheckMark::Check));
                shorter
            }
            [shorter @ .., b'#'] => {
                mark = Some(CheckMark::Mate);
                shorter
            }
            [shorter @ .., b'e', b'.', b'p', b'.'] | [shorter @ .., b'e', b'p'] => shorter,
            _ => return (body, mark),
        };
    }
}

/// What is left of a text to read.
struct Letters<'a>(&'a [u8]);

impl Letters<'_> {
    /// Takes the next letter if it means something.
    fn take<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let (first, rest) = self.0.split_first()?;
        let found = meaning(*first as char)?;
        self.0 = rest;
        Some(found)
    }

    fn take_any(&mut self, letters: &str) -> Option<char> {
        self.take(|letter| letters.contains(letter).then_some(letter))
    }

    fn action(mut self) -> Option<SanAction> {
        let role = self.take(|letter| Role::from_char(letter).filter(|_| letter.is_ascii_uppercase()));
        let first = (self.file(), self.rank());
        let separator = self.take_any("x:-");
        let ((file, rank), to) = match (first, self.square()) {
            (origin, Some(to)) => (origin, to),
            ((Some(file), Some(rank)), None) if separator.is_none() => {
                ((None, None), Square::new(file, rank))
            }
            _ => return None,
        };
        let sign = self.take_any("=/(");
        let promotion =
            self.take(|letter| Role::from_char(letter).filter(|role| Role::PROMOTIONS.contains(role)));
        let closed = self.take_any(")").is_some();
        if sign.is_some() && promotion.is_none() || closed != (sign == Some('(')) || !self.0.is_empty() {
            return None;
        }
        let (role, takes) = (role.unwrap_or(Role::Pawn), matches!(separator, Some('x' | ':')));
        if promotion.is_some() && role != Role::Pawn {
            return None;
        }
        Some(SanAction::Go { role, file, rank, takes, to, promotion })
    }

    /// Takes a whole square or nothing: the `b` of `a8b` is a bishop.
    fn square(&mut self) -> Option<Square> {
        let before = self.0;
        let square = self.file().zip(self.rank()).map(|(file, rank)| Square::new(file, rank));
        if square.is_none() {
            self.0 = before;
        }
        square
    }

    fn file(&mut self) -> Option<File> {
        self.take(|letter| File::from_char(letter).filter(|_| letter.is_ascii_lowercase()))
    }

    fn rank(&mut self) -> Option<Rank> {
        self.take(Rank::from_char)
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        match self.action {
            SanAction::Castle(Wing::King) => f.write_str("O-O")?,
            SanAction::Castle(Wing::Queen) => f.write_str("O-O-O")?,
            SanAction::Go { role, file, rank, takes, to, promotion } => {
                if role != Role::Pawn {
                    f.write_char(role.to_upper())?;
                }
                file.map_or(Ok(()), |file| f.write_char(file.to_char()))?;
                rank.map_or(Ok(()), |rank| f.write_char(rank.to_char()))?;
                if takes {
                    f.write_char('x')?;
                }
                f.write_char(to.file().to_char())?;
                f.write_char(to.rank().to_char())?;
                promotion.map_or(Ok(()), |role| write!(f, "={}", role.to_upper()))?;
            }
        }
        match self.mark {
            None => Ok(()),
            Some(CheckMark::Check) => f.write_char('+'),
            Some(CheckMark::Mate) => f.write_char('#'),
        }
    }
}
