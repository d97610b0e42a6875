//! Makes a Polyglot book of a few openings, looks the start position up in it and follows its main line.
//!
//! `cargo run -p vernier-chess --example opening_book`

use std::error::Error;
use vernier_chess::Board;
use vernier_chess::polyglot::{Book, BookBuilder};

const LINES: [&str; 4] = ["e4 e5 Nf3 Nc6 Bb5", "e4 c5 Nf3 d6", "d4 d5 c4 e6", "e4 e5 Nf3 Nc6 Bc4"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = BookBuilder::new();
    for line in LINES {
        let mut board = Board::start();
        for text in line.split(' ') {
            let mv = board.parse_san(text)?;
            builder.add(&board, mv, 1);
            board = board.play(mv);
        }
    }
    let book = Book::new(builder.finish())?;
    println!("{} entries", book.len());

    let mut board = Board::start();
    while let Some(best) = book.moves(&board).moves.iter().max_by_key(|found| found.weight).copied() {
        println!("{:<6} weight {}", board.san(best.mv).to_string(), best.weight);
        board = board.play(best.mv);
    }
    assert_eq!(board.fullmove_number(), 3);
    Ok(())
}
