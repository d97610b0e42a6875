//! Replies of an engine to a GUI.

use super::{Feature, MoveWord, Progress, Thinking};
use crate::ReplyError;
use crate::text::{integer, split_word};
use std::fmt;
use std::str::FromStr;
use vernier_chess::GameResult;

/// One line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// What it can do.
    Features(Vec<Feature>),
    /// Its move.
    Move(MoveWord),
    /// The answer to `ping`.
    Pong(i64),
    /// Thinking output.
    Thinking(Thinking),
    /// How far its analysis is.
    Progress(Progress),
    /// What it would play.
    Hint(MoveWord),
    /// It offers a draw, or accepts one.
    OfferDraw,
    /// It resigns.
    Resign,
    /// The game is over by the rules.
    Result(GameResult, String),
    /// The opponent's move is not legal: the move, and why.
    IllegalMove(String, String),
    /// It did not understand a line: what was wrong, and the line.
    Error(String, String),
    /// A message that the user must see.
    TellUserError(String),
    /// A remark.
    Comment(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Features(features) => {
                f.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(f, " {feature}"))
            }
            Self::Move(word) => write!(f, "move {word}"),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Thinking(thinking) => thinking.fmt(f),
            Self::Progress(progress) => progress.fmt(f),
            Self::Hint(word) => write!(f, "Hint: {word}"),
            Self::OfferDraw => f.write_str("offer draw"),
            Self::Resign => f.write_str("resign"),
            Self::Result(result, reason) => write!(f, "{result} {{{reason}}}"),
            Self::IllegalMove(text, reason) if reason.is_empty() => write!(f, "Illegal move: {text}"),
            Self::IllegalMove(text, reason) => write!(f, "Illegal move ({reason}): {text}"),
            Self::Error(kind, line) => write!(f, "Error ({kind}): {line}"),
            Self::TellUserError(text) => write!(f, "tellusererror {text}"),
            Self::Comment(text) => write!(f, "# {text}"),
        }
    }
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(line: &str) -> Result<Self, ReplyError> {
        const NOT_A_MOVE: ReplyError = ReplyError("not a move");
        if let Some(text) = announced_move(line) {
            return text.parse().map(Self::Move).map_err(|_| NOT_A_MOVE);
        }
        let (word, rest) = split_word(line);
        Ok(match word {
            "feature" => Self::Features(Feature::read_all(rest)),
            "Hint:" => Self::Hint(split_word(rest).0.parse().map_err(|_| NOT_A_MOVE)?),
            "pong" => Self::Pong(integer(split_word(rest).0).ok_or(ReplyError("pong without its number"))?),
            "offer" if rest == "draw" => Self::OfferDraw,
            "resign" => Self::Resign,
            "1-0" | "0-1" | "1/2-1/2" => {
                let reason = rest.strip_prefix('{').unwrap_or(rest);
                Self::Result(
                    word.parse().map_err(|_| ReplyError("not a result"))?,
                    reason.strip_suffix('}').unwrap_or(reason).to_owned(),
                )
            }
            "Illegal" | "Error" => {
                let (head, text) = rest.split_once(':').ok_or(ReplyError("an error without its line"))?;
                let reason = head.split_once('(').map_or("", |(_, reason)| reason.trim_end_matches(')'));
                let (reason, text) = (reason.to_owned(), text.trim_ascii().to_owned());
                if word == "Error" { Self::Error(reason, text) } else { Self::IllegalMove(text, reason) }
            }
            "tellusererror" => Self::TellUserError(rest.to_owned()),
            "#" => Self::Comment(rest.to_owned()),
            "stat01:" => Self::Progress(line.parse()?),
            _ => Self::Thinking(line.parse()?),
        })
    }
}

/// The move that a line announces, as written. Engines older than version 2 of the protocol send `1. ... e7e5` or `My move is:
/// e7e5`, some of them both.
///
/// ```
/// use vernier_protocol::cecp::announced_move;
/// for line in ["move Nf6", "1. ... Nf6", "My move is : Nf6"] {
///     assert_eq!(announced_move(line), Some("Nf6"));
/// }
/// assert_eq!(announced_move("1. Nf6"), None);
/// ```
pub fn announced_move(line: &str) -> Option<&str> {
    let (first, rest) = split_word(line);
    let text = match first {
        "move" => rest,
        "My" => rest.strip_prefix("move is")?.trim_ascii_start().strip_prefix(':')?,
        number => {
            integer(number.strip_suffix('.')?)?;
            rest.strip_prefix("...")?
        }
    };
    Some(split_word(text).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_round_trip() {
        let lines = [
            "feature ping=1 myname=\"Vernier\" done=1",
            "move e7e8q",
            "move O-O",
            "pong 3",
            "9 35 120 4711 12 39258 0\te4 e5",
            "stat01: 120 4711 9 13 20 e2e4",
            "Hint: e2e4",
            "offer draw",
            "resign",
            "1/2-1/2 {Stalemate}",
            "Illegal move: e2e5",
            "Illegal move (no valid position): e2e5",
            "Error (unknown command): frobnicate",
            "tellusererror Illegal position: no king",
            "# hello",
        ];
        for line in lines {
            assert_eq!(line.parse::<Reply>().map(|reply| reply.to_string()), Ok(line.to_owned()));
        }
        for line in ["My move is : b8c6", "My move is: b8c6", "12. ... b8c6"] {
            assert_eq!(line.parse::<Reply>().map(|reply| reply.to_string()), Ok("move b8c6".to_owned()));
        }
        for line in ["move", "move xx", "My move is", "1. ...", "1. ... Nc6", "1. b8c6", "pong", "hello", ""]
        {
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
    }
}
