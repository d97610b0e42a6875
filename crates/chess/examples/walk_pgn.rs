//! Counts the games, moves and openings of a PGN file without keeping any game.
//!
//! `cargo run --release --example walk_pgn -- games.pgn`

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use vernier_chess::pgn::{Reader, Visitor};
use vernier_chess::{Board, Move, San};

#[derive(Default)]
struct Openings {
    moves: u64,
    first_moves: HashMap<San, u64>,
}

impl Visitor for Openings {
    fn played(&mut self, before: &Board, mv: Option<Move>) {
        self.moves += 1;
        if let Some(mv) = mv.filter(|_| before.key() == Board::start().key()) {
            *self.first_moves.entry(before.san(mv)).or_default() += 1;
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: walk_pgn FILE")?;
    let mut reader = Reader::new(BufReader::new(File::open(&path)?));
    let mut openings = Openings::default();
    let mut games = 0;
    while let Some(game) = reader.read(&mut openings) {
        games += 1;
        if let Err(error) = game {
            eprintln!("{path}: {error}");
        }
    }
    println!("{games} games, {} moves", openings.moves);
    let mut ranked: Vec<(San, u64)> = openings.first_moves.into_iter().collect();
    ranked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (san, count) in ranked {
        println!("{count:8} {san}");
    }
    Ok(())
}
