//! Opening books and tablebases in sessions: options, announcements, and files that are of no use.

mod common;

use common::{Talk, count};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use vernier_chess::Board;
use vernier_chess::polyglot::BookBuilder;

/// A book on the disk for as long as a test needs it. No two have the same place: tests run side by side.
struct BookFile(PathBuf);

impl BookFile {
    fn write(builder: BookBuilder) -> Self {
        static WRITTEN: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("vernier-{process}-{number}.bin"));
        std::fs::write(&path, builder.finish()).unwrap();
        Self(path)
    }
}

impl Drop for BookFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl fmt::Display for BookFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

/// A book that knows 1. a3 h6 and nothing else.
fn book() -> BookFile {
    let start = Board::start();
    let first = start.parse_san("a3").unwrap();
    let next = start.play(first);
    let mut builder = BookBuilder::new();
    builder.add(&start, first, 3);
    builder.add(&start, start.parse_san("h3").unwrap(), 0);
    builder.add(&next, next.parse_san("h6").unwrap(), 1);
    BookFile::write(builder)
}

#[test]
fn uci_plays_from_a_book_file() {
    let book = book();
    let mut talk = Talk::uci();
    talk.say(&format!("setoption name BookFile value {book}"));
    assert!(talk.settle().contains(&"info string the book has 3 entries".to_owned()));
    talk.say("go depth 1");
    talk.expect("bestmove");
    talk.say("setoption name OwnBook value true\nposition startpos\ngo wtime 1000 btime 1000");
    let lines = talk.collect("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a2a3 ponder h7h6"));
    assert_eq!(count(&lines, "info string book move a3, weight 3 of 3"), 1);
    assert_eq!(count(&lines, "info depth"), 1, "a scored line comes before the move");
    // Pondering on a book move waits for the hit; analysis has no book.
    talk.say("position startpos moves a2a3\ngo ponder wtime 1000 btime 1000\nisready");
    assert_eq!(count(&talk.collect("readyok"), "bestmove"), 0);
    talk.say("ponderhit");
    assert!(talk.expect("bestmove").starts_with("bestmove h7h6"));
    talk.say("setoption name UCI_AnalyseMode value true\nposition startpos\ngo depth 1");
    assert_eq!(count(&talk.collect("bestmove"), "info string book"), 0);
    talk.say("setoption name BookFile value no-such-book.bin");
    let lines = talk.settle();
    assert!(lines[0].contains("BookFile keeps its value: cannot read no-such-book.bin"), "{lines:?}");
    talk.quit();
}

/// The answer to a search of the given position, and whether it was the book's.
fn answer(talk: &mut Talk, position: &str) -> (String, bool) {
    talk.say(&format!("position {position}\ngo depth 2"));
    let lines = talk.collect("bestmove");
    let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned();
    (best, count(&lines, "info string book move ") == 1)
}

#[test]
fn uci_plays_from_the_embedded_book() {
    let book = book();
    let mut talk = Talk::uci();
    assert!(!answer(&mut talk, "startpos").1);
    talk.say("setoption name OwnBook value true\nsetoption name BookSeed value 7");
    let firsts: Vec<String> = (0..30).map(|_| answer(&mut talk, "startpos")).map(|(mv, _)| mv).collect();
    assert!(firsts.iter().any(|mv| *mv != firsts[0]), "{firsts:?}");
    talk.say("setoption name BookSeed value 7");
    let again: Vec<String> = (0..30).map(|_| answer(&mut talk, "startpos").0).collect();
    assert_eq!(firsts, again, "the seed decides");
    talk.say("setoption name BookVariety value 0");
    let heaviest: Vec<(String, bool)> = (0..5).map(|_| answer(&mut talk, "startpos")).collect();
    assert!(heaviest.iter().all(|answer| answer.1 && *answer == heaviest[0]), "{heaviest:?}");
    // Chess960 begins from that position too, and from others that the book does not know.
    talk.say("setoption name UCI_Chess960 value true");
    assert_eq!(answer(&mut talk, "startpos"), heaviest[0]);
    assert!(!answer(&mut talk, "fen bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1").1);
    // A book of one's own takes its place until it is taken away again.
    talk.say(&format!("setoption name BookFile value {book}"));
    assert_eq!(answer(&mut talk, "startpos"), ("a2a3".to_owned(), true));
    talk.say("setoption name BookFile value <empty>");
    assert_eq!(answer(&mut talk, "startpos"), heaviest[0]);
    // No deeper than asked for.
    talk.say("setoption name BookDepth value 1");
    let second = format!("startpos moves {} {}", heaviest[0].0, reply(&heaviest[0].0));
    assert!(answer(&mut talk, "startpos").1 && !answer(&mut talk, &second).1);
    talk.say("setoption name BookDepth value 2");
    assert!(answer(&mut talk, &second).1, "{second}");
    talk.quit();
}

