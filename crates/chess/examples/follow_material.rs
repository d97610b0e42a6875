//! Keeps the material balance up to date move by move: an observer is notified of every piece placed or removed.
//!
//! `cargo run -p vernier-chess --example follow_material`

use std::error::Error;
use vernier_chess::{Board, Color, Observer, Piece, Role, Square};

/// White's material less Black's, in pawns.
#[derive(Default, Debug, PartialEq)]
struct Balance(i32);

fn value(piece: Piece) -> i32 {
    let value = match piece.role() {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    };
    if piece.color() == Color::White { value } else { -value }
}

impl Observer for Balance {
    fn placed(&mut self, piece: Piece, _: Square) {
        self.0 += value(piece);
    }

    fn removed(&mut self, piece: Piece, _: Square) {
        self.0 -= value(piece);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut board = Board::start();
    let mut balance = Balance::default();
    for text in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qxg2", "Bxg2"] {
        let mv = board.parse_san(text)?;
        let _ = board.make_observed(mv, &mut balance);
        println!("{text:<6} {:+}", balance.0);
    }
    assert_eq!(balance, Balance(8));
    Ok(())
}
