//! Replies of an engine to a GUI.

use super::{Info, OptionLine};
use crate::text::split_word;
use crate::{MoveText, ReplyError};
use std::fmt;
use std::str::FromStr;

/// One line from an engine.
///
/// ```
/// use vernier_protocol::uci::Reply;
/// let reply: Reply = "bestmove e2e4 ponder e7e5".parse()?;
/// assert!(matches!(reply, Reply::BestMove { best: Some(_), ponder: Some(_) }));
/// assert_eq!("bestmove (none)".parse(), Ok(Reply::BestMove { best: None, ponder: None }));
/// # Ok::<(), vernier_protocol::ReplyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The engine's name.
    Name(String),
    /// Who made it.
    Author(String),
    /// Something that can be set.
    Option(OptionLine),
    /// The introduction is over.
    UciOk,
    /// All earlier commands are done.
    ReadyOk,
    /// The answer to `go`.
    BestMove {
        /// The move; none if the game is over.
        best: Option<MoveText>,
        /// The reply it expects.
        ponder: Option<MoveText>,
    },
    /// Search output.
    Info(Box<Info>),
    /// Copy protection, seen in old engines.
    CopyProtection(Status),
    /// Registration, seen in old engines.
    Registration(Status),
}

/// How a check went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has begun.
    Checking,
    /// All is well.
    Ok,
    /// It failed.
    Error,
}

impl Reply {
    /// A remark, as `info string`.
    pub fn info_string(text: impl Into<String>) -> Self {
        Self::Info(Box::new(Info::string(text)))
    }
}

impl From<Info> for Reply {
    fn from(info: Info) -> Self {
        Self::Info(Box::new(info))
    }
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(line: &str) -> Result<Self, ReplyError> {
        let (word, rest) = split_word(line);
        let (first, after) = split_word(rest);
        Ok(match word {
            "id" => match first {
                "name" => Self::Name(after.to_owned()),
                "author" => Self::Author(after.to_owned()),
                _ => return Err(ReplyError("id without name or author")),
            },
            "option" => Self::Option(rest.parse()?),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "bestmove" => {
                let best = match first {
                    "(none)" | "0000" | "NULL" => None,
                    text => Some(text.parse().map_err(|_| ReplyError("bestmove without a move"))?),
                };
                let (word, after) = split_word(after);
                let ponder = if word == "ponder" { split_word(after).0.parse().ok() } else { None };
                Self::BestMove { best, ponder }
            }
            "info" => Self::Info(Box::new(Info::read(rest))),
            "copyprotection" => Self::CopyProtection(first.parse()?),
            "registration" => Self::Registration(first.parse()?),
            _ => return Err(ReplyError("unknown word")),
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(option) => write!(f, "option {option}"),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove { best, ponder } => {
                match best {
                    Some(best) => write!(f, "bestmove {best}")?,
                    None => f.write_str("bestmove (none)")?,
                }
                ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
            }
            Self::Info(info) => write!(f, "info{info}"),
            Self::CopyProtection(status) => write!(f, "copyprotection {status}"),
            Self::Registration(status) => write!(f, "registration {status}"),
        }
    }
}

impl FromStr for Status {
    type Err = ReplyError;

    fn from_str(word: &str) -> Result<Self, ReplyError> {
        Ok(match word {
            "checking" => Self::Checking,
            "ok" => Self::Ok,
            "error" => Self::Error,
            _ => return Err(ReplyError("neither checking, ok nor error")),
        })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_round_trip() {
        let lines = [
            "id name Vernier 0.1.0",
            "id author The Vernier authors",
            "option name Hash type spin default 16 min 1 max 1024",
            "uciok",
            "readyok",
            "bestmove e2e4",
            "bestmove e7e8q ponder a1a8",
            "bestmove (none)",
            "info depth 1 score cp 3 pv e2e4",
            "info string hello",
            "copyprotection checking",
            "registration error",
        ];
        for line in lines {
            assert_eq!(line.parse::<Reply>().map(|reply| reply.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn malformed_answers_are_errors() {
        for line in ["bestmove", "bestmove e7e9", "bestmove \x1b[1m", "hello", "", "id", "registration maybe"]
        {
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
        assert_eq!("bestmove E2E4 ponder x".parse::<Reply>().unwrap().to_string(), "bestmove e2e4");
    }
}
