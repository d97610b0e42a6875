//! `vernier book build`: a book from games.
//!
//! A move is worth two points for each game its player won with it and one for each draw, as other makers of Polyglot
//! books count. A game without a result counts as drawn.

use super::tally::{Count, Tally};
use super::{BookFile, cannot_write, out_path, usage};
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Write};
use std::time::{Duration, Instant};
use vernier_chess::pgn::{Reader, Visitor, Walk};
use vernier_chess::polyglot::{Entry, MoveCode};
use vernier_chess::{Board, Color, GameResult, Key, Move};

/// Which moves come into the book.
struct Filter {
    min_games: u32,
    min_score: u32,
}

/// Hears one game at a time and keeps its opening.
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

pub fn run(files: &[String], arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let files: Vec<&str> =
        arguments.value("--pgn").into_iter().chain(files.iter().map(String::as_str)).collect();
    if files.is_empty() {
        return Err(usage("--pgn FILE is missing"));
    }
    let number = |name, range, default: u32| -> Result<u32, Failure> {
        Ok(arguments.number(name, range).map_err(usage)?.unwrap_or(default))
    };
    let max_ply = number("--max-ply", 1..=10_000, 40)? as usize;
    let min_games = number("--min-games", 1..=u32::MAX, 3)?;
    let min_score = number("--min-score", 0..=100, 0)?;
    let memory = number("--memory", 1..=1 << 20, 256)? as usize;
    let mut book = BookFile::create(&out_path(arguments)?)?;
    let mut tally = Tally::new(memory << 20, &book.path);
    let mut progress = Progress::new();
    for file in files {
        learn(file, max_ply, &mut tally, &mut progress)?;
    }
    progress.clear();
    let filter = Filter { min_games, min_score };
    tally.finish(|position| book.write(filter.entries(position)))?;
    let entries = book.finish()?;
    writeln!(
        out,
        "{entries} entries from {} games; {} damaged games left out",
        progress.games, progress.damaged
    )?;
    Ok(Outcome::Done)
}

/// Counts the openings of all games in a file. Damaged games are left out.
fn learn(path: &str, max_ply: usize, tally: &mut Tally, progress: &mut Progress) -> Result<(), Failure> {
    let unreadable = |error: io::Error| Failure::Input(format!("cannot read {path}: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(Failure::Input(format!("{path} is not a file")));
    }
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
        progress.tell();
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

    fn tell(&mut self) {
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
