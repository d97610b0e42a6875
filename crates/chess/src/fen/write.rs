//! Writing a FEN.

use crate::placement::Placement;
use crate::position::PieceSets;
use crate::{Board, CastlingMode, Color, File, Rank, Setup, Square, Wing};
use core::fmt::{self, Write};

/// Bytes of the first field: a letter for every square and the slashes between ranks.
const LONGEST: usize = 64 + 7;

/// A setup on its way to text.
pub(crate) struct Fields<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) mode: CastlingMode,
}

impl Fields<'_> {
    /// Writes the first four fields, which is all an EPD has.
    pub(crate) fn write_position(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_pieces(f)?;
        f.write_str(if self.setup.turn == Color::White { " w " } else { " b " })?;
        self.write_castling(f)?;
        match self.setup.en_passant {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }

    /// Puts the field together before it is written: formatting letter by letter is slow.
    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut field, mut len) = ([0; LONGEST], 0);
        let mut push = |byte: u8| {
            field[len] = byte;
            len += 1;
        };
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some(piece) = self.setup.pieces[Square::new(file, rank)] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    push(b'0' + empty);
                }
                push(piece.to_char() as u8);
                empty = 0;
            }
            if empty > 0 {
                push(b'0' + empty);
            }
            if rank != Rank::First {
                push(b'/');
            }
        }
        f.write_str(core::str::from_utf8(&field[..len]).unwrap_or_default())
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rooks = self.setup.castling.rooks();
        if rooks.is_empty() {
            return f.write_str("-");
        }
        let sets = Placement::of(&self.setup.pieces).sets;
        for color in Color::ALL {
            for file in File::ALL.into_iter().rev() {
                let rook = Square::new(file, color.rank(Rank::First));
                if rooks.has(rook) {
                    let letter = self.castling_letter(&sets, color, rook);
                    let upper = color == Color::White;
                    f.write_char(if upper { letter.to_ascii_uppercase() } else { letter })?;
                }
            }
        }
        Ok(())
    }

    fn castling_letter(&self, sets: &PieceSets, color: Color, rook: Square) -> char {
        match self.mode {
            CastlingMode::Standard if rook == sets.outermost_rook(color, Wing::King) => 'k',
            CastlingMode::Standard if rook == sets.outermost_rook(color, Wing::Queen) => 'q',
            _ => rook.file().to_char(),
        }
    }
}

impl fmt::Display for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_position(f)?;
        write!(f, " {} {}", self.setup.halfmove_clock, self.setup.fullmove_number)
    }
}

impl Setup {
    /// The FEN, with castling rights written as the mode asks: `KQkq`, with the file of the rook where that would
    /// mean another one (X-FEN), or always the files (Shredder-FEN).
    pub fn fen(&self, mode: CastlingMode) -> String {
        Fields { setup: self, mode }.to_string()
    }
}

impl Board {
    /// The FEN, with castling rights written as the mode asks. The en passant square is written only if it can be
    /// taken on.
    ///
    /// ```
    /// use vernier_chess::{Board, CastlingMode};
    /// let fen = Board::start().fen(CastlingMode::Chess960);
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    pub fn fen(&self, mode: CastlingMode) -> String {
        self.setup().fen(mode)
    }
}

/// The FEN, or the X-FEN where a FEN cannot tell which rook castles.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fields { setup: self, mode: CastlingMode::Standard }.fmt(f)
    }
}

/// The FEN, or the X-FEN where a FEN cannot tell which rook castles.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
