//! `go` and its limits.

use crate::MoveText;
use crate::text::{count, integer, small_count, words};
use std::fmt;
use std::str::FromStr;
use vernier_chess::{ByColor, Color};

/// The limits of a search, as a GUI gives them. They combine: whichever is reached first ends the search.
///
/// Reading never fails. Numbers too large become the largest that fit, limits below one become one where zero means
/// nothing, and unknown words are skipped.
///
/// ```
/// use vernier_protocol::uci::Go;
/// let go = Go::read("searchmoves e2e4 d2d4 wtime 300 btime 400 depth -1");
/// assert_eq!(go.search_moves.as_ref().map(Vec::len), Some(2));
/// assert_eq!(go.depth, Some(1));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// Consider only these moves.
    pub search_moves: Option<Vec<MoveText>>,
    /// Think on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Milliseconds on the clocks; GUIs send negative ones too.
    pub time: ByColor<Option<i64>>,
    /// Milliseconds added after each move.
    pub increment: ByColor<Option<i64>>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in that many moves.
    pub mate: Option<u32>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// Until `stop`.
    pub infinite: bool,
    /// Do not search: count the leaves of the tree of legal moves.
    pub perft: Option<u32>,
    /// A limit was named whose number could not be read, so this is not a search without limits.
    pub unreadable: bool,
}

impl Go {
    /// Reads what follows `go`.
    pub fn read(text: &str) -> Self {
        Self::scan(text, &mut |_| {})
    }

    /// Reads what follows `go`, and hands over what a program should skip and a person should hear of.
    fn scan(text: &str, fault: &mut dyn FnMut(GoError)) -> Self {
        let mut go = Self::default();
        let mut words = words(text).peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.peek().and_then(|word| integer(word));
                if value.is_some() { words.next() } else { None }
            };
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    let list = go.search_moves.get_or_insert_default();
                    while let Some(next) = words.peek() {
                        match next.parse() {
                            Ok(mv) => list.push(mv),
                            // An empty list reaches us as a null move.
                            Err(_) if *next == "0000" => {}
                            Err(_) => break,
                        }
                        words.next();
                    }
                }
                "wtime" => go.unreadable |= !set(&mut go.time[Color::White], number(), integer),
                "btime" => go.unreadable |= !set(&mut go.time[Color::Black], number(), integer),
                "winc" => go.unreadable |= !set(&mut go.increment[Color::White], number(), integer),
                "binc" => go.unreadable |= !set(&mut go.increment[Color::Black], number(), integer),
                "movestogo" => {
                    set(&mut go.moves_to_go, number(), small_count);
                    go.moves_to_go = go.moves_to_go.filter(|moves| *moves > 0);
                }
                "depth" => go.unreadable |= !set(&mut go.depth, number(), at_least_one),
                "mate" => go.unreadable |= !set(&mut go.mate, number(), at_least_one),
                "nodes" => go.unreadable |= !set(&mut go.nodes, number(), count),
                "movetime" => go.unreadable |= !set(&mut go.move_time, number(), count),
                "perft" => go.unreadable |= !set(&mut go.perft, number(), small_count),
                _ => fault(GoError::NotALimit(word.to_owned())),
            }
            if go.unreadable {
                fault(GoError::NoNumber(word.to_owned()));
            }
        }
        go
    }

    /// True if nothing but `stop` ends this search.
    pub fn is_endless(&self) -> bool {
        self.infinite
            || !self.unreadable
                && self.time.0.iter().chain(&self.increment.0).all(Option::is_none)
                && self.depth.is_none()
                && self.nodes.is_none()
                && self.mate.is_none()
                && self.move_time.is_none()
    }
}

/// As a person means it: a word that is no limit, and a limit without its number, are errors.
///
/// ```
/// use vernier_protocol::uci::Go;
/// assert_eq!("depth 5".parse(), Ok(Go::read("depth 5")));
/// assert_eq!("depth five".parse::<Go>().map_err(|error| error.to_string()), Err("depth needs a number".to_owned()));
/// ```
impl FromStr for Go {
    type Err = GoError;

    fn from_str(text: &str) -> Result<Self, GoError> {
        let mut first = None;
        let go = Self::scan(text, &mut |error| {
            first.get_or_insert(error);
        });
        first.map_or(Ok(go), Err)
    }
}

/// What is wrong with the words after `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GoError {
    /// A word that limits nothing.
    NotALimit(String),
    /// A limit whose number is missing or cannot be read.
    NoNumber(String),
}

