//! Games that are damaged: what is wrong has a kind and a place, memory has limits, and the next game is read.

mod common;

use common::data_bytes;
use common::games::{MainLine, read_all, sans};
use std::io::{self, Read};
use vernier_chess::SanError;
use vernier_chess::pgn::{ErrorKind, Limits, Part, Reader, TreeBuilder};

/// The kind and the byte offset of the only error in a text.
fn damage(text: &str) -> (ErrorKind, u64) {
    let mut errors = read_all(text.as_bytes()).into_iter().filter_map(Result::err);
    let error = errors.next().unwrap_or_else(|| panic!("no error in {text:?}"));
    assert_eq!(errors.next(), None, "{text:?}");
    (error.kind, error.location.offset)
}

#[test]
#[ignore = "needs ../shared/data"]
fn damage_in_shared_files_is_found_in_place() {
    let bytes = data_bytes("pgn/made-illegal.pgn");
    let text = String::from_utf8(bytes.clone()).unwrap();
    let games = read_all(&bytes);
    let places: Vec<Option<(&str, u64)>> = games
        .iter()
        .map(|game| game.as_ref().err())
        .map(|error| error.map(|error| (&text[error.location.offset as usize..][..3], error.location.line)))
        .collect();
    assert_eq!(places, [Some(("Ke3", 4)), Some(("Nd2", 11)), Some(("e5 ", 16)), Some(("[FE", 20)), None]);
    assert!(matches!(games[3].as_ref().unwrap_err().kind, ErrorKind::Fen(_)));

    let errors = |file: &str| -> Vec<Option<ErrorKind>> {
        let bytes = data_bytes(&format!("pgn/{file}"));
        read_all(&bytes).into_iter().map(|game| game.err().map(|error| error.kind)).collect()
    };
    assert_eq!(errors("made-truncated-comment.pgn"), [Some(ErrorKind::Unterminated(Part::Comment))]);
    assert_eq!(errors("made-truncated-tag.pgn"), [None, Some(ErrorKind::Unterminated(Part::Tag))]);
    assert_eq!(errors("made-truncated-variation.pgn"), [Some(ErrorKind::Unterminated(Part::Variation))]);
    let malformed = ErrorKind::Move { text: "B".to_string(), reason: SanError::Malformed };
    assert_eq!(errors("made-truncated-move.pgn"), [Some(malformed)]);
    assert_eq!(errors("nibbler-escape-and-missing-quotes.pgn"), [Some(ErrorKind::MalformedTag)]);
    assert_eq!(
        errors("antichess-programfox.pgn"),
        vec![Some(ErrorKind::Variant("Antichess".to_string())); 2]
    );
    assert_eq!(errors("made-odd-results.pgn"), vec![None; 9]);
    assert_eq!(errors("made-unbalanced.pgn"), [None, None]);
    assert_eq!(errors("made-empty.pgn"), []);
    assert_eq!(errors("made-whitespace-only.pgn"), []);
}

#[test]
fn errors_have_a_kind_and_a_location_and_the_next_game_is_read() {
    const NEXT: &str = "\n\n[Event \"next\"]\n\n1. d4 {fine} *\n";
    let illegal = |text: &str| ErrorKind::Move { text: text.to_string(), reason: SanError::Illegal };
    let malformed = |text: &str| ErrorKind::Move { text: text.to_string(), reason: SanError::Malformed };
    for (text, kind, offset) in [
        ("1. e4 {never closed", ErrorKind::Unterminated(Part::Comment), 6),
        ("1. e4 (1. d4 (1. c4)", ErrorKind::Unterminated(Part::Variation), 6),
        ("[White \"never closed]", ErrorKind::Unterminated(Part::Tag), 0),
        ("[White unquoted]\n[Black \"b\"]\n1. e5 *", ErrorKind::MalformedTag, 0),
        ("1. e4 e5 2. Ke3 {unread} Ke7 (2. d4)", illegal("Ke3"), 12),
        ("1. e4 e5 2. xyzzy", malformed("xyzzy"), 12),
        ("1. e4 e5 2. Ñf3", malformed("Ñf3"), 12),
        ("1. e4 $100000000000000000000 e5", ErrorKind::NagTooLarge, 6),
        ("1. e4 $ e5", ErrorKind::Unexpected(b'$'), 6),
        ("1. e4 ] e5", ErrorKind::Unexpected(b']'), 6),
        ("<html>", ErrorKind::Unexpected(b'<'), 0),
        ("(1. e4)", ErrorKind::NothingToVary, 0),
        ("1. e4 ((1. d4))", ErrorKind::NothingToVary, 7),
        ("1. e4 e5 2. Qh5 Nf6 3. Qxf7+ --", ErrorKind::NullMoveInCheck, 29),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7 Z0", ErrorKind::NullMoveInCheck, 28),
        ("[Variant \"Crazyhouse\"]\n1. e4 *", ErrorKind::Variant("Crazyhouse".to_string()), 0),
        ("junk before the game", malformed("junk"), 0),
    ] {
        let whole = format!("{text}{NEXT}");
        assert_eq!(damage(&whole), (kind, offset), "{text}");
        let games = read_all(whole.as_bytes());
        let last = games.last().unwrap().as_ref().unwrap();
        assert_eq!((games.len(), last.tags.get("Event")), (2, Some("next")), "{text}");
        assert_eq!(sans(last), "d4", "{text}");
    }
}

