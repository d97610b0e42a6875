//! A board as an SVG drawing that needs nothing else: no fonts for the pieces, no style sheet, no script.

use super::pieces::write_piece;
use super::{files, place, ranks};
use crate::{Bitboard, Board, Color, File, Move, Piece, Rank, Square, Wing};
use core::fmt;

/// Units a side of a square; the drawing scales to any size.
const SQUARE: u32 = 100;
const LIGHT: &str = "#eddcc0";
const DARK: &str = "#ad8058";
const LAST_MOVE: &str = "#cfc64a";
const CHECK: &str = "#e0301e";

/// The color of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shade {
    /// For what is good.
    #[default]
    Green,
    /// For what is bad.
    Red,
    /// For what is interesting.
    Blue,
    /// For what is uncertain.
    Yellow,
}

impl Shade {
    const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Blue, Self::Yellow];

    const fn code(self) -> &'static str {
        match self {
            Self::Green => "#2f8f3a",
            Self::Red => "#c0392b",
            Self::Blue => "#2a6fb5",
            Self::Yellow => "#e3b505",
        }
    }
}

/// A board drawn as SVG.
///
/// A king in check is marked. An arrow from a square to itself is a ring around it.
///
/// ```
/// use vernier_chess::{Board, Square, picture::{Shade, Svg}};
/// let board = Board::start();
/// let push = board.parse_uci("e2e4")?;
/// let svg = Svg::of(&board.play(push))
///     .size(480)
///     .last_move(push)
///     .arrow(Square::D7, Square::D5, Shade::Green)
///     .highlight(Square::E5.bitboard(), Shade::Red)
///     .to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Svg<'a> {
    board: &'a Board,
    size: u32,
    below: Color,
    coordinates: bool,
    last_move: Bitboard,
    highlights: [Bitboard; Shade::ALL.len()],
    arrows: Vec<(Square, Square, Shade)>,
}

impl<'a> Svg<'a> {
    /// The board 400 pixels wide, with coordinates, White below.
    pub const fn of(board: &'a Board) -> Self {
        Self {
            board,
            size: 400,
            below: Color::White,
            coordinates: true,
            last_move: Bitboard::EMPTY,
            highlights: [Bitboard::EMPTY; Shade::ALL.len()],
            arrows: Vec::new(),
        }
    }

    /// The width and height in pixels.
    pub fn size(self, size: u32) -> Self {
        Self { size, ..self }
    }

    /// Which side is at the bottom.
    pub fn below(self, below: Color) -> Self {
        Self { below, ..self }
    }

    /// With or without the names of files and ranks.
    pub fn coordinates(self, coordinates: bool) -> Self {
        Self { coordinates, ..self }
    }

    /// Marks the squares of the move that led here.
    pub fn last_move(self, mv: Move) -> Self {
        let from = mv.from();
        let color = if from.rank() == Rank::First { Color::White } else { Color::Black };
        let to = if mv.is_castle() { Wing::of(from, mv.to()).king_target(color) } else { mv.to() };
        Self { last_move: from.bitboard() | to, ..self }
    }

    /// Tints squares.
    pub fn highlight(mut self, squares: Bitboard, shade: Shade) -> Self {
        self.highlights[shade as usize] |= squares;
        self
    }

