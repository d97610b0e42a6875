//! Reads a test suite in EPD and checks how often the best capture by exchanges is the best move.
//!
//! `cargo run -p vernier-chess --example solve_suite -- suite.epd`

use std::error::Error;
use vernier_chess::{Board, Epd, MoveClass};

const SAMPLE: &str = r#"
4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id "a queen for a pawn";
4k3/8/8/3p4/4p3/8/8/R3K2Q w - - bm Qxe4+; id "a pawn for nothing?";
r3k3/8/8/8/8/8/8/R3K3 w Q - bm Rxa8+; id "the open file";
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => SAMPLE.to_string(),
    };
    let (mut solved, mut tried) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let epd: Epd = line.parse()?;
        let board = Board::try_from(&epd.setup)?;
        let best = board.moves(MoveClass::Captures).into_iter().max_by_key(|mv| board.see(*mv));
        let answer = best.map_or("-".to_string(), |mv| board.san(mv).to_string());
        let wanted = epd.operations.iter().find(|operation| operation.opcode == "bm");
        let wanted = wanted.map_or(String::new(), |operation| operation.to_string());
        let is_solved = wanted.split([' ', ';']).any(|text| text == answer);
        println!("{answer:<8} {} {wanted}", if is_solved { "solves" } else { "is not" });
        solved += u32::from(is_solved);
        tried += 1;
    }
    println!("{solved} of {tried}");
    Ok(())
}
