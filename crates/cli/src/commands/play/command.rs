//! What a person types.

use std::str::FromStr;
use vernier_engine::Strength;
use vernier_protocol::move_words;

pub(super) const HELP: &str = "\
Nf3, exd5, O-O, g1f3   play a move
hint                   ask for help: first the piece, then the move
back                   take back your last move
draw                   offer a draw
resign                 give the game up
level RATING           change the level; level full for full strength
moves                  the legal moves
board, flip            show the board, turn it around
fen, pgn               print the position, the game
new                    begin another game with the colors changed
quit                   leave";

/// One line of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// A move, or text that is meant as one.
    Move(String),
    Hint,
    Back,
    Draw,
    Resign,
    Level(Level),
    Moves,
    Board,
    Flip,
    Fen,
    Pgn,
    New,
    Help,
    Quit,
}

/// The error says what is wrong; it is empty for an empty line.
impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        // Only moves are written in both cases.
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        Ok(match words[..] {
            ["hint"] => Self::Hint,
            ["back" | "undo" | "takeback"] => Self::Back,
            ["draw"] => Self::Draw,
            ["resign"] => Self::Resign,
            ["level"] => return Err(format!("level needs a rating: {}", Level::kinds())),
            ["level", rating] => Self::Level(rating.parse()?),
            ["moves"] => Self::Moves,
            ["board" | "show" | "d"] => Self::Board,
            ["flip"] => Self::Flip,
            ["fen"] => Self::Fen,
            ["pgn"] => Self::Pgn,
            ["new"] => Self::New,
            ["help" | "?"] => Self::Help,
            ["quit" | "exit" | "bye"] => Self::Quit,
            [] => return Err(String::new()),
            _ => match move_words(line).collect::<Vec<_>>()[..] {
                [word] => Self::Move(word.to_owned()),
                _ => return Err(format!("'{}' is not a command; type help", line.trim())),
            },
        })
    }
}

/// How strong the engine plays: a rating; none for full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level(pub(super) Option<u32>);

impl Level {
    /// What can be written.
    fn kinds() -> String {
        format!("{} to {}, or full", Strength::RATINGS.start(), Strength::RATINGS.end())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word == "full" {
            return Ok(Self(None));
        }
        let rating = word.parse().ok().filter(|rating| Strength::RATINGS.contains(rating));
        let rating =
            rating.ok_or_else(|| format!("'{word}' is not a level; a level is {}", Self::kinds()))?;
        Ok(Self(Some(rating)))
    }
}
