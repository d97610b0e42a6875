//! Shows a Chess960 start position and castles in it, in both ways of writing.
//!
//! `cargo run -p vernier-chess --example chess960 -- 0`

use std::error::Error;
use vernier_chess::picture::Text;
use vernier_chess::{Board, CastlingMode};

fn main() -> Result<(), Box<dyn Error>> {
    let number = std::env::args().nth(1).map_or(Ok(0), |number| number.parse())?;
    let board = Board::chess960(number).ok_or("start positions are numbered 0 to 959")?;
    println!("{}\n{}\n", board.fen(CastlingMode::Chess960), Text::of(&board).symbols(true));

    let board: Board = "4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1".parse()?;
    for text in ["O-O", "O-O-O", "e1g1", "e1b1"] {
        let castle = board.parse_move(text)?;
        println!(
            "{text:<6} is {} and leads to {}",
            board.uci(castle, CastlingMode::Chess960),
            board.play(castle)
        );
    }
    Ok(())
}
