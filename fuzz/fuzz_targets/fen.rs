//! Positions and EPD lines: what is accepted reads back as written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_chess::{Board, CastlingMode, Epd};

fuzz_target!(|text: &str| {
    if let Ok(mended) = Board::mend_fen(text) {
        let again = Board::mend_fen(&mended.board.fen(CastlingMode::Chess960)).expect("what was written is read");
        assert_eq!((again.board.key(), again.board.count_moves()), (mended.board.key(), mended.board.count_moves()));
    }
    if let Ok(epd) = text.parse::<Epd>() {
        assert!(epd.to_string().parse::<Epd>().is_ok());
    }
});