#[test]
fn moves_before_an_error_are_available() {
    let mut builder = TreeBuilder::new();
    let mut reader = Reader::new(&b"[White \"A\"]\n1. e4 e5 2. Ke3 Ke7 *"[..]);
    assert!(reader.read(&mut builder).unwrap().is_err());
    let game = builder.finish();
    assert_eq!((game.tags.get("White"), sans(&game).as_str()), (Some("A"), "e4 e5"));
}

#[test]
fn nesting_needs_no_stack() {
    let deep = "1. e4 ".to_string() + &"(1. d4 (1. c4 ".repeat(50_000) + &"))".repeat(50_000) + " e5 *";
    assert_eq!(damage(&deep).0, ErrorKind::TooDeep);
    let limits = Limits { depth: 100_000, ..Limits::default() };
    let game = Reader::with_limits(deep.as_bytes(), limits).next().unwrap().unwrap();
    assert_eq!((game.len(), sans(&game).as_str()), (100_002, "e4 e5"));
    let open = "1. e4 ".to_string() + &"(".repeat(1_000_000);
    assert_eq!(damage(&open), (ErrorKind::NothingToVary, 7));
    // Someone who skips variations does not mind.
    let mut main = MainLine::default();
    assert_eq!(Reader::new(deep.as_bytes()).read(&mut main), Some(Ok(())));
    assert_eq!(main.0, 2);
}

#[test]
fn memory_has_limits() {
    let limits = Limits { game: 1000, text: 100, tags: 3, depth: 10 };
    let kind = |text: String| {
        let games: Vec<_> =
            Reader::with_limits((text + "\n\n[Event \"x\"]\n\n*").as_bytes(), limits).collect();
        assert!(games.len() == 2 && games[1].is_ok(), "{games:?}");
        games[0].clone().unwrap_err().kind
    };
    let long = "x".repeat(101);
    assert_eq!(kind(format!("1. e4 {{{long}}}")), ErrorKind::TooLong(Part::Comment));
    assert_eq!(kind(format!("1. e4 ;{long}")), ErrorKind::TooLong(Part::Comment));
    assert_eq!(kind(format!("[White \"{long}\"]\n\n1. e4")), ErrorKind::TooLong(Part::Tag));
    assert_eq!(kind(format!("[{long} \"\"]\n\n1. e4")), ErrorKind::TooLong(Part::Tag));
    assert_eq!(kind("[A \"\"][B \"\"][C \"\"][D \"\"]\n1. e4".to_string()), ErrorKind::TooManyTags);
    assert_eq!(kind("Nf3 Nf6 Ng1 Ng8 ".repeat(70)), ErrorKind::TooLong(Part::Game));
    assert!(
        matches!(kind(format!("1. {}", "e".repeat(100_000))), ErrorKind::Move { text, .. } if text.len() == 32)
    );
}

/// Fails after this many bytes.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::ErrorKind::ConnectionReset.into()) } else { self.0.read(buffer) }
    }
}

#[test]
fn a_failing_source_is_reported_once() {
    let games: Vec<_> = Reader::new(Failing(b"1. e4 *\n\n1. d4 d5")).collect();
    assert!(games[0].is_ok());
    assert_eq!(games[1].as_ref().unwrap_err().kind, ErrorKind::Source(io::ErrorKind::ConnectionReset));
    assert_eq!(games.len(), 2);
}
