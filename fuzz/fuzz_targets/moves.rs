//! Moves as SAN and UCI write them: what is accepted is legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_chess::Board;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fuzz_target!(|text: &str| {
    let board: Board = KIWIPETE.parse().expect("a position");
    let read = [board.parse_san(text).ok(), board.parse_uci(text).ok()];
    assert!(read.into_iter().flatten().all(|mv| board.is_legal(mv)));
});