impl fmt::Display for GoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALimit(word) => write!(f, "'{word}' is not a limit"),
            Self::NoNumber(word) => write!(f, "{word} needs a number"),
        }
    }
}

impl std::error::Error for GoError {}

/// Puts a number where it belongs; false if there was none to read.
fn set<T>(place: &mut Option<T>, word: Option<&str>, read: impl Fn(&str) -> Option<T>) -> bool {
    match word.and_then(read) {
        Some(value) => {
            *place = Some(value);
            true
        }
        None => false,
    }
}

fn at_least_one(word: &str) -> Option<u32> {
    small_count(word).map(|value| value.max(1))
}

/// What follows `go`, each part with a blank before it.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = &self.search_moves {
            f.write_str(" searchmoves")?;
            moves.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        let flag = |f: &mut fmt::Formatter<'_>, name, on| if on { write!(f, " {name}") } else { Ok(()) };
        flag(f, "ponder", self.ponder)?;
        let [white_time, black_time] = self.time.0;
        let [white_increment, black_increment] = self.increment.0;
        write_number(f, "wtime", white_time)?;
        write_number(f, "btime", black_time)?;
        write_number(f, "winc", white_increment)?;
        write_number(f, "binc", black_increment)?;
        write_number(f, "movestogo", self.moves_to_go)?;
        write_number(f, "depth", self.depth)?;
        write_number(f, "nodes", self.nodes)?;
        write_number(f, "mate", self.mate)?;
        write_number(f, "movetime", self.move_time)?;
        flag(f, "infinite", self.infinite)?;
        write_number(f, "perft", self.perft)
    }
}

fn write_number(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_limits_are_accepted() {
        let cases: [(&str, Go); 14] = [
            ("wtime -5", Go { time: ByColor([Some(-5), None]), ..Go::default() }),
            (
                "wtime 99999999999999999999 btime 1",
                Go { time: ByColor([Some(i64::MAX), Some(1)]), ..Go::default() },
            ),
            ("wtime abc", Go { unreadable: true, ..Go::default() }),
            ("wtime abc btime 7", Go { time: ByColor([None, Some(7)]), unreadable: true, ..Go::default() }),
            ("depth", Go { unreadable: true, ..Go::default() }),
            ("wtime btime 7", Go { time: ByColor([None, Some(7)]), unreadable: true, ..Go::default() }),
            ("movestogo 0", Go::default()),
            ("movestogo -5 depth 2", Go { depth: Some(2), ..Go::default() }),
            ("depth 0", Go { depth: Some(1), ..Go::default() }),
            ("depth -1", Go { depth: Some(1), ..Go::default() }),
            ("nodes 0", Go { nodes: Some(0), ..Go::default() }),
            ("movetime -3", Go { move_time: Some(0), ..Go::default() }),
            (
                "searchmoves 0000 movetime 5",
                Go { search_moves: Some(vec![]), move_time: Some(5), ..Go::default() },
            ),
            (
                "searchmoves e2e4 foo depth 3 e2e3",
                Go { search_moves: Some(vec!["e2e4".parse().unwrap()]), depth: Some(3), ..Go::default() },
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(Go::read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_person_hears_of_words_that_limit_nothing() {
        for (text, expected) in [
            ("foo", "'foo' is not a limit"),
            ("depth 3 foo", "'foo' is not a limit"),
            ("searchmoves e2e4 foo", "'foo' is not a limit"),
            ("depth", "depth needs a number"),
            ("movetime 1s nodes", "movetime needs a number"),
        ] {
            assert_eq!(
                text.parse::<Go>().map_err(|error| error.to_string()),
                Err(expected.to_owned()),
                "{text}"
            );
        }
        for text in ["", "infinite", "depth 3 nodes 5", "searchmoves e2e4 d2d4 movetime 10"] {
            assert_eq!(text.parse(), Ok(Go::read(text)), "{text}");
        }
    }

    #[test]
    fn only_a_search_without_limits_is_endless() {
        for text in ["", "infinite", "infinite depth 3", "movestogo 4", "ponder", "searchmoves e2e4"] {
            assert!(Go::read(text).is_endless(), "{text}");
        }
        for text in ["depth 3", "wtime 1", "btime 1", "wtime x", "nodes 0", "mate 2", "movetime 0", "winc 3"]
        {
            assert!(!Go::read(text).is_endless(), "{text}");
        }
    }
}
