//! Puts a position together piece by piece, asks whether it is legal, and mends a FEN that is not.
//!
//! `cargo run -p vernier-chess --example edit_position`

use std::error::Error;
use vernier_chess::{Board, Color, Piece, Setup, Square};

fn main() -> Result<(), Box<dyn Error>> {
    let mut setup = Setup::EMPTY;
    setup.pieces[Square::E1] = Some(Piece::WhiteKing);
    setup.pieces[Square::H1] = Some(Piece::WhiteRook);
    setup.turn = Color::Black;
    match Board::try_from(&setup) {
        Ok(board) => println!("{board}"),
        Err(error) => println!("{setup} is refused: {error}"),
    }
    setup.pieces[Square::E8] = Some(Piece::BlackKing);
    println!("{} is legal", Board::try_from(&setup)?);

    // A right to castle that cannot be, and the last two fields missing.
    let mended = Board::mend_fen("4k3/8/8/8/8/8/8/4K2R w KQ -")?;
    println!("{} after mending: {}", mended.board, mended.repairs);
    assert_eq!(mended.board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    Ok(())
}
