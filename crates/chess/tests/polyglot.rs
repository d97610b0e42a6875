//! Opening books: the published ones read completely, damaged ones refused by name, and what is written reads back.

mod common;

use common::{data, data_bytes, random_boards};
use std::collections::HashMap;
use vernier_chess::polyglot::{Book, BookBuilder, BookError, Entry, EntryError, MoveCode};
use vernier_chess::{Board, CastlingMode, Key, Move, Rng};

/// The bytes of a book of the test data; none, with a line that says so, where the data is absent.
fn book(name: &str) -> Vec<u8> {
    data_bytes(&format!("books/{name}"))
}

#[test]
#[ignore = "needs ../shared/data"]
fn known_positions_hold_the_expected_moves() {
    let text = data("books/polyglot_expected.txt");
    let mut checked = 0;
    for line in text.lines() {
        let [name, fen, expected] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let bytes = book(name);
        let board: Board = fen.parse().expect("a position");
        let found = Book::new(bytes).expect("a book").moves(&board);
        let mut moves: Vec<String> = found
            .moves
            .iter()
            .map(|found| format!("{}:{}", board.uci(found.mv, CastlingMode::Standard), found.weight))
            .collect();
        let mut expected: Vec<String> = expected.split_whitespace().map(str::to_owned).collect();
        moves.sort();
        expected.sort();
        assert_eq!(moves, expected, "{line}");
        assert!(found.rejected.is_empty(), "{line}");
        checked += 1;
    }
    assert_eq!(checked, 56);
}

#[test]
#[ignore = "needs ../shared/data"]
fn every_entry_of_the_shared_books_is_legal_or_named() {
    for (name, entries, expected) in [
        ("cutechess_book_small.bin", 31_467, (29_030, 0, 2_437)),
        ("irida_book_small.bin", 4_542, (4_288, 0, 254)),
        ("lasker-trap.bin", 7, (7, 0, 0)),
    ] {
        let bytes = book(name);
        let book = Book::new(bytes.as_slice()).expect(name);
        assert_eq!((book.len(), book.cut_bytes()), (entries, 0), "{name}");
        let survey = book.survey(&Board::start());
        assert_eq!((survey.legal, survey.rejected.len(), survey.unreached.len()), expected, "{name}");
        let again: Vec<u8> = book.entries().flat_map(Entry::to_bytes).collect();
        assert_eq!(again, bytes, "{name}");
    }
}

#[test]
fn damaged_books_are_rejected_with_the_reason() {
    assert_eq!(Book::new([]), Err(BookError::TooShort(0)));
    assert_eq!(Book::new([7; 15]).map(|_| ()), Err(BookError::TooShort(15)));
    let entry = |key| Entry { key: Key(key), code: MoveCode(0), weight: 1, learn: 0 }.to_bytes();
    let unsorted: Vec<u8> = [entry(1), entry(5), entry(5), entry(4)].concat();
    let error = Book::new(unsorted.as_slice()).unwrap_err();
    assert_eq!(error, BookError::Unsorted(3));
    assert_eq!(error.to_string(), "no Polyglot book: entry 4 is out of order");
    // Extra bytes are skipped and counted.
    let cut = Book::new(&unsorted[..40]).expect("two entries and a half");
    assert_eq!((cut.len(), cut.cut_bytes()), (2, 8));
    let mut random = Rng::new(11);
    let garbage: Vec<u8> = (0..4096).map(|_| random.bits() as u8).collect();
    assert!(matches!(Book::new(garbage), Err(BookError::Unsorted(_))));
}

