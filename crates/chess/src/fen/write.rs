//! Writing a FEN.

use crate::placement::Placement;
use crate::position::PieceSets;
use crate::{Bitboard, Board, CastlingMode, Color, Rank, Setup, Square, Wing};
#[cfg(feature = "alloc")]
use alloc::string::{String, ToString};
use core::fmt;

/// Bytes of the longest FEN: a letter for every square and the slashes between ranks, castling rights for both back
/// ranks, two numbers and what else there is.
const LONGEST: usize = 64 + 7 + 16 + 5 + 10 + 8;

/// A FEN in the making. It is put together before it is written: formatting letter by letter is slow.
struct Text {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Text {
    const EMPTY: Self = Self { bytes: [0; LONGEST], len: 0 };

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    fn push_square(&mut self, square: Square) {
        self.push(b'a' + square.file() as u8);
        self.push(b'1' + square.rank() as u8);
    }

    fn push_number(&mut self, number: u32) {
        let mut power = 1;
        while number / power >= 10 {
            power *= 10;
        }
        while power > 0 {
            self.push(b'0' + (number / power % 10) as u8);
            power /= 10;
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default())
    }
}

/// A setup on its way to text.
pub(crate) struct Fields<'a> {
    setup: &'a Setup,
    sets: PieceSets,
    mode: CastlingMode,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(setup: &'a Setup, mode: CastlingMode) -> Self {
        Self { setup, sets: Placement::of(&setup.pieces).sets, mode }
    }

    /// Writes the first four fields, which is all an EPD has.
    #[cfg(feature = "alloc")]
    pub(crate) fn write_position(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.push_position(&mut text);
        text.write(f)
    }

    #[inline]
    fn push_position(&self, text: &mut Text) {
        self.push_pieces(text);
        text.push(b' ');
        text.push(if self.setup.turn == Color::White { b'w' } else { b'b' });
        text.push(b' ');
        self.push_castling(text);
        text.push(b' ');
        match self.setup.en_passant {
            Some(square) => text.push_square(square),
            None => text.push(b'-'),
        }
    }

    #[inline]
    fn push_pieces(&self, text: &mut Text) {
        let occupied = self.sets.occupied();
        for rank in Rank::ALL.into_iter().rev() {
            let mut file = 0;
            for square in occupied & rank {
                let empty = square.file() as u8 - file;
                if empty > 0 {
                    text.push(b'0' + empty);
                }
                text.push(self.setup.pieces[square].map_or(b'?', |piece| piece.to_char() as u8));
                file = square.file() as u8 + 1;
            }
            if file < 8 {
                text.push(b'0' + 8 - file);
            }
            if rank != Rank::First {
                text.push(b'/');
            }
        }
    }

    fn push_castling(&self, text: &mut Text) {
        let rooks = self.setup.castling.rooks() & Bitboard::BACK_RANKS;
        if rooks.is_empty() {
            return text.push(b'-');
        }
        for color in Color::ALL {
            let mut rest = rooks & color.rank(Rank::First);
            while let Some(rook) = rest.last() {
                rest = rest.without(rook);
                let letter = self.castling_letter(color, rook) as u8;
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }

    fn castling_letter(&self, color: Color, rook: Square) -> char {
        match self.mode {
            CastlingMode::Standard if rook == self.sets.outermost_rook(color, Wing::King) => 'k',
            CastlingMode::Standard if rook == self.sets.outermost_rook(color, Wing::Queen) => 'q',
            _ => rook.file().to_char(),
        }
    }
}

impl fmt::Display for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.push_position(&mut text);
        text.push(b' ');
        text.push_number(self.setup.halfmove_clock.into());
        text.push(b' ');
        text.push_number(self.setup.fullmove_number);
        text.write(f)
    }
}

impl Setup {
    /// The FEN, with castling rights written as the mode asks: `KQkq`, with the file of the rook where that would
    /// mean another one (X-FEN), or always the files (Shredder-FEN).
    #[cfg(feature = "alloc")]
    pub fn fen(&self, mode: CastlingMode) -> String {
        Fields::of(self, mode).to_string()
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
    #[cfg(feature = "alloc")]
    pub fn fen(&self, mode: CastlingMode) -> String {
        let setup = self.setup();
        Fields { setup: &setup, sets: *self.piece_sets(), mode }.to_string()
    }
}

/// The FEN, or the X-FEN where a FEN is ambiguous about which rook castles.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fields::of(self, CastlingMode::Standard).fmt(f)
    }
}

/// The FEN, or the X-FEN where a FEN is ambiguous about which rook castles.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup();
        Fields { setup: &setup, sets: *self.piece_sets(), mode: CastlingMode::Standard }.fmt(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
