//! Playing from an opening book: only when asked to, only legal moves, by weight, and announced.

mod common;

use common::{Scratch, Subject, board, search};
use std::collections::HashMap;
use std::sync::Arc;
use vernier_chess::polyglot::{BookBuilder, Entry, MoveCode};
use vernier_chess::{Board, Game};
use vernier_engine::{BookOptions, Engine, Limits, OpeningBook, Request};

/// A book of the start position with those moves and weights.
fn book(scratch: &Scratch, moves: &[(&str, u64)]) -> Arc<OpeningBook> {
    let start = Board::start();
    let mut builder = BookBuilder::new();
    for (text, weight) in moves {
        builder.add(&start, start.parse_uci(text).expect("a move"), *weight);
    }
    load(scratch, &builder.finish())
}

fn load(scratch: &Scratch, bytes: &[u8]) -> Arc<OpeningBook> {
    let path = scratch.0.join("book.bin");
    std::fs::write(&path, bytes).expect("a file");
    Arc::new(OpeningBook::load(&path).expect("a book"))
}

fn playing(file: Arc<OpeningBook>) -> BookOptions {
    BookOptions { own_book: true, file: Some(file), ..BookOptions::default() }
}

/// The move played, and whether it was announced as the book's.
fn played(engine: &mut Subject, limits: Limits) -> (String, bool) {
    let run = search(engine, limits);
    let best = run.best.expect("a move");
    assert!(engine.position.board().is_legal(best));
    assert_eq!(run.last().pv.first(), Some(&best));
    (best.to_string(), run.notes.iter().any(|note| note.starts_with("book move ")))
}

#[test]
fn book_moves_are_played_only_on_request() {
    let scratch = Scratch::new("book-asked");
    let file = book(&scratch, &[("a2a3", 7)]);
    let mut engine = Subject::new(Engine::new());
    engine.set_book(BookOptions { own_book: false, ..playing(Arc::clone(&file)) });
    assert!(!played(&mut engine, Limits::depth(3)).1);
    engine.set_book(playing(Arc::clone(&file)));
    assert_eq!(played(&mut engine, Limits::depth(3)), ("a2a3".to_owned(), true));
    let run = search(&mut engine, Limits::depth(3));
    assert_eq!(run.notes, ["book move a3, weight 7 of 7"]);
    engine.set_threads(3);
    assert_eq!(played(&mut engine, Limits::depth(3)), ("a2a3".to_owned(), true));
    // Not for analysis, not against what was asked, not beyond the depth.
    engine.set_book(BookOptions { analysis: true, ..playing(Arc::clone(&file)) });
    assert!(!played(&mut engine, Limits::depth(3)).1);
    engine.set_book(playing(Arc::clone(&file)));
    let searchmoves = vec![Board::start().parse_uci("e2e4").expect("a move")];
    assert_eq!(played(&mut engine, Limits { searchmoves, ..Limits::depth(3) }), ("e2e4".to_owned(), false));
    engine.set_book(BookOptions { depth: 0, ..playing(file) });
    assert!(!played(&mut engine, Limits::depth(3)).1);
}

#[test]
fn weights_and_variety_decide_how_often_a_move_is_played() {
    let scratch = Scratch::new("book-weights");
    let file = book(&scratch, &[("e2e4", 60), ("d2d4", 30), ("c2c4", 10), ("h2h4", 0)]);
    let counts = |variety, seed| {
        let mut engine = Subject::new(Engine::new());
        engine.set_book(BookOptions { variety, ..playing(Arc::clone(&file)) });
        engine.set_book_seed(seed);
        let mut counts = HashMap::new();
        for _ in 0..500 {
            *counts.entry(played(&mut engine, Limits::depth(1)).0).or_insert(0) += 1;
        }
        counts
    };
    assert_eq!(counts(0, 1), HashMap::from([("e2e4".to_owned(), 500)]));
    let by_weight = counts(100, 1);
    let near = |text: &str, expected: i32| (by_weight[text] - expected).abs() < 50;
    assert!(near("e2e4", 300) && near("d2d4", 150) && near("c2c4", 50), "{by_weight:?}");
    assert!(counts(50, 1)["e2e4"] > by_weight["e2e4"]);
    assert_eq!(by_weight, counts(100, 1), "the seed decides");
    assert_ne!(by_weight, counts(100, 2));
}

