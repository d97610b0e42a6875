//! `vernier book exits`: plays games out of a book and looks at where they leave it.
//!
//! Both sides play by the weights until the book has nothing more to say. A search then tells whether the game is even;
//! if asked to, the engine plays it on against itself. With `--out` the moves that led too far are taken out, again and
//! again, until all games leave the book in balance.

use super::analyst::Analysts;
use super::playout::Results;
use super::{BookFile, load};
use crate::failure::{Failure, Outcome};
use clap::Args;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use vernier_chess::polyglot::Entry;
use vernier_chess::{Board, Game, Key};
use vernier_engine::{OpeningBook, Rng};

/// Width of a row of the table, in hundredths of a pawn.
const STEP: usize = 10;

/// What is wanted.
struct Trial {
    games: usize,
    nodes: u64,
    bound: usize,
    seed: u64,
}

/// Play games out of a book and judge where they leave it
#[derive(Args)]
pub struct Exits {
    /// The book file; 'embedded' is the book inside the program
    book: PathBuf,
    /// Games to play out of the book
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Nodes for each search
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// How uneven a line may be
    #[arg(long, value_name = "CP", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    bound: u32,
    /// Another seed gives other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// Play the games on with this many nodes for each move
    #[arg(long, value_name = "NODES")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    play: Option<u64>,
    /// Positions searched at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Write the book without the moves that led too far
    #[arg(long, value_name = "BOOK")]
    out: Option<PathBuf>,
}

impl Exits {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let trial = Trial {
            games: self.games as usize,
            nodes: self.nodes.into(),
            bound: self.bound as usize,
            seed: self.seed.into(),
        };
        let mut analysts = Analysts::new(self.threads as usize);
        let (play, pruned) = (self.play, self.out);
        let mut book = load(&self.book)?;
        let mut scores = HashMap::new();
        let (games, failing) = loop {
            let games = trial.walk(&book);
            trial.judge(&games, &mut analysts, &mut scores);
            let failing: HashSet<Key> =
                games.iter().map(exit).filter(|key| trial.fails(scores[key])).collect();
            if pruned.is_none() || failing.is_empty() {
                break (games, failing);
            }
            book = Arc::new(without(&book, &failing)?);
        };
        trial.tell(&games, &scores, out)?;
        if let Some(nodes) = play {
            Results::of(&games, nodes, &mut analysts).tell(out)?;
        }
        if let Some(path) = pruned {
            let mut file = BookFile::create(&path)?;
            file.write(book.book().entries().collect())?;
            writeln!(out, "{} entries written", file.finish()?)?;
        }
        Ok(Outcome::of(failing.is_empty()))
    }
}

/// The position where a game left the book.
fn exit(game: &Game) -> Key {
    game.board().polyglot_key()
}

impl Trial {
    /// Games by the book, each up to where the book has nothing more to say.
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

    fn tell(&self, games: &[Game], scores: &HashMap<Key, i32>, out: &mut dyn Write) -> std::io::Result<()> {
        let count = games.len() as f64;
        let per_cent = |part: usize| 100.0 * part as f64 / count;
        let plies = games.iter().map(|game| game.moves().len());
        let exits: HashSet<Key> = games.iter().map(exit).collect();
        writeln!(
            out,
            "{} games leave the book at {} positions, after {:.1} half-moves on average ({} to {})",
            games.len(),
            exits.len(),
            plies.clone().sum::<usize>() as f64 / count,
            plies.clone().min().unwrap_or(0),
            plies.max().unwrap_or(0)
        )?;
        let values: Vec<i32> = games.iter().map(|game| scores[&exit(game)]).collect();
        let sizes: Vec<usize> = values.iter().map(|value| value.unsigned_abs() as usize).collect();
        writeln!(out, "\nCentipawns  Games  Share")?;
        for from in (0..self.bound).step_by(STEP) {
            let to = (from + STEP).min(self.bound);
            let part = sizes.iter().filter(|size| (from..to).contains(size)).count();
            writeln!(out, "{:<10} {part:>6} {:>5.1}%", format!("{from}-{}", to - 1), per_cent(part))?;
        }
        let failing = sizes.iter().filter(|size| **size >= self.bound).count();
        writeln!(out, "{:<10} {failing:>6} {:>5.1}%", format!("{} or more", self.bound), per_cent(failing))?;
        let mean = values.iter().map(|value| f64::from(*value)).sum::<f64>() / count;
        writeln!(out, "mean {mean:+.1} for White, largest {}", sizes.iter().max().unwrap_or(&0))
    }
}

/// The book without the moves that lead to some positions.
fn without(book: &OpeningBook, failing: &HashSet<Key>) -> Result<OpeningBook, Failure> {
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
        return Err(Failure::Input("the first position is uneven already".to_owned()));
    }
    let kept = book.book().entries().filter(|entry| !leading.contains(entry));
    let bytes: Vec<u8> = kept.flat_map(Entry::to_bytes).collect();
    OpeningBook::new(bytes).map_err(|_| Failure::Input("no move is left for the book".to_owned()))
}
