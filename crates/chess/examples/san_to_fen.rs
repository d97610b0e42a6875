//! Plays moves in standard algebraic notation from the start position and prints each position as FEN.
//!
//! `cargo run -p vernier-chess --example san_to_fen -- e4 e5 Nf3 Nc6 Bb5`

use std::error::Error;
use vernier_chess::Board;

fn main() -> Result<(), Box<dyn Error>> {
    let mut moves: Vec<String> = std::env::args().skip(1).collect();
    if moves.is_empty() {
        moves = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"].map(str::to_string).to_vec();
    }
    let mut board = Board::start();
    for text in moves {
        let mv = board.parse_san(&text).map_err(|error| format!("{text}: {error}"))?;
        let san = board.san(mv);
        board = board.play(mv);
        println!("{:<8} {board}", san.to_string());
    }
    Ok(())
}
