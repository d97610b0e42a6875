//! UCI moves and Chess960: what each text means, what bad ones get, and the 960 start positions.

mod common;

use vernier_chess::{Board, ByColor, CastlingMode, MoveKind, Square, UciMoveError};

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn every_legal_move_round_trips_in_both_modes() {
    let (mut moves, mut castles) = (0, 0);
    for board in common::random_boards(3000, 5) {
        for mv in &*board.legal_moves() {
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let text = board.uci(*mv, mode);
                assert_eq!(board.parse_uci(&text), Ok(*mv), "{board} {text}");
                assert_eq!(board.parse_uci(&text.to_uppercase()), Ok(*mv), "{board} {text}");
                assert_ne!(text.get(..2), text.get(2..4), "{board}: a move goes somewhere");
            }
            moves += 1;
            castles += usize::from(mv.is_castle());
        }
    }
    assert!(moves > 60_000 && castles >= 90, "{moves} moves, {castles} castlings");
}

#[test]
fn castling_is_read_in_both_notations() {
    // The position, the texts that castle, and the texts that only move the king.
    let cases: [(&str, &[&str], &[&str]); 6] = [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1g1", "e1h1", "e1c1", "e1a1"], &["e1f1", "e1d1"]),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", &["e8g8", "e8h8", "e8c8", "e8a8"], &["e8f8", "e8d8"]),
        // The king's move to g1 is one square, so it is not castling.
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", &["f1h1"], &["f1g1"]),
        // There it takes its rook.
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", &["f1g1"], &["f1e1"]),
        ("4k3/8/8/8/8/8/8/1R3K2 w Q - 0 1", &["f1b1", "f1c1"], &["f1e1"]),
        // The king stays where it is.
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", &["g1h1"], &["g1f1"]),
    ];
    for (fen, castling, walking) in cases {
        let board = board(fen);
        for text in castling {
            assert_eq!(board.parse_uci(text).map(|mv| mv.kind()), Ok(MoveKind::Castle), "{fen} {text}");
        }
        for text in walking {
            assert_eq!(board.parse_uci(text).map(|mv| mv.kind()), Ok(MoveKind::Quiet), "{fen} {text}");
        }
    }
    let stays = board("4k3/8/8/8/8/8/8/6KR w K - 0 1");
    assert_eq!(stays.parse_uci("g1g1"), Err(UciMoveError::Illegal(Square::G1, Square::G1)));
    assert_eq!(stays.uci(stays.parse_uci("g1h1").unwrap(), CastlingMode::Standard), "g1h1");
}

#[test]
fn illegal_moves_have_distinct_errors() {
    use UciMoveError::*;
    let board = board("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1");
    let cases = [
        ("", Malformed),
        ("e2", Malformed),
        ("e2e", Malformed),
        ("e2e9", Malformed),
        ("i2e4", Malformed),
        ("e2-e4", Malformed),
        ("e2e4 ", Malformed),
        (" e2e4", Malformed),
        ("e2e4qq", Malformed),
        ("a7a8k", Malformed),
        ("a7a8p", Malformed),
        ("a7a8=Q", Malformed),
        ("O-O", Malformed),
        ("é2e4", Malformed),
        ("e２e4", Malformed),
        ("e2e4\0", Malformed),
        ("0000", Null),
        ("e3e4", Empty(Square::E3)),
        ("e8e7", NotYours(Square::E8)),
        ("e2e5", Illegal(Square::E2, Square::E5)),
        ("e2e4q", Illegal(Square::E2, Square::E4)),
        ("e1g1q", Illegal(Square::E1, Square::G1)),
        ("e1c1", Illegal(Square::E1, Square::C1)),
        ("a7a8", NoPromotion(Square::A8)),
        ("a7b8", Illegal(Square::A7, Square::B8)),
    ];
    for (text, error) in cases {
        assert_eq!(board.parse_uci(text), Err(error), "{text:?}");
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(board.parse_uci("A7A8Q"), board.parse_uci("a7a8q"));
    assert!(board.parse_uci("a7a8N").is_ok());
}

#[test]
#[ignore = "needs ../shared/data"]
fn start_positions_have_their_numbers() {
    let text = common::data("books/chess960_startpos.epd");
    assert_eq!(text.lines().count(), 960);
    for (number, line) in (0..).zip(text.lines()) {
        let start = Board::chess960(number).unwrap();
        assert_eq!(start.fen(CastlingMode::Chess960), line);
        assert_eq!(board(line), start);
        assert_eq!(start.chess960_numbers(), Some(ByColor([number, number])));
    }
}

#[test]
fn double_chess960_sets_each_side_by_its_number() {
    let start = Board::double_chess960(0, 518).unwrap();
    assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(start.chess960_numbers(), Some(ByColor([0, 518])));
    assert_eq!(Board::double_chess960(960, 0), None);
    assert_eq!(Board::double_chess960(0, u16::MAX), None);
    let moved = start.play(start.parse_uci("e2e4").unwrap());
    assert_eq!(moved.chess960_numbers(), None);
}
