//! `vernier book build`: a book from games.
//!
//! A move is worth two points for each game its player won with it and one for each draw, as other makers of Polyglot
//! books count. A game without a result counts as drawn.

use super::tally::{Count, Tally};
use super::{BookFile, cannot_write};
use crate::failure::{Failure, Outcome};
use clap::Args;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vernier_chess::pgn::{Reader, Visitor, Walk};
use vernier_chess::polyglot::{Entry, MoveCode};
use vernier_chess::{Board, Color, GameResult, Key, Move};
use vernier_engine::plain_file;
use vernier_protocol::counted;

/// Which moves come into the book.
struct Filter {
    min_games: u32,
    min_score: u32,
}

/// Visits one game at a time and keeps its opening.
struct Opening {
    max_ply: usize,
    moves: Vec<(Key, MoveCode, Color)>,
    over: bool,
    result: Option<GameResult>,
}

impl Visitor for Opening {
    fn begin(&mut self) {
        self.moves.clear();
        (self.over, self.result) = (false, None);
    }

    fn tag(&mut self, name: &str, value: &str) {
        if name == "Result" {
            self.result = value.parse().ok();
        }
    }

    fn start(&mut self, _: &Board) -> Walk {
        if self.max_ply == 0 { Walk::Skip } else { Walk::Enter }
    }

    fn played(&mut self, before: &Board, mv: Option<Move>) {
        // What follows a null move never came up in a game.
        self.over |= mv.is_none() || self.moves.len() >= self.max_ply;
        if let Some(mv) = mv.filter(|_| !self.over) {
            self.moves.push((before.polyglot_key(), MoveCode::of(mv), before.turn()));
        }
    }

    fn result(&mut self, result: Option<GameResult>) {
        self.result = result;
    }
}

impl Opening {
    /// Counts the moves of the game.
    fn count(&self, tally: &mut Tally) -> io::Result<()> {
        for (key, code, mover) in &self.moves {
            let points = self.result.unwrap_or(GameResult::Draw).half_points(*mover).into();
            tally.add(Count { key: *key, code: *code, games: 1, points })?;
        }
        Ok(())
    }
}

/// Build a book from games
#[derive(Args)]
pub struct Build {
    /// Files of games
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    pgn: Vec<PathBuf>,
    /// Where to write the book
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
    /// How many half-moves of each game to count
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_ply: u32,
    /// How often a move must have been played
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// The score, in percent, that a move must have
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    min_score: u32,
    /// Memory to count in; larger counts go to a file
    #[arg(long, value_name = "MB", default_value_t = 256)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

impl Build {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let memory = self.memory as usize;
        let mut book = BookFile::create(&self.out)?;
        let mut tally = Tally::new(memory << 20, &book.path);
        let mut progress = Progress::new();
        for file in &self.pgn {
            learn(file, self.max_ply as usize, &mut tally, &mut progress)?;
        }
        progress.clear();
        let filter = Filter { min_games: self.min_games, min_score: self.min_score };
        tally.finish(|position| book.write(filter.entries(position)))?;
        let entries = book.finish()?;
        writeln!(
            out,
            "{entries} entries from {}; {} left out",
            counted(progress.games, "game"),
            counted(progress.damaged, "damaged game")
        )?;
        Ok(Outcome::Done)
    }
}

/// Counts the openings of all games in a file. Damaged games are left out.
fn learn(path: &Path, max_ply: usize, tally: &mut Tally, progress: &mut Progress) -> Result<(), Failure> {
    let file = plain_file::open(path, u64::MAX).map_err(|error| Failure::Input(error.to_string()))?;
    let mut games = Reader::new(BufReader::with_capacity(1 << 16, file));
    let mut opening = Opening { max_ply, moves: Vec::new(), over: false, result: None };
    while let Some(read) = games.read(&mut opening) {
        match read {
            Ok(()) => {
                opening.count(tally).map_err(|error| cannot_write(std::path::Path::new("counts"), &error))?
            }
            Err(_) => progress.damaged += 1,
        }
        progress.games += 1;
        progress.show();
    }
    Ok(())
}

impl Filter {
    /// The entries of one position.
    fn entries(&self, position: &[Count]) -> Vec<Entry> {
        let keeps = |count: &&Count| {
            let enough = count.games >= self.min_games && count.points > 0;
            enough && u64::from(count.points) * 50 >= u64::from(self.min_score) * u64::from(count.games)
        };
        let kept: Vec<&Count> = position.iter().filter(keeps).collect();
        let weights = Entry::fit_weights(kept.iter().map(|count| u64::from(count.points)));
        kept.iter()
            .zip(weights)
            .map(|(count, weight)| Entry { key: count.key, code: count.code, weight, learn: 0 })
            .collect()
    }
}

/// How far the reading is, shown on a terminal.
struct Progress {
    games: u64,
    damaged: u64,
    shown: Option<Instant>,
}

impl Progress {
    fn new() -> Self {
        Self { games: 0, damaged: 0, shown: io::stderr().is_terminal().then(Instant::now) }
    }

    fn show(&mut self) {
        let due = self.shown.filter(|shown| shown.elapsed() >= Duration::from_millis(200));
        if self.games.is_multiple_of(64) && due.is_some() {
            self.shown = Some(Instant::now());
            let _ = write!(io::stderr(), "\r{} games", self.games);
        }
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
