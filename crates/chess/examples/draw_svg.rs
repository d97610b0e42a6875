//! Draws a position as SVG, to a file if one is named: the last move, a threat and the squares a knight controls.
//!
//! `cargo run -p vernier-chess --example draw_svg -- board.svg`

use std::error::Error;
use vernier_chess::picture::{Shade, Svg};
use vernier_chess::{Board, Color, Square, attacks};

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
    let mate = board.parse_uci("h5f7")?;
    let board = board.play(mate);
    let svg = Svg::of(&board)
        .size(640)
        .below(Color::White)
        .last_move(mate)
        .arrow(Square::C4, Square::F7, Shade::Green)
        .arrow(Square::F6, Square::E4, Shade::Red)
        .arrow(Square::E4, Square::E4, Shade::Blue)
        .highlight(attacks::knight(Square::C6), Shade::Yellow);
    match std::env::args().nth(1) {
        Some(file) => std::fs::write(file, svg.to_string())?,
        None => println!("{svg}"),
    }
    Ok(())
}
