//! What can be wrong with a FEN, and where.

use super::read;
use crate::{Rank, Setup, SetupError, SetupErrorKind, Square};
use core::fmt;

/// One of the six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FenField {
    /// What stands where.
    Pieces = 1,
    /// Who is to move.
    Turn = 2,
    /// Who may castle.
    Castling = 3,
    /// The square a pawn has just jumped over.
    EnPassant = 4,
    /// Moves since the last capture or pawn move.
    HalfmoveClock = 5,
    /// The number of the move.
    FullmoveNumber = 6,
}

impl FenField {
    /// Its number, from one.
    pub const fn number(self) -> usize {
        self as usize
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pieces => "pieces",
            Self::Turn => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::FullmoveNumber => "move number",
        })
    }
}

/// A FEN that was refused: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The field at fault.
    pub field: FenField,
    /// The character at fault, counted from one.
    pub column: usize,
    /// What is wrong with it.
    pub kind: FenErrorKind,
}

/// What can be wrong with a field of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text ends before the field.
    Missing,
    /// Text follows the last field.
    Trailing,
    /// No piece has that letter.
    UnknownPiece(char),
    /// A run of empty squares is written `1` to `8`.
    EmptyRun(char),
    /// Two runs of empty squares side by side; only strict readers mind.
    SplitRun,
    /// The rank has more than eight squares.
    LongRank(Rank),
    /// The rank has fewer than eight squares.
    ShortRank(Rank),
    /// There are more than eight ranks.
    ManyRanks,
    /// The text ends after this rank, which is not the last.
    FewRanks(Rank),
    /// The side to move is `w` or `b`.
    UnknownTurn,
    /// Castling rights are `KQkq`, the files of the rooks, or `-`.
    UnknownCastling(char),
    /// This right was given before.
    RepeatedCastling(char),
    /// A third right for one color.
    ManyCastling(char),
    /// The en passant square is a square or `-`.
    UnknownSquare,
    /// Not a number.
    UnknownNumber,
    /// A number above 32,767.
    LargeNumber,
    /// The text is well formed, the position is not.
    Refused(SetupError),
}

impl FenError {
    /// The error at the place where the text `fen` is at fault; `at` is a byte offset.
    pub(super) fn at(fen: &str, at: usize, field: FenField, kind: FenErrorKind) -> Self {
        let before = fen.get(..at).unwrap_or(fen);
        Self { field, column: before.chars().count() + 1, kind }
    }

    /// The error of a FEN whose position was refused. It points at the first error.
    pub(crate) fn refused(fen: &str, setup: &Setup, error: SetupError) -> Self {
        let (field, place) = error.kinds().first().map_or((FenField::Pieces, None), |kind| place(*kind));
        let mut fields = fen.split_ascii_whitespace();
        let text = fields.nth(field.number() - 1).unwrap_or_default().as_bytes();
        let within = match (field, place) {
            (FenField::Pieces, Some(square)) => read::find_square(text, square),
            (FenField::Castling, Some(square)) => read::find_right(text, setup, square),
            _ => 0,
        };
        Self::at(fen, read::offset(fen.as_bytes(), text) + within, field, FenErrorKind::Refused(error))
    }
}

/// The field an error belongs to, and the square if it has one.
fn place(kind: SetupErrorKind) -> (FenField, Option<Square>) {
    use SetupErrorKind as Kind;
    match kind {
        Kind::SecondKing(_, square)
        | Kind::AdjacentKings(square, _)
        | Kind::OpponentInCheck(square)
        | Kind::TooManyCheckers(square)
        | Kind::ImpossibleDoubleCheck(square)
        | Kind::BackRankPawn(square) => (FenField::Pieces, Some(square)),
        Kind::NoKing(_) | Kind::TooManyPieces(_) | Kind::TooManyPawns(_) | Kind::TooManyPromoted(..) => {
            (FenField::Pieces, None)
        }
        Kind::CastlingRight(square) => (FenField::Castling, Some(square)),
        Kind::EnPassantRank(_) | Kind::EnPassant(_) | Kind::EnPassantCheck(_) => (FenField::EnPassant, None),
        Kind::HalfmoveClock(_) => (FenField::HalfmoveClock, None),
        Kind::FullmoveNumber(_) => (FenField::FullmoveNumber, None),
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("missing"),
            Self::Trailing => f.write_str("a FEN ends here"),
            Self::UnknownPiece(letter) => write!(f, "{letter:?} is not a piece"),
            Self::EmptyRun(digit) => write!(f, "{digit:?} empty squares; a run has 1 to 8"),
            Self::SplitRun => f.write_str("empty squares side by side are one number"),
            Self::LongRank(rank) => write!(f, "rank {rank} has more than 8 squares"),
            Self::ShortRank(rank) => write!(f, "rank {rank} has fewer than 8 squares"),
            Self::ManyRanks => f.write_str("more than 8 ranks"),
            Self::FewRanks(rank) => write!(f, "ends after rank {rank}"),
            Self::UnknownTurn => f.write_str("the side to move is w or b"),
            Self::UnknownCastling(letter) => write!(f, "{letter:?} is not a castling right"),
            Self::RepeatedCastling(letter) => write!(f, "{letter:?} repeats a castling right"),
            Self::ManyCastling(letter) => write!(f, "{letter:?} is a third castling right of one color"),
            Self::UnknownSquare => f.write_str("the en passant square is a square or -"),
            Self::UnknownNumber => f.write_str("not a number"),
            Self::LargeNumber => f.write_str("the number is too large"),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, column, kind } = self;
        write!(f, "FEN field {} ({field}), column {column}: {kind}", field.number())
    }
}

impl core::error::Error for FenError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            FenErrorKind::Refused(error) => Some(error),
            _ => None,
        }
    }
}
