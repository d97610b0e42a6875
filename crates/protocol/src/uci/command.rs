//! Commands of a GUI to an engine.

use super::{Go, Position, PositionError, SetOption};
use crate::text::{count, small_count, split_word, words};
use std::fmt;
use std::str::FromStr;

/// One line from a GUI.
///
/// ```
/// use vernier_protocol::uci::Command;
/// assert_eq!("  joho\tisready".parse(), Ok(Command::IsReady));
/// assert_eq!("go depth 3".parse::<Command>()?.to_string(), "go depth 3");
/// # Ok::<(), vernier_protocol::uci::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Send name and options.
    Uci,
    /// Turn debug mode on or off.
    Debug(bool),
    /// Answer when everything before is done.
    IsReady,
    /// Set an option.
    SetOption(SetOption),
    /// Registration, which we never ask for.
    Register(String),
    /// The next position belongs to another game.
    NewGame,
    /// Look at this position.
    Position(Position),
    /// Think.
    Go(Go),
    /// Answer now.
    Stop,
    /// The expected move was played: your clock runs.
    PonderHit,
    /// End.
    Quit,
    /// Show the board. Not in the standard, like all that follow.
    Display,
    /// Explain the evaluation of the position.
    Eval,
    /// Mirror the position and switch sides.
    Flip,
    /// Take no further command before the search has ended.
    Wait,
    /// List the commands.
    Help,
    /// Search a fixed set of positions and count nodes; the words are its settings.
    Bench(Vec<String>),
    /// Count the leaves of the tree of legal moves.
    Perft(u32),
    /// Make starting positions for self-play.
    GenFens(GenFens),
}

/// What the OpenBench client asks of an engine before it generates data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenFens {
    /// How many positions.
    pub count: u64,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// A file of positions to start from.
    pub book: Option<String>,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// A line of white space.
    Empty,
    /// No word of it is a command.
    Unknown(String),
    /// A `position` that cannot be read.
    Position(PositionError),
    /// A command without what it needs.
    Incomplete(&'static str),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the line is empty"),
            Self::Unknown(word) => write!(f, "unknown command '{word}'"),
            Self::Position(error) => error.fmt(f),
            Self::Incomplete(usage) => write!(f, "incomplete command, expected: {usage}"),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<PositionError> for CommandError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl FromStr for Command {
    type Err = CommandError;

    /// Unknown words before a standard command are skipped, as the standard asks.
    fn from_str(line: &str) -> Result<Self, CommandError> {
        let (first, rest) = split_word(line);
        if first.is_empty() {
            return Err(CommandError::Empty);
        }
        if let Some(command) = extra(first, rest) {
            return command;
        }
        let mut rest = line;
        while !rest.trim_ascii().is_empty() {
            let (word, after) = split_word(rest);
            if let Some(command) = standard(word, after) {
                return command;
            }
            rest = after;
        }
        Err(CommandError::Unknown(first.chars().take(40).collect()))
    }
}

fn standard(word: &str, rest: &str) -> Option<Result<Command, CommandError>> {
    Some(Ok(match word {
        "uci" => Command::Uci,
        "debug" => Command::Debug(split_word(rest).0 != "off"),
        "isready" => Command::IsReady,
        "setoption" => match rest.parse() {
            Ok(option) => Command::SetOption(option),
            Err(error) => return Some(Err(error)),
        },
        "register" => Command::Register(rest.to_owned()),
        "ucinewgame" => Command::NewGame,
        "position" => match rest.parse() {
            Ok(position) => Command::Position(position),
            Err(error) => return Some(Err(CommandError::Position(error))),
        },
        "go" => Command::Go(Go::read(rest)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        _ => return None,
    }))
}

/// Words beyond the standard count only at the start of a line.
fn extra(word: &str, rest: &str) -> Option<Result<Command, CommandError>> {
    Some(Ok(match word {
        "d" | "display" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "help" => Command::Help,
        "wait" => Command::Wait,
        "bench" => Command::Bench(words(rest).map(str::to_owned).collect()),
        "perft" => match small_count(split_word(rest).0) {
            Some(depth) => Command::Perft(depth),
            None => return Some(Err(CommandError::Incomplete("perft DEPTH"))),
        },
        "genfens" => return Some(rest.parse().map(Command::GenFens)),
        _ => return None,
    }))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(option) => write!(f, "setoption {option}"),
            Self::Register(rest) => write!(f, "register {rest}"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(go) => write!(f, "go{go}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Display => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Flip => f.write_str("flip"),
            Self::Help => f.write_str("help"),
            Self::Wait => f.write_str("wait"),
            Self::Bench(settings) if settings.is_empty() => f.write_str("bench"),
            Self::Bench(settings) => write!(f, "bench {}", settings.join(" ")),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::GenFens(wanted) => write!(f, "genfens {wanted}"),
        }
    }
}

impl FromStr for GenFens {
    type Err = CommandError;

    /// Reads `N seed S book None|FILE`; the caller reads the rest.
    fn from_str(text: &str) -> Result<Self, CommandError> {
        const USAGE: CommandError = CommandError::Incomplete("genfens N seed S book None|FILE");
        let mut words = words(text);
        let wanted = words.next().and_then(count).ok_or(USAGE)?;
        let mut fens = Self { count: wanted, seed: 0, book: None };
        while let Some(word) = words.next() {
            match word {
                "seed" => fens.seed = words.next().and_then(|seed| seed.parse().ok()).ok_or(USAGE)?,
                "book" => fens.book = words.next().filter(|book| *book != "None").map(str::to_owned),
                _ => {}
            }
        }
        Ok(fens)
    }
}

impl fmt::Display for GenFens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seed {} book {}", self.count, self.seed, self.book.as_deref().unwrap_or("None"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_round_trip() {
        let lines = [
            "uci",
            "debug on",
            "debug off",
            "isready",
            "setoption name Clear Hash",
            "setoption name Hash value 64",
            "setoption name SyzygyPath value C:\\My Tables;D:\\x",
            "register later",
            "ucinewgame",
            "position startpos",
            "position startpos moves e2e4 e7e5",
            "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2",
            "go",
            "go infinite",
            "go searchmoves e2e4 d2d4 ponder wtime 1 btime -2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9",
            "go perft 3",
            "stop",
            "ponderhit",
            "quit",
            "d",
            "eval",
            "flip",
            "help",
            "wait",
            "bench",
            "bench depth 4",
            "perft 5",
            "genfens 10 seed 18446744073709551615 book None",
            "genfens 10 seed 1 book Books/x.epd",
        ];
        for line in lines {
            assert_eq!(line.parse::<Command>().map(|command| command.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn unknown_words_are_skipped_only_before_standard_commands() {
        assert_eq!("joho debug on".parse(), Ok(Command::Debug(true)));
        assert_eq!("\t isready \r".parse(), Ok(Command::IsReady));
        assert_eq!("foo d".parse::<Command>(), Err(CommandError::Unknown("foo".into())));
        assert_eq!(" \t".parse::<Command>(), Err(CommandError::Empty));
        assert_eq!("UCI".parse::<Command>(), Err(CommandError::Unknown("UCI".into())));
    }
}
