//! Moves as UCI writes them: two squares, and a letter if a pawn promotes.

use crate::{Board, Color, Move, MoveKind, Role, Square, Wing};
#[cfg(feature = "alloc")]
use crate::{CastlingMode, File};
#[cfg(feature = "alloc")]
use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;

/// Why a text is not a legal move here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UciMoveError {
    /// Not two squares with perhaps a promotion letter.
    Malformed,
    /// `0000`, which says that no move is made.
    Null,
    /// Nothing stands on the first square.
    Empty(Square),
    /// The piece on the first square belongs to the other side.
    NotYours(Square),
    /// The pawn promotes, but the text does not say to what.
    NoPromotion(Square),
    /// The piece may not go there.
    Illegal(Square, Square),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("a move is written like e2e4 or e7e8q"),
            Self::Null => f.write_str("a null move is not played"),
            Self::Empty(from) => write!(f, "nothing stands on {from}"),
            Self::NotYours(from) => write!(f, "the piece on {from} is not to move"),
            Self::NoPromotion(to) => write!(f, "the pawn promotes on {to}; to what?"),
            Self::Illegal(from, to) => write!(f, "{from} to {to} is not a legal move"),
        }
    }
}

impl core::error::Error for UciMoveError {}

impl Board {
    /// The legal move a UCI text names, in either case.
    ///
    /// Castling may be written as the king taking its rook or as the king's own move. Where the king's move is one
    /// square, it is just that: such castling is written with the rook.
    ///
    /// ```
    /// use vernier_chess::{Board, UciMoveError, Square};
    /// let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
    /// assert_eq!(board.parse_uci("e1g1"), board.parse_uci("e1h1"));
    /// assert_eq!(board.parse_uci("e1e3"), Err(UciMoveError::Illegal(Square::E1, Square::E3)));
    /// assert_eq!(board.parse_uci("O-O"), Err(UciMoveError::Malformed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let Some((from, to, promotion)) = squares(text) else {
            return Err(if text == "0000" { UciMoveError::Null } else { UciMoveError::Malformed });
        };
        self.find_move(from, to, promotion).ok_or_else(|| self.why_not(from, to, promotion))
    }

    /// The legal move between two squares. Castling is the king taking its rook or, where that means nothing else,
    /// the king's own move.
    pub(crate) fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let us = self.turn();
        let mover = self.piece_at(from)?;
        if !self.color(us).has(from) {
            return None;
        }
        let is_king = mover.role_index() == Role::King as usize;
        // A move onto an own piece can only be castling.
        if !self.color(us).has(to) {
            // Only pawns have moves of other kinds than quiet ones and captures.
            let role = if mover.role_index() == 0 { Role::Pawn } else { Role::Queen };
            let plain = self.ordinary_move(from, role, to, promotion);
            let plain = plain.filter(|mv| self.is_ordinary_legal(*mv, mover.role_index()));
            if plain.is_some() || !is_king {
                return plain;
            }
        }
        if !is_king || promotion.is_some() {
            return None;
        }
        let castle = |rook| Move::new(from, rook, MoveKind::Castle);
        let by_rook = Some(castle(to)).filter(|mv| from != to && self.is_legal(*mv));
        by_rook.or_else(|| {
            // A king that stays where it is takes its rook; no move goes from a square to itself.
            let rooks = Wing::ALL.into_iter().filter_map(|wing| self.castling_rook(us, wing));
            rooks.map(castle).find(|mv| from != to && king_target(*mv, us) == to && self.is_legal(*mv))
        })
    }

    /// True if a move that [`Board::ordinary_move`] has named is legal.
    #[inline(always)]
    fn is_ordinary_legal(&self, mv: Move, role: usize) -> bool {
        if mv.is_en_passant() {
            return self.is_legal(mv);
        }
        self.is_way(mv, role) && self.leaves_king_safe(mv, role == Role::King as usize)
    }

    #[cold]
    fn why_not(&self, from: Square, to: Square, promotion: Option<Role>) -> UciMoveError {
        let promotes = |mv: &Move| (mv.from(), mv.to(), mv.is_promotion()) == (from, to, true);
        match self.piece_at(from) {
            None => UciMoveError::Empty(from),
            Some(piece) if piece.color() != self.turn() => UciMoveError::NotYours(from),
            _ if promotion.is_none() && self.legal_moves().iter().any(promotes) => {
                UciMoveError::NoPromotion(to)
            }
            _ => UciMoveError::Illegal(from, to),
        }
    }

    /// A legal move as UCI writes it. In standard mode castling from the usual squares is the king's move (`e1g1`);
    /// anywhere else, and always in Chess960 mode, it is the king taking its rook (`e1h1`), since the king's move
    /// could mean something else there.
    ///
    /// ```
    /// use vernier_chess::{Board, CastlingMode};
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castle = board.parse_uci("e1g1")?;
    /// assert_eq!(board.uci(castle, CastlingMode::Standard), "e1g1");
    /// assert_eq!(board.uci(castle, CastlingMode::Chess960), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn uci(&self, mv: Move, mode: CastlingMode) -> String {
        let usual = mv.from().file() == File::E && matches!(mv.to().file(), File::A | File::H);
        if mode == CastlingMode::Standard && mv.is_castle() && usual {
            return format!("{}{}", mv.from(), king_target(mv, self.turn()));
        }
        mv.to_string()
    }
}

fn king_target(castle: Move, color: Color) -> Square {
    Wing::of(castle.from(), castle.to()).king_target(color)
}

#[inline]
fn squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let (from, to, promotion) = match *text.as_bytes() {
        [a, b, c, d] => ([a, b], [c, d], None),
        [a, b, c, d, letter] => {
            let role = Role::from_char(letter.into()).filter(|role| Role::PROMOTIONS.contains(role))?;
            ([a, b], [c, d], Some(role))
        }
        _ => return None,
    };
    let square = |[file, rank]: [u8; 2]| {
        let (file, rank) = ((file | 0x20).wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if file | rank < 8 { Some(Square::masked(rank << 3 | file)) } else { None }
    };
    Some((square(from)?, square(to)?, promotion))
}
