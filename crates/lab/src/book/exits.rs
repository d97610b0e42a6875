//! Games out of a book, and where they leave it.
//!
//! Both sides play by the weights until the book ends. A search then shows whether the game is even; if requested, the engine
//! plays it on against itself. Moves that led too far can be removed, again and again, until all games leave the book in
//! balance.

use super::analyst::Analysts;
use super::playout::Results;
use super::{BookError, write};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vernier_chess::polyglot::Entry;
use vernier_chess::{Board, Game, Key};
use vernier_engine::{OpeningBook, Rng};

/// Width of a row of the table, in hundredths of a pawn.
const STEP: usize = 10;

/// How a book is tested.
#[derive(Clone, Debug)]
pub struct ExitTrial {
    /// Games played out of the book.
    pub games: usize,
    /// Nodes for each search.
    pub nodes: u64,
    /// How uneven a game may be, in hundredths of a pawn.
    pub bound: usize,
    /// The seed of the random choices.
    pub seed: u64,
    /// Plays the games on with this many nodes for each move.
    pub play: Option<u64>,
    /// Positions searched at a time.
    pub threads: usize,
    /// Where the book goes without the moves that led too far.
    pub out: Option<PathBuf>,
}

/// The result of the test.
pub struct Exits {
    /// The tables.
    pub text: String,
    /// True if every game leaves the book in balance.
    pub balanced: bool,
    /// Entries of the new book, if one was written.
    pub written: Option<usize>,
}

impl ExitTrial {
    /// Tests a book.
    pub fn run(&self, mut book: Arc<OpeningBook>) -> Result<Exits, BookError> {
        let mut analysts = Analysts::new(self.threads);
        let mut scores = HashMap::new();
        let (games, failing) = loop {
            let games = self.walk(&book);
            self.judge(&games, &mut analysts, &mut scores);
            let failing: HashSet<Key> =
                games.iter().map(exit).filter(|key| self.fails(scores[key])).collect();
            if self.out.is_none() || failing.is_empty() {
                break (games, failing);
            }
            book = Arc::new(without(&book, &failing)?);
        };
        let mut text = self.table(&games, &scores);
        if let Some(nodes) = self.play {
            text += &Results::of(&games, nodes, &mut analysts).table();
        }
        let save = |path: &Path| write(path, book.book().entries().collect());
        let written = self.out.as_deref().map(save).transpose()?;
        Ok(Exits { text, balanced: failing.is_empty(), written })
    }
}

/// The position where a game left the book.
fn exit(game: &Game) -> Key {
    game.board().polyglot_key()
}

impl ExitTrial {
    /// Games by the book, each up to where the book ends.
    fn walk(&self, book: &OpeningBook) -> Vec<Game> {
        let mut chance = Rng::new(self.seed);
        let mut walk = || {
            let mut game = Game::new();
            let choose = |game: &Game, chance: f64| {
                OpeningBook::choose(&book.moves(game.board(), game.keys()), 100, chance)
            };
            while let Some(chosen) = choose(&game, chance.unit()) {
                if game.play(chosen.mv).is_err() {
                    break;
                }
            }
            game
        };
        (0..self.games).map(|_| walk()).collect()
    }

    /// Searches the last positions of games, each once.
    fn judge(&self, games: &[Game], analysts: &mut Analysts, scores: &mut HashMap<Key, i32>) {
        let mut met = HashSet::new();
        let new = |game: &&Game| !scores.contains_key(&exit(game)) && met.insert(exit(game));
        let boards: Vec<Board> = games.iter().filter(new).map(|game| *game.board()).collect();
        let found = analysts.judge(&boards, self.nodes);
        scores.extend(boards.iter().map(Board::polyglot_key).zip(found));
    }

    fn fails(&self, score: i32) -> bool {
        score.unsigned_abs() as usize >= self.bound
    }

    /// How far from even the games are, in rows of ten centipawns.
    fn table(&self, games: &[Game], scores: &HashMap<Key, i32>) -> String {
        let count = games.len() as f64;
        let per_cent = |part: usize| 100.0 * part as f64 / count;
        let plies = games.iter().map(|game| game.moves().len());
        let exits: HashSet<Key> = games.iter().map(exit).collect();
        let mut text = format!(
            "{} games leave the book at {} positions, after {:.1} half-moves on average ({} to {})\n",
            games.len(),
            exits.len(),
            plies.clone().sum::<usize>() as f64 / count,
            plies.clone().min().unwrap_or(0),
            plies.max().unwrap_or(0)
        );
        let values: Vec<i32> = games.iter().map(|game| scores[&exit(game)]).collect();
        let sizes: Vec<usize> = values.iter().map(|value| value.unsigned_abs() as usize).collect();
        text += "\nCentipawns  Games  Share\n";
        for from in (0..self.bound).step_by(STEP) {
            let to = (from + STEP).min(self.bound);
            let part = sizes.iter().filter(|size| (from..to).contains(size)).count();
            text += &format!("{:<10} {part:>6} {:>5.1}%\n", format!("{from}-{}", to - 1), per_cent(part));
        }
        let failing = sizes.iter().filter(|size| **size >= self.bound).count();
        text +=
            &format!("{:<10} {failing:>6} {:>5.1}%\n", format!("{} or more", self.bound), per_cent(failing));
        let mean = values.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
        text + &format!("mean {mean:+.1} for White, largest {}\n", sizes.iter().max().unwrap_or(&0))
    }
}

/// The book without the moves that lead to some positions.
fn without(book: &OpeningBook, failing: &HashSet<Key>) -> Result<OpeningBook, BookError> {
    let mut leading: HashSet<Entry> = HashSet::new();
    let (mut met, mut waiting) = (HashSet::new(), vec![Board::start()]);
    while let Some(board) = waiting.pop() {
        if !met.insert(board.polyglot_key()) {
            continue;
        }
        for entry in book.book().entries_of(board.polyglot_key()) {
            if let Ok(mv) = entry.code.on(&board) {
                let next = board.play(mv);
                if failing.contains(&next.polyglot_key()) {
                    leading.insert(entry);
                } else {
                    waiting.push(next);
                }
            }
        }
    }
    if leading.is_empty() {
        return Err(BookError::Empty);
    }
    let kept = book.book().entries().filter(|entry| !leading.contains(entry));
    let bytes: Vec<u8> = kept.flat_map(Entry::to_bytes).collect();
    OpeningBook::new(bytes).map_err(|_| BookError::Empty)
}
