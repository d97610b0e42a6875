//! Boards as text and as drawings.
//!
//! A picture borrows a board, is configured, and is then written with `Display`:
//!
//! ```
//! use vernier_chess::{Board, picture::Text};
//! let board = Board::start();
//! let text = Text::of(&board).coordinates(false).to_string();
//! assert!(text.starts_with("r n b q k b n r\np p p p"));
//! ```

#[cfg(feature = "std")]
mod pieces;
#[cfg(feature = "std")]
mod svg;
mod text;

#[cfg(feature = "std")]
pub use svg::{Shade, Svg};
pub use text::Text;

#[cfg(feature = "std")]
use crate::Square;
use crate::{Color, File, Rank};

/// The ranks from top to bottom, as the player sees them who sits below.
fn ranks(below: Color) -> impl Iterator<Item = Rank> {
    (0..8).map(move |row| below.rank(Rank::ALL[7 - row]))
}

/// The files from left to right, as the player sees them who sits below.
fn files(below: Color) -> impl Iterator<Item = File> {
    (0..8).map(move |column| match below {
        Color::White => File::ALL[column],
        Color::Black => File::ALL[7 - column],
    })
}

/// The column, from the left, and the row, from the top, of a square.
#[cfg(feature = "std")]
fn place(square: Square, below: Color) -> (u8, u8) {
    let (file, rank) = (square.file() as u8, square.rank() as u8);
    match below {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    }
}