    /// Draws an arrow, or a ring if it goes nowhere.
    pub fn arrow(mut self, from: Square, to: Square, shade: Shade) -> Self {
        self.arrows.push((from, to, shade));
        self
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = place(square, self.below);
        (u32::from(column) * SQUARE, u32::from(row) * SQUARE)
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = 8 * SQUARE;
        writeln!(f, r#"<path d="M0 0H{board}V{board}H0Z" fill="{LIGHT}"/>"#)?;
        self.fill(f, Bitboard::DARK, DARK, 1.0)?;
        self.fill(f, self.last_move, LAST_MOVE, 0.6)?;
        for shade in Shade::ALL {
            self.fill(f, self.highlights[shade as usize], shade.code(), 0.5)?;
        }
        Ok(())
    }

    /// Fills squares with a color: one path for all of them.
    fn fill(&self, f: &mut fmt::Formatter<'_>, squares: Bitboard, color: &str, opacity: f32) -> fmt::Result {
        if squares.is_empty() {
            return Ok(());
        }
        f.write_str(r#"<path d=""#)?;
        for square in squares {
            let (x, y) = self.corner(square);
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        writeln!(f, r#"" fill="{color}" fill-opacity="{opacity}"/>"#)
    }

    /// A glow under the king that is in check.
    fn write_check(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.board.in_check() {
            return Ok(());
        }
        let (x, y) = self.corner(self.board.king(self.board.turn()));
        write!(f, r#"<defs><radialGradient id="check"><stop offset="0.3" stop-color="{CHECK}"/>"#)?;
        write!(f, r#"<stop offset="1" stop-color="{CHECK}" stop-opacity="0"/></radialGradient></defs>"#)?;
        writeln!(f, r##"<path d="M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z" fill="url(#check)"/>"##)
    }

    /// Names in the corners of the squares at the left and at the bottom, each in the color of its neighbor.
    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ink = |square: Square| if square.is_dark() { LIGHT } else { DARK };
        let style = r#"font-family="sans-serif" font-weight="bold" font-size="19""#;
        let (left, bottom) = match self.below {
            Color::White => (File::A, Rank::First),
            Color::Black => (File::H, Rank::Eighth),
        };
        writeln!(f, "<g {style}>")?;
        for rank in ranks(self.below) {
            let square = Square::new(left, rank);
            let (x, y) = self.corner(square);
            write!(f, r#"<text x="{}" y="{}" fill="{}">{rank}</text>"#, x + 5, y + 20, ink(square))?;
        }
        for file in files(self.below) {
            let square = Square::new(file, bottom);
            let (x, y) = (self.corner(square).0 + SQUARE - 6, self.corner(square).1 + SQUARE - 7);
            write!(f, r#"<text x="{x}" y="{y}" fill="{}" text-anchor="end">{file}</text>"#, ink(square))?;
        }
        writeln!(f, "</g>")
    }

    /// Every piece on the board is drawn once and used where it stands.
    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<defs>")?;
        for piece in Piece::ALL {
            if self.board.pieces(piece.color(), piece.role()).any() {
                write!(f, r#"<g id="{}">"#, id(piece))?;
                write_piece(f, piece.color(), piece.role())?;
                f.write_str("</g>")?;
            }
        }
        writeln!(f, "</defs>")?;
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                let (x, y) = self.corner(square);
                writeln!(f, r##"<use href="#{}" x="{x}" y="{y}"/>"##, id(piece))?;
            }
        }
        Ok(())
    }

    fn write_arrow(&self, f: &mut fmt::Formatter<'_>, from: Square, to: Square, shade: Shade) -> fmt::Result {
        let middle = |square| {
            let (x, y) = self.corner(square);
            ((x + SQUARE / 2) as f32, (y + SQUARE / 2) as f32)
        };
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        let color = shade.code();
        if from == to {
            let ring = r#"fill="none" stroke-width="7" stroke-opacity="0.8""#;
            return writeln!(f, r#"<circle cx="{x1}" cy="{y1}" r="44" stroke="{color}" {ring}/>"#);
        }
        // Drawn lying to the right, then turned.
        let length = (x2 - x1).hypot(y2 - y1);
        let angle = (y2 - y1).atan2(x2 - x1).to_degrees();
        let (start, neck, tip) = (22.0, length - 42.0, length - 8.0);
        writeln!(
            f,
            r#"<path transform="translate({x1} {y1}) rotate({angle:.2})" fill="{color}" fill-opacity="0.8" d="M{start:.1} -8H{neck:.1}V-24L{tip:.1} 0L{neck:.1} 24V8H{start:.1}A8 8 0 0 1 {start:.1} -8Z"/>"#
        )
    }
}

/// The name of a piece's drawing: `wN`, `bQ`.
fn id(piece: Piece) -> String {
    format!("{}{}", piece.color().to_char(), piece.role().to_upper())
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, board) = (self.size, 8 * SQUARE);
        let name_space = r#"xmlns="http://www.w3.org/2000/svg""#;
        writeln!(f, r#"<svg {name_space} width="{size}" height="{size}" viewBox="0 0 {board} {board}">"#)?;
        writeln!(f, "<title>{}</title>", self.board)?;
        self.write_squares(f)?;
        self.write_check(f)?;
        if self.coordinates {
            self.write_coordinates(f)?;
        }
        self.write_pieces(f)?;
        for (from, to, shade) in &self.arrows {
            self.write_arrow(f, *from, *to, *shade)?;
        }
        writeln!(f, "</svg>")
    }
}
