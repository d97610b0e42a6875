//! The result at the end of a game, where `*` stands for none.

use crate::{GameResult, GameResultError};

/// How PGN writes a result; `*` if there is none.
///
/// ```
/// use vernier_chess::{GameResult, pgn};
/// assert_eq!(pgn::result_text(Some(GameResult::Draw)), "1/2-1/2");
/// assert_eq!(pgn::result_text(None), "*");
/// ```
pub const fn result_text(result: Option<GameResult>) -> &'static str {
    match result {
        Some(result) => result.as_str(),
        None => "*",
    }
}

/// Reads a result as PGN writes it.
///
/// ```
/// use vernier_chess::{GameResult, pgn};
/// assert_eq!(pgn::parse_result("0-1"), Ok(Some(GameResult::BlackWins)));
/// assert_eq!(pgn::parse_result("*"), Ok(None));
/// assert!(pgn::parse_result("2-0").is_err());
/// ```
pub fn parse_result(text: &str) -> Result<Option<GameResult>, GameResultError> {
    if text == "*" { Ok(None) } else { text.parse().map(Some) }
}
