//! The names of openings.
//!
//! Codes, names and moves are those of the list lichess-org/chess-openings, which is in the public domain (CC0). They are
//! carried in a form of our own, made by `cargo run -p vernier-analysis --example make_openings`: one line an opening, sorted by
//! its moves. A line is the number of plies it shares with the line before, the moves after those, the code, the number of bytes its
//! name shares with the name before, and the rest of the name.

use std::collections::HashMap;
use std::sync::LazyLock;
use vernier_chess::{Board, Game, Key};

/// The list.
const LIST: &str = include_str!("../data/openings.txt");

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its code, `A00` to `E99`.
    pub eco: &'static str,
    /// Its name.
    pub name: String,
}

/// The openings by the position they lead to, and every position on the way.
struct Openings {
    named: HashMap<Key, Opening>,
    on_the_way: std::collections::HashSet<Key>,
}

static OPENINGS: LazyLock<Openings> = LazyLock::new(|| read(LIST));

/// The opening whose moves lead to a position, in whatever order.
///
/// ```
/// use vernier_chess::Board;
/// let mut board = Board::start();
/// for word in ["c5", "e4"].iter().rev() {
///     board = board.play(board.parse_san(word)?);
/// }
/// assert_eq!(vernier_analysis::openings::at(&board).map(|opening| opening.name.as_str()), Some("Sicilian Defense"));
/// # Ok::<(), vernier_chess::SanError>(())
/// ```
pub fn at(board: &Board) -> Option<&'static Opening> {
    OPENINGS.named.get(&board.key())
}

/// True if a position is on the way to a named opening.
pub fn knows(board: &Board) -> bool {
    OPENINGS.on_the_way.contains(&board.key())
}

/// The last named opening a game went through.
pub fn of_game(game: &Game) -> Option<&'static Opening> {
    game.keys().iter().rev().find_map(|key| OPENINGS.named.get(key))
}

/// How many openings have a name.
pub fn count() -> usize {
    OPENINGS.named.len()
}

/// Reads the list. An invalid line is skipped; a test reads every line.
fn read(list: &'static str) -> Openings {
    let mut found = Openings { named: HashMap::new(), on_the_way: std::collections::HashSet::new() };
    let mut boards = vec![Board::start()];
    let mut last = String::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        if let Some(opening) = read_line(line, &mut boards, &mut last) {
            found.on_the_way.extend(boards.iter().map(Board::key));
            if let Some(board) = boards.last() {
                found.named.insert(board.key(), opening);
            }
        }
    }
    found
}

fn read_line(line: &'static str, boards: &mut Vec<Board>, last: &mut String) -> Option<Opening> {
    let mut cells = line.split('\t');
    let shared: usize = cells.next()?.parse().ok()?;
    boards.truncate(shared + 1);
    for word in cells.next()?.split(' ') {
        let board = *boards.last()?;
        boards.push(board.play(board.parse_san(word).ok()?));
    }
    let eco = cells.next()?;
    last.truncate(cells.next()?.parse().ok()?);
    last.push_str(cells.next()?);
    Some(Opening { eco, name: last.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_read() {
        let mut boards = vec![Board::start()];
        let mut last = String::new();
        let mut count = 0;
        for line in LIST.lines().filter(|line| !line.starts_with('#')) {
            let opening = read_line(line, &mut boards, &mut last).unwrap_or_else(|| panic!("{line}"));
            assert!(opening.eco.len() == 3 && !opening.name.is_empty(), "{line}");
            count += 1;
        }
        assert_eq!(count, super::count(), "every opening ends in a position of its own");
        assert!(count > 3_500);
    }

    #[test]
    fn a_game_keeps_the_last_name_it_had() {
        let mut game = Game::new();
        for word in "e4 e5 Nf3 Nc6 Bb5 a6 h4 h5".split(' ') {
            game.play(game.board().parse_san(word).expect("a move")).expect("legal");
        }
        assert_eq!(of_game(&game).map(|opening| opening.name.as_str()), Some("Ruy Lopez: Morphy Defense"));
        assert!(!knows(game.board()) && knows(&Board::start()));
    }
}
