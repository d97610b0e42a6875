//! Counts the first moves of all games of a PGN file, with every processor.
//!
//! `cargo run --release -p vernier-chess --example count_openings -- games.pgn`

use std::collections::BTreeMap;
use std::error::Error;
use std::thread::available_parallelism;
use vernier_chess::pgn::{Visitor, Walk, read_parallel};
use vernier_chess::{Board, Move};

const SAMPLE: &str = r#"
[Event "one"]

1. e4 e5 *

[Event "two"]

1. d4 (1. e4) 1... d5 *

[Event "three"]

1. e4 c5 *
"#;

/// What one thread has seen.
#[derive(Default)]
struct Openings(BTreeMap<String, u32>);

impl Visitor for Openings {
    fn played(&mut self, board: &Board, mv: Option<Move>) {
        if *board == Board::start()
            && let Some(mv) = mv
        {
            *self.0.entry(board.san(mv).to_string()).or_default() += 1;
        }
    }

    fn open_variation(&mut self) -> Walk {
        Walk::Skip
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => SAMPLE.into(),
    };
    let read = read_parallel(&text, available_parallelism()?, Openings::default);
    let mut total = BTreeMap::<String, u32>::new();
    for (opening, count) in read.visitors.into_iter().flat_map(|openings| openings.0) {
        *total.entry(opening).or_default() += count;
    }
    for error in &read.errors {
        eprintln!("{error}");
    }
    let mut total: Vec<_> = total.into_iter().collect();
    total.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("{} games: {total:?}", read.games);
    Ok(())
}
