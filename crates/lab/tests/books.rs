//! Books by analysis, from the outside.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use vernier_chess::Board;
use vernier_engine::OpeningBook;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What `vernier-lab` says, which must end with that status.
fn text_of(words: &[&str], status: i32) -> String {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_vernier-lab"));
    let output = lab.args(words).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {text}");
    text.into_owned()
}

#[test]
fn analysis_becomes_a_book() {
    let folder = folder("books-grow");
    let file = |name: &str| folder.join(name).display().to_string();
    let grow = |name: &str, positions: &str, threads: &str| {
        let book = file(name);
        let words = ["book", "grow", "--out", &book, "--positions", positions, "--threads", threads];
        let text = text_of(&[&words[..], &["--nodes", "300", "--margin", "60", "--bound", "90"]].concat(), 0);
        assert!(text.ends_with(&format!(" entries from {positions} analysed positions\n")), "{text}");
        fs::read(book).unwrap()
    };
    let alone = grow("one.bin", "60", "1");
    assert_eq!(alone, grow("three.bin", "60", "3"), "threads make no difference");
    // Broken off, and taken up again: what is in the notes is not searched a second time.
    assert_ne!(alone, grow("later.bin", "33", "1"));
    let halfway = fs::read_to_string(file("later.bin.notes")).unwrap();
    assert_eq!(halfway.lines().count(), 34);
    assert_eq!(alone, grow("later.bin", "60", "2"));
    let notes = fs::read_to_string(file("later.bin.notes")).unwrap();
    assert!(notes.starts_with(&halfway) && notes.lines().count() == 61);
    let book = file("one.bin");
    let moves = OpeningBook::load(&book).unwrap().moves(&Board::start(), &[]);
    assert!(moves.len() > 1, "there is some variety");
    let other = text_of(&["book", "grow", "--out", &book, "--nodes", "400"], 2);
    assert!(other.contains("one.bin.notes does not begin with '# book analysis, 400 nodes"), "{other}");
    assert_eq!(fs::read(&book).unwrap(), alone);
}

#[test]
fn games_leave_a_book_in_balance() {
    let folder = folder("books-exits");
    let (book, pruned) = (folder.join("book.bin"), folder.join("pruned.bin"));
    // White may give a queen away, or not.
    let mut builder = vernier_chess::polyglot::BookBuilder::new();
    for line in ["e4 e5 Qh5 Nf6 Qxf7+", "e4 e5 Nf3 Nc6", "d4 d5"] {
        let mut board = Board::start();
        for san in line.split(' ') {
            let mv = board.parse_san(san).unwrap();
            builder.add(&board, mv, 1);
            board = board.play(mv);
        }
    }
    fs::write(&book, builder.finish()).unwrap();
    let book = book.display().to_string();
    let exits = ["book", "exits", &book, "--games", "40", "--nodes", "5000", "--bound", "90"];
    let text = text_of(&exits, 1);
    assert!(text.starts_with("40 games leave the book at 3 positions, after "), "{text}");
    assert!(text.contains("(2 to 5)") && !text.contains("90 or more      0"), "{text}");
    assert_eq!(text, text_of(&[&exits[..], &["--threads", "2"]].concat(), 1), "threads make no difference");
    assert_ne!(text, text_of(&[&exits[..], &["--seed", "2"]].concat(), 1));
    let pruned = pruned.display().to_string();
    let text = text_of(&[&exits[..], &["--out", &pruned]].concat(), 0);
    assert!(text.contains("90 or more      0   0.0%") && text.ends_with(" entries written\n"), "{text}");
    let after: Board = "rnbqkb1r/pppp1ppp/5n2/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3".parse().unwrap();
    assert!(OpeningBook::load(&pruned).unwrap().moves(&after, &[]).is_empty(), "the queen is not given away");
    let text = text_of(&["book", "exits", &pruned, "--games", "3", "--nodes", "200", "--play", "100"], 0);
    assert!(text.lines().last().unwrap().starts_with("all         3 "), "{text}");
}
