//! What a person types.

use std::str::FromStr;
use vernier_engine::Strength;

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
    /// A rating; none for full strength.
    Level(Option<u32>),
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
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words[..] {
            ["hint"] => Self::Hint,
            ["back" | "undo" | "takeback"] => Self::Back,
            ["draw"] => Self::Draw,
            ["resign"] => Self::Resign,
            ["level", "full"] => Self::Level(None),
            ["level", rating] => Self::Level(Some(level(rating)?)),
            ["moves"] => Self::Moves,
            ["board" | "show" | "d"] => Self::Board,
            ["flip"] => Self::Flip,
            ["fen"] => Self::Fen,
            ["pgn"] => Self::Pgn,
            ["new"] => Self::New,
            ["help" | "?"] => Self::Help,
            ["quit" | "exit" | "bye"] => Self::Quit,
            [word] => Self::Move(word.to_owned()),
            [] => return Err(String::new()),
            _ => return Err(format!("'{}' is not a command; type help", line.trim())),
        })
    }
}

fn level(word: &str) -> Result<u32, String> {
    let (lowest, highest) = (Strength::RATINGS.start(), Strength::RATINGS.end());
    let rating = word.parse().ok().filter(|rating| Strength::RATINGS.contains(rating));
    rating.ok_or_else(|| format!("'{word}' is not a level; they go from {lowest} to {highest}, or full"))
}