/// The heaviest reply of the book inside the program to a first move.
fn reply(first: &str) -> String {
    let start = Board::start();
    let next = start.play(start.parse_uci(first).unwrap());
    let found = vernier_engine::OpeningBook::embedded().book().moves(&next);
    found.moves[0].mv.to_string()
}

#[test]
fn castling_from_a_book_follows_the_castling_mode() {
    let fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let board: Board = fen.parse().unwrap();
    let mut builder = BookBuilder::new();
    builder.add(&board, board.parse_san("O-O").unwrap(), 1);
    let book = BookFile::write(builder);
    let mut talk = Talk::uci();
    talk.say(&format!("setoption name BookFile value {book}\nsetoption name OwnBook value true"));
    assert_eq!(answer(&mut talk, &format!("fen {fen}")), ("e1g1".to_owned(), true));
    talk.say("setoption name UCI_Chess960 value true");
    assert_eq!(answer(&mut talk, &format!("fen {fen}")), ("e1h1".to_owned(), true));
    talk.quit();
    for (variant, written) in [("normal", "move e1g1"), ("fischerandom", "move O-O")] {
        let mut talk = Talk::xboard();
        talk.say(&format!("variant {variant}\noption BookFile={book}\noption OwnBook=1"));
        talk.say(&format!("setboard {fen}\nbk\nping 1"));
        let lines = talk.collect("pong 1");
        assert!(lines.contains(&"\tO-O     100.0%".to_owned()), "{lines:?}");
        talk.say("go");
        assert_eq!(talk.collect("move ").last().map(String::as_str), Some(written));
        talk.quit();
    }
}

#[test]
fn xboard_shows_the_embedded_book() {
    let mut talk = Talk::xboard();
    talk.say("option OwnBook=1\nbk\nping 1");
    let lines = talk.collect("pong 1");
    for first in ["\te4 ", "\td4 ", "\tc4 ", "\tNf3 "] {
        assert_eq!(count(&lines, first), 1, "{lines:?}");
    }
    talk.say("go");
    assert_eq!(count(&talk.collect("move "), "# book move "), 1);
    talk.say("option OwnBook=0\nbk\nping 2");
    assert!(talk.collect("pong 2").contains(&"\tno opening book is in use".to_owned()));
    talk.quit();
}

#[test]
fn xboard_shows_a_book_file() {
    let book = book();
    let mut talk = Talk::xboard();
    talk.say("bk\nping 1");
    assert!(talk.collect("pong 1").contains(&"\tno opening book is in use".to_owned()));
    talk.say(&format!("option BookFile={book}\nbk\nping 2"));
    let lines = talk.collect("pong 2");
    assert!(lines.contains(&"\ta3      100.0%".to_owned()) && lines.contains(&String::new()), "{lines:?}");
    talk.say("option OwnBook=1\ngo");
    let lines = talk.collect("move ");
    assert_eq!(lines.last().map(String::as_str), Some("move a2a3"));
    assert_eq!(count(&lines, "# book move a3"), 1);
    talk.say("force\nusermove e7e5\nbk\nping 3");
    assert!(talk.collect("pong 3").contains(&"\tthe book does not know this position".to_owned()));
    talk.quit();
}

#[test]
fn paths_without_tablebases_are_reported() {
    let mut talk = Talk::uci();
    for path in ["no-such-folder", "no-such-folder;;", "a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p;q;r;s;t"] {
        talk.say(&format!("setoption name SyzygyPath value {path}"));
        let lines = talk.settle();
        assert_eq!(count(&lines, "info string found 0 WDL and 0 DTZ tablebases"), 1, "{lines:?}");
        assert!(lines.len() <= 19, "{lines:?}");
        talk.say("position fen 8/8/8/8/3k4/8/8/KQ6 w - - 0 1\ngo depth 2");
        talk.expect("bestmove");
    }
    talk.quit();
}

#[test]
#[ignore = "needs ../shared/data"]
fn tablebases_are_used_and_counted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    let mut talk = Talk::uci();
    talk.say(&format!("setoption name SyzygyPath value {folder}"));
    let lines = talk.settle();
    assert_eq!(lines[0], "info string found 37 WDL and 36 DTZ tablebases, up to 5 pieces");
    assert_eq!(lines[1], "info string missing, although other tablebases need them: KBNvKN.rtbz");
    // Bishop and knight: too far for a search, known to the tables.
    talk.say("position fen 8/8/8/8/3k4/8/8/KBN5 w - - 0 1\ngo depth 3");
    let last = talk.collect("bestmove").into_iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(last.contains(" score cp 19") && !last.contains(" tbhits 0 "), "{last}");
    talk.say("setoption name SyzygyProbeLimit value 3\ngo depth 3");
    let last = talk.collect("bestmove").into_iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(last.contains(" tbhits 0 "), "{last}");
    talk.quit();
    let mut talk = Talk::xboard();
    talk.say(&format!("egtpath syzygy {folder}\nping 1"));
    assert_eq!(count(&talk.collect("pong 1"), "# found 37 WDL"), 1);
    talk.quit();
}
