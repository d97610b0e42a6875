//! Commands of a GUI to an engine.

use super::level::seconds;
use super::{Level, MoveWord};
use crate::text::{count, integer, small_count, split_word};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// One line from a GUI.
///
/// ```
/// use vernier_protocol::cecp::Command;
/// assert!(matches!("e2e4".parse(), Ok(Command::UserMove(_))));
/// assert_eq!("ping 7".parse::<Command>()?.to_string(), "ping 7");
/// # Ok::<(), vernier_protocol::cecp::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The protocol is this one.
    XBoard,
    /// Its version; the engine answers with its features.
    Version(u32),
    /// A feature was accepted.
    Accepted(String),
    /// A feature was refused.
    Rejected(String),
    /// A new game; the engine plays Black.
    New,
    /// The kind of chess of the new game.
    Variant(String),
    /// End.
    Quit,
    /// Vary your play.
    Random,
    /// Play neither side, only check moves.
    Force,
    /// Play the side to move, and move.
    Go,
    /// Play the side that is not to move.
    PlayOther,
    /// White is to move, the engine plays Black.
    White,
    /// Black is to move, the engine plays White.
    Black,
    /// The time control.
    Level(Level),
    /// A fixed time for each move.
    MoveTime(Duration),
    /// A greatest depth.
    Depth(u32),
    /// Nodes that count as a second; zero: real time.
    NodesPerSecond(u64),
    /// The engine's clock, in hundredths of a second.
    Time(i64),
    /// The opponent's clock, in hundredths of a second.
    OpponentTime(i64),
    /// The opponent's move.
    UserMove(MoveWord),
    /// Move now.
    MoveNow,
    /// Answer when everything before is done.
    Ping(i64),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result(String),
    /// Set a position.
    SetBoard(String),
    /// Set a position piece by piece.
    Edit,
    /// What would you play?
    Hint,
    /// What does the book say?
    Book,
    /// Take one move back.
    Undo,
    /// Take two moves back.
    Remove,
    /// Think on the opponent's time.
    Hard,
    /// Do not.
    Easy,
    /// Show thinking.
    Post,
    /// Do not.
    NoPost,
    /// Analyse the position until `exit`.
    Analyze,
    /// Leave the analysis.
    Exit,
    /// How far is the analysis?
    Status,
    /// Leave moves out of the analysis.
    Exclude(MoveSet),
    /// Take moves into it again.
    Include(MoveSet),
    /// The opponent's name.
    Name(String),
    /// The ratings of both.
    Rating(String),
    /// The server played on.
    Ics(String),
    /// The opponent is a program.
    Computer,
    /// Wait.
    Pause,
    /// Continue.
    Resume,
    /// Megabytes to use.
    Memory(u64),
    /// Threads to use.
    Cores(u64),
    /// Where tablebases are: their kind and the path.
    EgtPath(String, String),
    /// Set an option.
    Option {
        /// Its name.
        name: String,
        /// Its value; none for a button.
        value: Option<String>,
    },
}

/// Some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// Every move.
    All,
    /// This one.
    One(MoveWord),
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// A line of white space.
    Empty,
    /// The word is unknown.
    Unknown(String),
    /// A known word without what it needs.
    BadArgument(String),
    /// A `usermove` that is not a move.
    NotAMove(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the line is empty"),
            Self::Unknown(line) => write!(f, "unknown command: {line}"),
            Self::BadArgument(line) => write!(f, "bad argument: {line}"),
            Self::NotAMove(text) => write!(f, "not a move: {text}"),
        }
    }
}

impl std::error::Error for CommandError {}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let (word, rest) = split_word(line);
        let text = || rest.to_owned();
        let short = || line.trim_ascii().chars().take(60).collect::<String>();
        let bad = || CommandError::BadArgument(short());
        let (argument, _) = split_word(rest);
        Ok(match word {
            "" => return Err(CommandError::Empty),
            "xboard" => Self::XBoard,
            "protover" => Self::Version(small_count(argument).ok_or_else(bad)?),
            "accepted" => Self::Accepted(text()),
            "rejected" => Self::Rejected(text()),
            "new" => Self::New,
            "variant" => Self::Variant(argument.to_owned()),
            "quit" => Self::Quit,
            "random" => Self::Random,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "white" => Self::White,
            "black" => Self::Black,
            "level" => Self::Level(rest.parse().map_err(|_| bad())?),
            "st" => Self::MoveTime(seconds(argument).ok_or_else(bad)?),
            "sd" => Self::Depth(small_count(argument).ok_or_else(bad)?.max(1)),
            "nps" => Self::NodesPerSecond(count(argument).ok_or_else(bad)?),
            "time" => Self::Time(integer(argument).ok_or_else(bad)?),
            "otim" => Self::OpponentTime(integer(argument).ok_or_else(bad)?),
            "usermove" => {
                let word =
                    argument.parse().map_err(|_| CommandError::NotAMove(argument.chars().take(60).collect()));
                Self::UserMove(word?)
            }
            "?" => Self::MoveNow,
            "ping" => Self::Ping(integer(argument).ok_or_else(bad)?),
            "draw" => Self::Draw,
            "result" => Self::Result(text()),
            "setboard" => Self::SetBoard(text()),
            "edit" => Self::Edit,
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "undo" => Self::Undo,
            "remove" => Self::Remove,
            "hard" => Self::Hard,
            "easy" => Self::Easy,
            "post" => Self::Post,
            "nopost" => Self::NoPost,
            "analyze" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Status,
            "exclude" => Self::Exclude(argument.parse().map_err(|()| bad())?),
            "include" => Self::Include(argument.parse().map_err(|()| bad())?),
            "name" => Self::Name(text()),
            "rating" => Self::Rating(text()),
            "ics" => Self::Ics(text()),
            "computer" => Self::Computer,
            "pause" => Self::Pause,
            "resume" => Self::Resume,
            "memory" => Self::Memory(count(argument).ok_or_else(bad)?),
            "cores" => Self::Cores(count(argument).ok_or_else(bad)?),
            "egtpath" => Self::EgtPath(argument.to_owned(), split_word(rest).1.to_owned()),
            "option" => match rest.split_once('=') {
                Some((name, value)) => {
                    Self::Option { name: name.trim_ascii().to_owned(), value: Some(value.to_owned()) }
                }
                None => Self::Option { name: text(), value: None },
            },
            _ => match word.parse() {
                Ok(mv) if rest.is_empty() => Self::UserMove(mv),
                _ => return Err(CommandError::Unknown(short())),
            },
        })
    }
}

