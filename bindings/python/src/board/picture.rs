//! The board as text and as a drawing.

use super::PyBoard;
use crate::convert::{color, is_white, square, value_error};
use crate::moves::PyMove;
use crate::squares::SquareSet;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use vernier_chess::picture::{Shade, Svg};
use vernier_chess::{Piece, Square};

/// The chess symbols of White's and Black's pieces, pawn to king.
const SYMBOLS: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];

/// The board as eight lines of eight characters, White below.
fn text(character: impl Fn(Square) -> char) -> String {
    let row = |rank: usize| {
        let characters = (0..8).map(|file| character(Square::ALL[8 * rank + file]).to_string());
        characters.collect::<Vec<_>>().join(" ")
    };
    (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
}

#[pymethods]
impl PyBoard {
    fn __str__(&self) -> String {
        text(|square| self.board().piece_at(square).map_or('.', Piece::to_char))
    }

    /// The board in chess symbols, White below.
    fn unicode(&self) -> String {
        text(|square| match self.board().piece_at(square) {
            Some(piece) => SYMBOLS[usize::from(!is_white(piece.color()))][piece.role() as usize],
            None => '·',
        })
    }

    /// The board as an SVG drawing. Arrows are pairs of squares, or triples with one of the colors `green`, `red`, `blue`, `yellow`.
    #[pyo3(signature = (**options), text_signature = "($self, *, size=400, orientation=True, lastmove=None, arrows=[], squares=None, coordinates=True)")]
    fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let drawing = options.map_or_else(|| Ok(Drawing::default()), Drawing::read)?;
        let mut svg = Svg::of(self.board())
            .size(drawing.size)
            .below(color(drawing.orientation))
            .coordinates(drawing.coordinates);
        if let Some(squares) = drawing.squares {
            svg = svg.highlight(squares.0, Shade::Green);
        }
        if let Some(mv) = drawing.lastmove {
            svg = svg.highlight(mv.from.bitboard() | mv.to, Shade::Yellow);
        } else if let Some(mv) = self.game.moves().last() {
            svg = svg.last_move(*mv);
        }
        for arrow in drawing.arrows {
            let (from, to, shade) = arrow.parts()?;
            svg = svg.arrow(from, to, shade);
        }
        Ok(svg.to_string())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }
}

/// How to draw a board: the keyword arguments of `svg`.
struct Drawing {
    size: u32,
    orientation: bool,
    lastmove: Option<PyMove>,
    arrows: Vec<Arrow>,
    squares: Option<SquareSet>,
    coordinates: bool,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            size: 400,
            orientation: true,
            lastmove: None,
            arrows: Vec::new(),
            squares: None,
            coordinates: true,
        }
    }
}

impl Drawing {
    fn read(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut drawing = Self::default();
        for (name, value) in options {
            match name.extract::<String>()?.as_str() {
                "size" => drawing.size = value.extract()?,
                "orientation" => drawing.orientation = value.extract()?,
                "lastmove" => drawing.lastmove = value.extract()?,
                "arrows" => drawing.arrows = value.extract()?,
                "squares" => drawing.squares = value.extract()?,
                "coordinates" => drawing.coordinates = value.extract()?,
                other => {
                    let message = format!("svg() got an unexpected keyword argument '{other}'");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(drawing)
    }
}

/// An arrow of a drawing, with a color or without.
#[derive(FromPyObject)]
pub enum Arrow {
    /// From, to and color.
    Colored(i64, i64, String),
    /// From and to.
    Plain(i64, i64),
}

impl Arrow {
    fn parts(self) -> PyResult<(Square, Square, Shade)> {
        let (from, to, name) = match self {
            Self::Colored(from, to, name) => (from, to, name),
            Self::Plain(from, to) => (from, to, "green".to_owned()),
        };
        let shade = match name.as_str() {
            "green" => Shade::Green,
            "red" => Shade::Red,
            "blue" => Shade::Blue,
            "yellow" => Shade::Yellow,
            other => return Err(value_error(format!("'{other}' is not green, red, blue or yellow"))),
        };
        Ok((square(from)?, square(to)?, shade))
    }
}
