//! Opening books: every move that one gives is legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_chess::Board;
use vernier_chess::polyglot::Book;

fuzz_target!(|bytes: &[u8]| {
    let Ok(book) = Book::new(bytes) else { return };
    let board = Board::start();
    assert!(book.moves(&board).moves.iter().all(|found| board.is_legal(found.mv)));
});