#[test]
fn any_entry_on_any_board_is_a_legal_move_or_an_error() {
    let mut random = Rng::new(12);
    let mut legal = 0;
    for board in random_boards(300, 13) {
        for _ in 0..1000 {
            let code = MoveCode(random.bits() as u16);
            match code.on(&board) {
                Ok(mv) => {
                    assert!(board.is_legal(mv), "{board}: {mv}");
                    legal += 1;
                }
                Err(EntryError::Promotion(bits)) => assert!((5..=15).contains(&bits)),
                Err(EntryError::Illegal(from, to, _)) => assert_eq!((from, to), (code.from(), code.to())),
                Err(other) => panic!("{other}"),
            }
        }
        for mv in board.legal_moves().iter() {
            assert_eq!(MoveCode::of(*mv).on(&board), Ok(*mv), "{board}");
        }
    }
    assert!(legal > 100, "{legal}");
}

#[test]
fn castling_needs_the_king() {
    let castles: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a position");
    let rook: Board = "3k4/8/8/8/8/8/8/1K2R3 w - - 0 1".parse().expect("a position");
    let code = |from: u16, to: u16| MoveCode(from << 6 | to);
    // King takes rook, and the king's own move: the same castling.
    assert!(code(4, 7).on(&castles).is_ok_and(Move::is_castle));
    assert_eq!(code(4, 6).on(&castles), code(4, 7).on(&castles));
    // A rook on e1 that goes to the corner is just a rook.
    assert!(code(4, 7).on(&rook).is_ok_and(|mv| !mv.is_castle()));
    assert!(matches!(code(4, 0).on(&rook), Err(EntryError::Illegal(..))));
    // Chess960: a king next to its rook castles by taking it.
    let board: Board = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1".parse().expect("a position");
    assert!(code(5, 6).on(&board).is_ok_and(Move::is_castle));
}

#[test]
fn a_repeated_move_is_rejected() {
    let start = Board::start();
    let code = MoveCode::of(start.parse_uci("e2e4").expect("a move"));
    let entry = Entry { key: start.polyglot_key(), code, weight: 5, learn: 0 };
    let book = Book::new([entry.to_bytes(), entry.to_bytes()].concat()).expect("a book");
    let found = book.moves(&start);
    assert_eq!(found.moves.len(), 1);
    assert!(matches!(found.rejected[..], [(_, EntryError::Repeated(_))]));
}

#[test]
fn built_books_round_trip() {
    let mut random = Rng::new(14);
    let mut builder = BookBuilder::new();
    let mut expected: HashMap<(Key, Move), u64> = HashMap::new();
    let boards = random_boards(500, 15);
    for board in boards.iter().chain(&boards[..100]).filter(|board| board.has_legal_moves()) {
        let mv = random.pick(&board.legal_moves());
        let weight = random.below(1000) as u64;
        builder.add(board, mv, weight);
        *expected.entry((board.polyglot_key(), mv)).or_default() += weight;
    }
    assert_eq!(builder.len(), expected.len());
    let book = Book::new(builder.finish()).expect("a book");
    assert!(book.entries().is_sorted());
    let mut found = HashMap::new();
    for board in &boards {
        let here = book.moves(board);
        assert!(
            here.rejected.is_empty() && here.moves.is_sorted_by_key(|found| core::cmp::Reverse(found.weight))
        );
        found.extend(
            here.moves.iter().map(|found| ((board.polyglot_key(), found.mv), u64::from(found.weight))),
        );
    }
    assert_eq!(found, expected);
}

#[test]
fn books_are_merged_by_adding_weights() {
    let start = Board::start();
    let mv = start.parse_uci("e2e4").expect("a move");
    let mut builder = BookBuilder::new();
    builder.add(&start, mv, 60_000);
    builder.add_entry(Entry { key: start.polyglot_key(), code: MoveCode::of(mv), weight: 60_000, learn: 9 });
    builder.add(&start, start.parse_uci("d2d4").expect("a move"), 60_000);
    let book = Book::new(builder.finish()).expect("a book");
    let found = book.moves(&start).moves;
    assert_eq!(found.iter().map(|found| found.weight).collect::<Vec<_>>(), [65_535, 32_767]);
    assert_eq!((found[0].mv, found[0].learn), (mv, 9));
}
