//! Values through serde and back. `cargo test -p vernier-chess --features serde`
#![cfg(feature = "serde")]

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use vernier_chess::{Bitboard, Board, Color, GameResult, Key, Move, Piece, Rank, Role, San, Setup, Square};

fn round_trip<T: PartialEq + Debug + Serialize + DeserializeOwned>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
}

#[test]
fn values_are_texts_or_numbers() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let board = Board::start();
    round_trip(&board, &format!("{start:?}"));
    round_trip(&board.setup(), &format!("{start:?}"));
    round_trip(&Square::E4, "\"e4\"");
    round_trip(&Rank::Eighth, "\"8\"");
    round_trip(&Color::Black, "\"Black\"");
    round_trip(&Role::Queen, "\"q\"");
    round_trip(&Piece::WhiteKnight, "\"N\"");
    round_trip(&GameResult::Draw, "\"1/2-1/2\"");
    round_trip(&Key(255), "\"00000000000000ff\"");
    round_trip(&Bitboard(5), "5");
    round_trip(&"Nxe4+".parse::<San>().unwrap(), "\"Nxe4+\"");
    let push = board.parse_uci("e2e4").unwrap();
    round_trip(&push, &push.bits().to_string());
}

#[test]
fn errors_are_described() {
    let wrong = |error: serde_json::Error| error.to_string();
    let no_king = serde_json::from_str::<Board>("\"8/8/8/8/8/8/8/K7 w - - 0 1\"").map_err(wrong).unwrap_err();
    assert!(no_king.contains("Black has no king"), "{no_king}");
    assert!(serde_json::from_str::<Move>("0").is_err());
    assert!(serde_json::from_str::<Move>("65536").is_err());
    assert!(serde_json::from_str::<Square>("7").is_err());
    assert!(serde_json::from_str::<Setup>("\"\"").is_err());
}
