//! Games: what is accepted reads back as written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_chess::pgn::Reader;

fuzz_target!(|bytes: &[u8]| {
    for game in Reader::new(bytes).take(bytes.len() + 1).flatten() {
        let again: Vec<_> = Reader::new(game.to_string().as_bytes()).collect();
        assert_eq!(again, [Ok(game)]);
    }
});
