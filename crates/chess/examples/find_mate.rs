//! Looks for a mate in this many moves by trying everything: making moves and taking them back.
//!
//! `cargo run --release -p vernier-chess --example find_mate -- 2 "FEN"`

use std::error::Error;
use vernier_chess::{Board, Move};

/// A move that mates in that many moves or fewer, whatever the opponent does.
fn find_mate(board: &mut Board, moves: u32) -> Option<Move> {
    for mv in board.legal_moves() {
        let undo = board.make(mv);
        let mates = board.is_checkmate() || moves > 1 && is_lost(board, moves - 1);
        board.unmake(mv, undo);
        if mates {
            return Some(mv);
        }
    }
    None
}

/// True if every reply allows a mate in that many moves. Stalemate has no reply and is not a loss.
fn is_lost(board: &mut Board, moves: u32) -> bool {
    let replies = board.legal_moves();
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let undo = board.make(reply);
            let mate = find_mate(board, moves);
            board.unmake(reply, undo);
            mate.is_some()
        })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let moves = arguments.next().map_or(Ok(2), |moves| moves.parse())?;
    let fen = arguments.next().unwrap_or("6k1/8/5K2/8/8/8/8/R7 w - - 0 1".to_string());
    let mut board: Board = fen.parse()?;
    match find_mate(&mut board, moves) {
        Some(mv) => println!("{} mates in {moves} or fewer", board.san(mv)),
        None => println!("no mate in {moves}"),
    }
    Ok(())
}
