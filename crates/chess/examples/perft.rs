//! Counts the ways to play this many moves: plainly, then with a table of positions, then with all processors.
//!
//! `cargo run --release -p vernier-chess --example perft -- 6 "FEN"`

use std::error::Error;
use std::thread::available_parallelism;
use std::time::Instant;
use vernier_chess::{Board, Perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(5), |depth| depth.parse())?;
    let board = arguments.next().map_or(Ok(Board::start()), |fen| fen.parse())?;

    let plain = Perft::new(depth);
    let hashed = plain.hash_mb(64);
    let threads = available_parallelism()?.get();
    for (name, perft) in [("plain", plain), ("hashed", hashed), ("hashed, threads", hashed.threads(threads))]
    {
        let start = Instant::now();
        let leaves = perft.run(&board);
        println!("{name:<16} {leaves:>14} in {:.3?}", start.elapsed());
    }

    println!("\nAfter each first move:");
    for (mv, leaves) in hashed.divide(&board) {
        println!("{:<8} {leaves:>14}", board.san(mv).to_string());
    }
    Ok(())
}
