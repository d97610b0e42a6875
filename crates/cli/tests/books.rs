//! `vernier book` and `vernier tb` from outside, and what python-chess makes of the same books and tables.

mod talk;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

fn vernier(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vernier"))
        .args(words)
        .env_remove("SYZYGY_PATH")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The standard output of a command that must end with that status.
fn stdout(words: &[&str], status: i32) -> String {
    let output = vernier(words);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The error of a command that cannot be carried out.
fn error(words: &[&str]) -> String {
    let output = vernier(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// An empty folder, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("vernier-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.file(name), bytes).unwrap();
        self.file(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file or folder of the shared test data.
fn data(name: &str) -> String {
    let path = format!("{DATA}/{name}");
    assert!(Path::new(&path).exists(), "{path} is missing");
    path
}

const GAMES: &str = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n\
                     [Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n[Result \"*\"]\n\n1. e4 e5 *\n\n\
                     [Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Result \"1-0\"]\n\n1. d4 -- 2. c4 1-0\n";

#[test]
fn games_become_a_book() {
    let scratch = Scratch::new("build");
    let (games, book) = (scratch.write("games.pgn", GAMES), scratch.file("book.bin"));
    let build = ["book", "build", "--pgn", &games, "--out", &book, "--min-games"];
    let text = stdout(&[&build[..], &["1"]].concat(), 0);
    assert_eq!(text, "6 entries from 6 games; 1 damaged game left out\n");
    // White: e4 won, lost, unfinished; d4 drawn and won.
    let shown = stdout(&["book", "show", &book], 0);
    let lines: Vec<Vec<&str>> = shown.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["Move", "UCI", "Weight", "Share", "Learn"]);
    assert_eq!(lines[1..], [["d4", "d2d4", "3", "50.0%", "0"], ["e4", "e2e4", "3", "50.0%", "0"]]);
    let replies =
        stdout(&["book", "show", &book, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"], 0);
    assert!(replies.contains("c5      c7c5        2   66.7%"), "{replies}");
    assert_eq!(stdout(&["book", "check", &book], 0).lines().count(), 2);
    // Only what was played often enough and did well enough.
    assert!(stdout(&[&build[..], &["3"]].concat(), 0).starts_with("1 entries"));
    assert!(stdout(&[&build[..], &["1", "--min-score", "51"]].concat(), 0).starts_with("3 entries"));
    assert!(stdout(&[&build[..], &["1", "--max-ply", "1"]].concat(), 0).starts_with("2 entries"));
    assert!(error(&[&build[..], &["100"]].concat()).contains("no move is left"));
    assert!(!Path::new(&scratch.file("book.bin.partial")).exists());
    // Twice the same book: twice the weights, the same shares.
    let merged = scratch.file("merged.bin");
    stdout(&["book", "merge", &book, &book, "--out", &merged], 0);
    assert!(stdout(&["book", "show", &merged], 0).contains("d4      d2d4        6   50.0%"));
}

#[test]
fn damaged_books_are_reported() {
    let scratch = Scratch::new("damaged");
    let short = scratch.write("short.bin", b"short");
    assert!(error(&["book", "check", &short]).contains("short.bin: no Polyglot book: 5 bytes"));
    let unsorted = scratch.write("unsorted.bin", [[9; 16], [8; 16]].concat());
    assert!(error(&["book", "show", &unsorted]).contains("entry 2 is out of order"));
    assert!(error(&["book", "check", "no-such.bin"]).contains("cannot read no-such.bin"));
    // The start position with a promotion to nothing, an impossible move, and half an entry.
    let odd: Vec<u8> = [0x463b_9618_1691_fc9c_u64.to_be_bytes(), [0x70, 0, 0, 1, 0, 0, 0, 0]]
        .iter()
        .chain(&[0x463b_9618_1691_fc9c_u64.to_be_bytes(), [0, 1, 0, 1, 0, 0, 0, 0]])
        .flatten()
        .copied()
        .chain([1; 8])
        .collect();
    let odd = scratch.write("odd.bin", odd);
    let text = stdout(&["book", "check", &odd], 1);
    for line in [
        "with 0 legal moves and 2 bad entries",
        "no piece has the number 7",
        "a1b1 is not legal",
        "8 bytes at the end",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn wrong_usage_is_explained() {
    for (words, reason) in [
        (&["book"][..], "Usage: vernier book <COMMAND>"),
        (&["book", "burn"], "unrecognized subcommand 'burn'"),
        (&["book", "show", "x", "--out", "y"], "unexpected argument '--out'"),
        (&["book", "merge", "x", "--max-ply", "3"], "unexpected argument '--max-ply'"),
        (&["book", "check", "x", "--threads", "2"], "unexpected argument '--threads'"),
        (&["book", "build", "--out", "x"], "--pgn <FILE>..."),
        (&["book", "build", "--pgn", "x"], "--out <BOOK>"),
        (&["book", "build", "--pgn", "x", "--out", "y", "--min-score", "101"], "it must be from 0 to 100"),
        (&["tb", "8/8/8/8/8/8/8/KQ1k4 w - - 0 1"], "--path <FOLDERS>"),
        (&["tb", "--path", "x"], "<FEN|--suite <FILE>>"),
        (&["tb", "--path", "x", "--suite", "y", "startpos"], "cannot be used with"),
    ] {
        let error = error(words);
        assert!(error.contains(reason), "{words:?}: {error}");
    }
    assert!(
        error(&["tb", "startpos", "--path", "no-such-folder"]).contains("no tablebases in no-such-folder")
    );
}

#[test]
fn the_embedded_book_is_shown() {
    let shown = stdout(&["book", "show"], 0);
    assert!(shown.starts_with("Move    UCI ") && shown.lines().count() > 1, "{shown}");
    assert_eq!(stdout(&["book", "show", "embedded", "startpos"], 0), shown);
    assert_eq!(
        stdout(&["book", "show", "embedded", "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"], 0),
        "The book does not know this position.\n"
    );
    let checked = stdout(&["book", "check", "embedded"], 0);
    assert!(checked.contains(" and 0 bad entries"), "{checked}");
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_position_is_looked_up_move_by_move() {
    let path = data("syzygy");
    let text = stdout(&["tb", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "--path", &path], 0);
    assert_eq!(
        text,
        "Result:  loss\nDTZ:     -2\n\nMove    UCI    Result          DTZ\nKb8     a8b8   loss             -2\n"
    );
    let position = "8/8/8/8/3k4/8/8/KBN5 w - - 90 100";
    let text = stdout(&["tb", position, "--path", &path], 0);
    assert!(text.starts_with("Result:  cursed win\nDTZ:     58\n"), "{text}");
    let text = stdout(&["tb", position, "--path", &path, "--ignore-50"], 0);
    assert!(text.starts_with("Result:  win\n"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["tb", position, "--path", &path, "--json"], 0)).unwrap();
    assert_eq!((&json["result"], &json["dtz"]), (&"cursed win".into(), &58.into()));
    for (fen, reason) in [
        ("startpos", "castling is still possible"),
        ("8/2ppp3/8/8/3k4/8/2PPP3/1K6 w - - 0 1", "they have at most 5 pieces"),
        ("8/8/4pp2/8/3k4/8/1P6/1K6 w - - 0 1", "a file is missing"),
    ] {
        assert!(error(&["tb", fen, "--path", &path]).contains(reason), "{fen}");
    }
    let suite = format!("{path}/endgame.epd");
    let text = stdout(&["tb", "--suite", &suite, "--path", &path], 0);
    assert_eq!(text, "Positions: 200  Equal: 200  Unknown: 0  Failures: 0\n");
    let scratch = Scratch::new("tb-suite");
    let wrong = scratch.write("wrong.epd", "8/8/8/8/3k4/8/8/KBN5 w - - wdl 0; dtz 0;\n");
    assert!(stdout(&["tb", "--suite", &wrong, "--path", &path], 1).contains("wdl 2 and dtz 58, not 0 and 0"));
}

#[test]
#[ignore = "needs ../shared/data and Python's chess"]
fn python_chess_reads_the_same_moves_and_weights() {
    let scratch = Scratch::new("python-book");
    let names =
        ["lichess-100k", "kasparov-deep-blue-1997", "molinari-bordais-1979", "cutechess-fischerrandom"];
    let files = names.map(|name| data(&format!("pgn/{name}.pgn")));
    let folder = scratch.file("");
    let mut words = vec!["book", env!("CARGO_BIN_EXE_vernier"), folder.as_str()];
    words.extend(files.iter().map(String::as_str));
    let text = talk::python("python_books.py", &words);
    assert!(text.contains(" entries of ") && text.contains(" are equal"), "{text}");
}

#[test]
#[ignore = "needs ../shared/data and Python's chess"]
fn python_chess_finds_the_same_results() {
    let tables = data("syzygy/tables");
    let scratch = Scratch::new("python-tables");
    let words = ["tables", env!("CARGO_BIN_EXE_vernier"), &tables, "500", "1", &scratch.file("")];
    let text = talk::python("python_books.py", &words);
    assert!(text.contains("Equal: 500"), "{text}");
}