impl FromStr for MoveSet {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        if word == "all" { Ok(Self::All) } else { word.parse().map(Self::One).map_err(|_| ()) }
    }
}

impl fmt::Display for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::One(word) => word.fmt(f),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = match self {
            Self::XBoard => "xboard",
            Self::Version(version) => return write!(f, "protover {version}"),
            Self::Accepted(name) => return write!(f, "accepted {name}"),
            Self::Rejected(name) => return write!(f, "rejected {name}"),
            Self::New => "new",
            Self::Variant(name) => return write!(f, "variant {name}"),
            Self::Quit => "quit",
            Self::Random => "random",
            Self::Force => "force",
            Self::Go => "go",
            Self::PlayOther => "playother",
            Self::White => "white",
            Self::Black => "black",
            Self::Level(level) => return write!(f, "level {level}"),
            Self::MoveTime(time) => return write!(f, "st {}", time.as_secs_f64()),
            Self::Depth(depth) => return write!(f, "sd {depth}"),
            Self::NodesPerSecond(rate) => return write!(f, "nps {rate}"),
            Self::Time(time) => return write!(f, "time {time}"),
            Self::OpponentTime(time) => return write!(f, "otim {time}"),
            Self::UserMove(word) => return write!(f, "usermove {word}"),
            Self::MoveNow => "?",
            Self::Ping(number) => return write!(f, "ping {number}"),
            Self::Draw => "draw",
            Self::Result(result) => return write!(f, "result {result}"),
            Self::SetBoard(fen) => return write!(f, "setboard {fen}"),
            Self::Edit => "edit",
            Self::Hint => "hint",
            Self::Book => "bk",
            Self::Undo => "undo",
            Self::Remove => "remove",
            Self::Hard => "hard",
            Self::Easy => "easy",
            Self::Post => "post",
            Self::NoPost => "nopost",
            Self::Analyze => "analyze",
            Self::Exit => "exit",
            Self::Status => ".",
            Self::Exclude(moves) => return write!(f, "exclude {moves}"),
            Self::Include(moves) => return write!(f, "include {moves}"),
            Self::Name(name) => return write!(f, "name {name}"),
            Self::Rating(ratings) => return write!(f, "rating {ratings}"),
            Self::Ics(server) => return write!(f, "ics {server}"),
            Self::Computer => "computer",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Memory(megabytes) => return write!(f, "memory {megabytes}"),
            Self::Cores(threads) => return write!(f, "cores {threads}"),
            Self::EgtPath(kind, path) => return write!(f, "egtpath {kind} {path}"),
            Self::Option { name, value: Some(value) } => return write!(f, "option {name}={value}"),
            Self::Option { name, value: None } => return write!(f, "option {name}"),
        };
        f.write_str(plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_round_trip() {
        let lines = [
            "xboard",
            "protover 2",
            "accepted ping",
            "rejected sigint",
            "new",
            "variant fischerandom",
            "quit",
            "random",
            "force",
            "go",
            "playother",
            "white",
            "black",
            "level 40 5:00 0",
            "level 0 2:30 0.1",
            "st 2.5",
            "sd 8",
            "nps 0",
            "time 6000",
            "otim -3",
            "usermove e7e8q",
            "usermove O-O-O",
            "?",
            "ping -1",
            "draw",
            "result 1-0 {White mates}",
            "setboard 8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "edit",
            "hint",
            "bk",
            "undo",
            "remove",
            "hard",
            "easy",
            "post",
            "nopost",
            "analyze",
            "exit",
            ".",
            "exclude e2e4",
            "exclude all",
            "include all",
            "name A Person",
            "rating 2000 1800",
            "ics freechess.org",
            "computer",
            "pause",
            "resume",
            "memory 64",
            "cores 4",
            "egtpath syzygy /tables and more",
            "option Move Overhead=30",
            "option Clear Hash",
        ];
        for line in lines {
            assert_eq!(line.parse::<Command>().map(|command| command.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn bare_moves_are_accepted_and_junk_is_reported() {
        assert_eq!("O-O".parse::<Command>().unwrap().to_string(), "usermove O-O");
        assert_eq!("b2b3".parse::<Command>().unwrap().to_string(), "usermove b2b3");
        assert!(matches!("usermove zz".parse::<Command>(), Err(CommandError::NotAMove(_))));
        assert!(matches!("ping x".parse::<Command>(), Err(CommandError::BadArgument(_))));
        assert!(matches!("level".parse::<Command>(), Err(CommandError::BadArgument(_))));
        assert!(matches!("frobnicate 3".parse::<Command>(), Err(CommandError::Unknown(_))));
        assert!(matches!("".parse::<Command>(), Err(CommandError::Empty)));
    }
}