#[test]
fn unplayable_book_moves_are_ignored() {
    let scratch = Scratch::new("book-odd");
    let start = Board::start();
    // Worthless, and illegal.
    let mut engine = Subject::new(Engine::new());
    engine.set_book(playing(book(&scratch, &[("e2e4", 0)])));
    assert!(!played(&mut engine, Limits::depth(2)).1);
    let entry = Entry { key: start.polyglot_key(), code: MoveCode(0o0405), weight: 9, learn: 0 };
    engine.set_book(playing(load(&scratch, &entry.to_bytes())));
    assert!(!played(&mut engine, Limits::depth(2)).1);
    // A move that brings an earlier position back.
    let mut builder = BookBuilder::new();
    let mut game = Game::new();
    for text in ["g1f3", "g8f6", "f3g1"] {
        game.play(game.board().parse_uci(text).expect("a move")).expect("legal");
    }
    builder.add(game.board(), game.board().parse_uci("f6g8").expect("a move"), 5);
    engine.set_book(playing(load(&scratch, &builder.finish())));
    engine.position = Request::new(&game);
    assert!(!played(&mut engine, Limits::depth(2)).1);
    engine.position = Request::new(*game.board());
    assert!(played(&mut engine, Limits::depth(2)).1);
}

#[test]
fn the_embedded_book_is_valid_and_small() {
    let embedded = OpeningBook::embedded();
    let book = embedded.book();
    assert!(book.len() > 400 && book.len() * Entry::SIZE < 200_000, "{}", book.len());
    assert_eq!(book.cut_bytes(), 0);
    let survey = book.survey(&Board::start());
    assert!(survey.rejected.is_empty() && survey.unreached.is_empty(), "{survey:?}");
    // The first moves that people play are all there, and all are answered in more than one way.
    let start = Board::start();
    for first in ["e4", "d4", "c4", "Nf3"] {
        let mv = start.parse_san(first).expect("a move");
        assert!(book.moves(&start).moves.iter().any(|found| found.mv == mv && found.weight > 0), "{first}");
        assert!(book.moves(&start.play(mv)).moves.len() > 1, "{first}");
    }
    let mut engine = Subject::new(Engine::new());
    assert!(!played(&mut engine, Limits::depth(1)).1);
    engine.set_book(BookOptions { own_book: true, ..BookOptions::default() });
    assert!(played(&mut engine, Limits::depth(1)).1);
}

#[test]
fn chess960_castling_is_found_in_books() {
    let scratch = Scratch::new("book-960");
    let board = board("1k6/8/8/8/8/8/8/5KR1 w G - 0 1");
    let mut builder = BookBuilder::new();
    builder.add(&board, board.parse_uci("f1g1").expect("castling"), 1);
    let mut engine = Subject::new(Engine::new());
    engine.set_book(playing(load(&scratch, &builder.finish())));
    engine.position = Request::new(board);
    assert_eq!(played(&mut engine, Limits::depth(2)), ("f1g1".to_owned(), true));
}

#[test]
fn files_that_are_not_books_are_rejected() {
    let scratch = Scratch::new("book-refused");
    let refused = |path: &std::path::Path| OpeningBook::load(path).expect_err("no book").to_string();
    let file = scratch.0.join("no.bin");
    assert!(refused(&file).starts_with("cannot read ") && refused(&file).contains("no.bin"));
    assert!(refused(&scratch.0).ends_with(" is not a file"));
    std::fs::write(&file, b"too short").expect("a file");
    assert!(refused(&file).contains("9 bytes hold no entry"));
    std::fs::write(&file, [[255; 16], [0; 16]].concat()).expect("a file");
    assert!(refused(&file).contains("entry 2 is out of order"));
    #[cfg(unix)]
    assert!(refused("/dev/zero".as_ref()).ends_with("/dev/zero is not a file"));
}
