//! `position`: where a game started and what was played.

use crate::MoveText;
use crate::text::{split_word, words};
use std::fmt;
use std::str::FromStr;

/// A starting position and the moves from there. Not checked for legality.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where the game started.
    pub start: Start,
    /// What was played.
    pub moves: Vec<MoveText>,
}

/// Where a game started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The start position of standard chess.
    Standard,
    /// A position in Forsyth-Edwards Notation, its fields separated by single blanks.
    Fen(String),
}

/// Why a `position` cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Neither `startpos` nor `fen` follows.
    NoStart,
    /// Nothing follows `fen`.
    NoFen,
    /// A word after `moves` is not a move.
    NotAMove {
        /// Counted from one.
        ply: usize,
        /// The word.
        text: String,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => f.write_str("position needs 'startpos' or 'fen'"),
            Self::NoFen => f.write_str("position fen needs a FEN"),
            Self::NotAMove { ply, text } => write!(f, "move {ply} '{text}' is not a move"),
        }
    }
}

impl std::error::Error for PositionError {}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let (word, rest) = split_word(text);
        let (start, rest) = match word {
            "startpos" => (Start::Standard, rest),
            "fen" => {
                let (fen, rest) = split_at_moves(rest);
                if fen.is_empty() {
                    return Err(PositionError::NoFen);
                }
                (Start::Fen(fen), rest)
            }
            _ => return Err(PositionError::NoStart),
        };
        let (word, rest) = split_word(rest);
        if word != "moves" {
            return Ok(Self { start, moves: Vec::new() });
        }
        let read = |(index, word): (usize, &str)| {
            word.parse().map_err(|_| PositionError::NotAMove {
                ply: index + 1,
                text: word.chars().take(20).collect(),
            })
        };
        Ok(Self { start, moves: words(rest).enumerate().map(read).collect::<Result<_, _>>()? })
    }
}

/// The words before `moves` joined by blanks, and the rest from `moves` on.
fn split_at_moves(mut rest: &str) -> (String, &str) {
    let mut fen = String::new();
    loop {
        let (word, after) = split_word(rest);
        if word.is_empty() || word == "moves" {
            return (fen, rest);
        }
        if !fen.is_empty() {
            fen.push(' ');
        }
        fen.push_str(word);
        rest = after;
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Standard => f.write_str("startpos")?,
            Start::Fen(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_positions_are_rejected_with_the_reason() {
        let cases = [
            ("", PositionError::NoStart),
            ("e2e4", PositionError::NoStart),
            ("fen", PositionError::NoFen),
            ("fen moves e2e4", PositionError::NoFen),
            ("startpos moves e2e4 0000", PositionError::NotAMove { ply: 2, text: "0000".into() }),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Position>(), Err(error), "{text}");
        }
    }

    #[test]
    fn spacing_and_an_empty_list_of_moves_do_not_matter() {
        let position: Position = "fen\t8/8/8/8/8/8/8/K1k5   w - -  moves ".parse().unwrap();
        assert_eq!(position.start, Start::Fen("8/8/8/8/8/8/8/K1k5 w - -".into()));
        assert!(position.moves.is_empty());
        let position: Position = "startpos moves E7E8Q".parse().unwrap();
        assert_eq!(position.to_string(), "startpos moves e7e8q");
    }
}
