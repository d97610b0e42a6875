//! A board in letters or chess symbols.

use super::{files, ranks};
use crate::{Board, Color, Piece, Square};
use core::fmt;

/// A board as lines of text, with letters (upper case is White) or with the chess symbols of Unicode.
///
/// ```
/// use vernier_chess::{Board, Color, picture::Text};
/// let board: Board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
/// let text = Text::of(&board).to_string();
/// assert_eq!(text.lines().next(), Some("8 . . . . k . . ."));
/// assert_eq!(text.lines().last(), Some("  a b c d e f g h"));
/// let text = Text::of(&board).symbols(true).below(Color::Black).to_string();
/// assert_eq!(text.lines().next(), Some("1 · · · ♔ · · · ·"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    board: &'a Board,
    symbols: bool,
    coordinates: bool,
    below: Color,
}

impl<'a> Text<'a> {
    /// The board in letters, with coordinates, White below.
    pub const fn of(board: &'a Board) -> Self {
        Self { board, symbols: false, coordinates: true, below: Color::White }
    }

    /// Chess symbols instead of letters.
    #[must_use]
    pub const fn symbols(self, symbols: bool) -> Self {
        Self { symbols, ..self }
    }

    /// With or without the names of files and ranks.
    #[must_use]
    pub const fn coordinates(self, coordinates: bool) -> Self {
        Self { coordinates, ..self }
    }

    /// Which side is at the bottom.
    #[must_use]
    pub const fn below(self, below: Color) -> Self {
        Self { below, ..self }
    }

    fn mark(&self, square: Square) -> char {
        let (empty, letter): (char, fn(Piece) -> char) =
            if self.symbols { ('·', Piece::to_symbol) } else { ('.', Piece::to_char) };
        self.board.piece_at(square).map_or(empty, letter)
    }
}

/// Eight lines, nine with coordinates, without a line break at the end.
impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, rank) in ranks(self.below).enumerate() {
            if row > 0 {
                writeln!(f)?;
            }
            if self.coordinates {
                write!(f, "{rank} ")?;
            }
            for (column, file) in files(self.below).enumerate() {
                let gap = if column > 0 { " " } else { "" };
                write!(f, "{gap}{}", self.mark(Square::new(file, rank)))?;
            }
        }
        if self.coordinates {
            write!(f, "\n ")?;
            for file in files(self.below) {
                write!(f, " {file}")?;
            }
        }
        Ok(())
    }
}
