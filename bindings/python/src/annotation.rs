//! What programs write into the comments of a game: clocks and evaluations.

use crate::convert::is_white;
use pyo3::prelude::*;
use vernier_chess::Color;
use vernier_chess::pgn::Comment;

/// Evaluations of more pawns than this are mistakes of the file.
const MAX_PAWNS: f64 = 1e10;

/// An evaluation from White's view.
enum Evaluation {
    Centipawns(i64),
    Mate(i64),
}

/// The seconds left to the player who moved, from the first comment with a `[%clk ...]` that can be read.
pub fn clock(comments: &[String]) -> Option<f64> {
    comments.iter().find_map(|comment| Comment::new(comment).clock()).map(|left| left.as_secs_f64())
}

/// The score from the view of the side to move, from the first comment with an `[%eval ...]` that can be read.
/// Only then is it asked whose turn it is, which a game finds out by playing its moves again.
pub fn eval<'py>(
    py: Python<'py>,
    comments: &[String],
    turn: impl FnOnce() -> Color,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(evaluation) = comments.iter().find_map(|comment| Evaluation::of(comment)) else {
        return Ok(None);
    };
    let turn = turn();
    let sign = if turn == Color::White { 1 } else { -1 };
    let (cp, mate) = match evaluation {
        Evaluation::Centipawns(cp) => (Some(sign * cp), None),
        // A mate in 0 has no sign: the side to move has been mated.
        Evaluation::Mate(moves) => (None, Some(sign * moves)),
    };
    py.import("vernier.engine")?.getattr("Score")?.call1((is_white(turn), cp, mate)).map(Some)
}

impl Evaluation {
    /// Reads `0.17`, `-1.5` or `#-3`; the depth may follow, as in `0.17,20`.
    fn of(comment: &str) -> Option<Self> {
        let text = Comment::new(comment).command("eval")?;
        let (score, depth) = text.split_once(',').unwrap_or((&text, "0"));
        depth.parse::<u32>().ok()?;
        if let Some(moves) = score.strip_prefix('#') {
            return moves.parse::<i32>().ok().map(|moves| Self::Mate(moves.into()));
        }
        // Rust also reads 1e5, inf and nan as numbers.
        let is_plain = score.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
        let pawns: f64 = score.parse().ok().filter(|pawns: &f64| is_plain && pawns.abs() < MAX_PAWNS)?;
        Some(Self::Centipawns((pawns * 100.0).round() as i64))
    }
}
