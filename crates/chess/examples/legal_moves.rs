//! Lists the legal moves of a position with what each wins or loses by exchanges, best first.
//!
//! `cargo run -p vernier-chess --example legal_moves -- "FEN"`

use std::error::Error;
use vernier_chess::picture::Text;
use vernier_chess::{Board, Move};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| KIWIPETE.to_string());
    let board: Board = fen.parse()?;
    println!("{}\n", Text::of(&board));

    let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
    moves.sort_by_key(|mv| -board.see(*mv));
    for mv in moves {
        println!("{:<8} {:>5}", board.san(mv).to_string(), board.see(mv));
    }
    if board.is_checkmate() {
        println!("checkmate");
    } else if board.is_stalemate() {
        println!("stalemate");
    }
    Ok(())
}
