//! Games as text: the shared files as another library reads them, loose forms, and readers in several threads.

mod common;

use common::games::{MainLine, check_written, good, one, random_tree, read_all, sans};
use common::{data, data_bytes};
use std::io::BufReader;
use vernier_chess::pgn::{
    Comment, ErrorKind, GameTree, Nag, NodeId, Part, Reader, Visit, Visitor, read_parallel, result_text,
};
use vernier_chess::{Board, GameResult, Move, Rng};

/// Damaged on purpose, or of another game than chess: another library's reading of these is not a standard.
const ODD: [&str; 7] = [
    "antichess-programfox.pgn",
    "knightvuillaume-jannlee-zh-lichess.pgn",
    "saturs-jannlee-zh-lichess.pgn",
    "made-truncated-comment.pgn",
    "made-truncated-move.pgn",
    "made-truncated-tag.pgn",
    "made-truncated-variation.pgn",
];

fn count(tree: &GameTree, what: impl Fn(Visit) -> usize) -> usize {
    tree.walk().map(what).sum()
}

fn of_nodes(tree: &GameTree, what: impl Fn(NodeId) -> usize) -> usize {
    count(tree, |visit| if let Visit::Move(id) = visit { what(id) } else { 0 })
}

#[test]
#[ignore = "needs ../shared/data"]
fn shared_files_read_as_expected() {
    let expected = data("pgn/expected.tsv");
    let rows: Vec<Vec<&str>> = expected.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let mut compared = 0;
    for row in &rows {
        let (file, number) = (row[0], row[1].parse::<usize>().unwrap());
        // Where games follow without a blank line, the other library reads two as one.
        if ODD.contains(&file)
            || row[7] != "0"
            || number == 0
            || (file, number) == ("made-odd-results.pgn", 8)
        {
            continue;
        }
        let bytes = data_bytes(&format!("pgn/{file}"));
        let game = read_all(&bytes).swap_remove(number - 1).unwrap_or_else(|error| panic!("{file}: {error}"));
        let last = game.mainline().last();
        let plies = game.mainline().count();
        let variations = count(&game, |visit| usize::from(visit == Visit::Open));
        let commented = of_nodes(&game, |id| usize::from(!game[id].comments.is_empty()));
        let nags = of_nodes(&game, |id| game[id].nags.len());
        let context = format!("{file}, game {number}");
        assert_eq!(
            game.tags.get("Result").unwrap_or(vernier_chess::pgn::result_text(game.result)),
            row[2],
            "{context}"
        );
        assert_eq!(plies.to_string(), row[3], "{context}");
        assert_eq!(variations.to_string(), row[4], "{context}");
        assert_eq!(commented.to_string(), row[5], "{context}");
        assert_eq!(nags.to_string(), row[6], "{context}");
        let board: Board = row[8].parse().unwrap();
        assert_eq!(game.board(last).setup(), board.setup(), "{context}");
        compared += 1;
    }
    assert_eq!((rows.len(), compared), (118, 99));
}

#[test]
fn everything_in_a_game_is_kept() {
    let text =
        "{before} 1. e4! $14 {after} (1. d4 {a} {b}) ({lead} 1. c4 c5 (1... e5 $2)) {late} e5?! 2. -- *";
    let game = one(text);
    assert_eq!(game.comments, ["before"]);
    assert_eq!(sans(&game), "e4 e5 --");
    let [e4, d4, c4] = game.next(None) else { panic!() };
    assert_eq!(game[*e4].nags, [Nag(1), Nag(14)]);
    assert_eq!(game[*e4].comments, ["after", "late"]);
    assert_eq!(game[*d4].comments, ["a", "b"]);
    assert_eq!(game[*c4].leads, ["lead"]);
    assert_eq!(game[*c4].next().len(), 2);
    assert_eq!(
        game.to_string(),
        "{before} 1. e4 $1 $14 {after} {late} (1. d4 {a} {b}) ({lead} 1. c4 c5 (1... e5\n$2)) 1... e5 $6 2. -- *\n"
    );
    check_written(&game);
}

#[test]
fn lenient_text_is_read() {
    for (text, moves) in [
        ("\u{feff}1.e4 e5 2.Nf3", "e4 e5 Nf3"),
        ("1.e4\r1...e5\r\n2.Nf3\n\r\n*", "e4 e5 Nf3"),
        ("e4 e5 \0\x1a\0", "e4 e5"),
        ("1. e4+ e5# 2. Ng1f3!!!! 1-0", "e4 e5 Nf3"),
        ("1e4 1...e5 2 . Nf3 *", "e4 e5 Nf3"),
        ("1. e4 ) e5 ) ( 1... c5 ) *", "e4 e5"),
        ("%1. d4\n1. e4 ; e5\n%\n e5 *", "e4 e5"),
        ("e2e4 e7-e5 g1f3", "e4 e5 Nf3"),
        ("1. e4 = c5 +- 2. e5 d5 3. exd6 e.p. *", "e4 c5 e5 d5 exd6"),
        ("1. e4 e5 1-0 1-0 {twice} *", "e4 e5"),
        ("1. e4 (1. d4 1-0) e5 0-1", "e4 e5"),
        ("[SetUp \"1\"][FEN \"r3k3/8/8/8/8/8/8/4K2R b Kq - 0 9\"]\n9... 0-0-0 10. 0-0", "O-O-O O-O"),
        ("[Variant \"Chess 960\"]\n[FEN \"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1\"]\n1. O-O", "O-O"),
    ] {
        assert_eq!(sans(&one(text)), moves, "{text:?}");
    }
    let game = one("[White \"Bj\\\\\\\"\"a\" \"x\" ]\n{one\r\ntwo\tthree}\n*");
    assert_eq!(game.tags.get("White"), Some("Bj\\\"\"a\" \"x"));
    assert_eq!(game.comments, ["one two three"]);
    let latin = good(b"[White \"Andr\xe9\"]\n{Gr\xfc\xdfe \xc3} *");
    assert_eq!(latin[0].tags.get("White"), Some("André"));
    assert_eq!(latin[0].comments, ["GrüßeÃ".replace("eÃ", "e Ã")]);
}

#[test]
fn a_text_is_one_game() {
    let parse = |text: &str| text.parse::<GameTree>().map_err(|error| (error.kind, error.location.offset));
    assert_eq!(sans(&parse("\n[White \"A\"]\n\n1. e4 e5 1-0\n\n").unwrap()), "e4 e5");
    for (text, kind, offset) in [
        ("", ErrorKind::NoGame, 0),
        (" \n", ErrorKind::NoGame, 2),
        ("1. e4 * 1. d4 *", ErrorKind::SecondGame, 11),
        ("1. e4 *\n\n[White \"B\"]\n\n*", ErrorKind::SecondGame, 9),
        ("1. e4 ( *\n1. d4 *", ErrorKind::Unterminated(Part::Variation), 6),
    ] {
        assert_eq!(parse(text).map(drop), Err((kind, offset)), "{text}");
    }
}

#[test]
fn results_come_from_the_moves_before_the_tag() {
    assert_eq!(one("[Result \"1-0\"]\n1. e4 0-1").result, Some(GameResult::BlackWins));
    assert_eq!(one("[Result \"1-0\"]\n1. e4").result, Some(GameResult::WhiteWins));
    assert_eq!(one("1. e4").result, None);
    assert_eq!(good(b"1. e4 1-0\n1. d4 1/2\n\n*\n").len(), 3);
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_visitor_hears_of_main_lines_only() {
    let bytes = data_bytes("pgn/nibbler-pathological.pgn");
    let mut main = MainLine::default();
    // However small the pieces in which the text comes.
    let mut reader = Reader::new(BufReader::with_capacity(3, &bytes[..]));
    assert_eq!(reader.read(&mut main), Some(Ok(())));
    assert_eq!(reader.read(&mut main), None);
    assert_eq!(main.0, 304);
}

/// Records what a visitor sees as text.
#[derive(Default)]
struct Events(Vec<String>);

impl Visitor for Events {
    fn begin(&mut self) {
        self.0.push("game".into());
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.0.push(format!("{name}={value}"));
    }

    fn played(&mut self, before: &Board, mv: Option<Move>) {
        self.0.push(format!("{before} {mv:?}"));
    }

    fn comment(&mut self, comment: Comment<'_>) {
        self.0.push(comment.text().into_owned());
    }

    fn result(&mut self, result: Option<GameResult>) {
        self.0.push(result_text(result).into());
    }
}

/// A visitor of the whole text sees what visitors of its parts see together; errors keep their locations.
#[test]
fn parallel_readers_agree_with_one_reader() {
    let mut random = Rng::new(77);
    let mut text = String::new();
    for number in 0..600 {
        let mut tree = random_tree(&mut random);
        tree.tags.set("Round", &number.to_string()).unwrap();
        text += &tree.to_string();
        text += if number % 50 == 7 { "\n[Event \"damaged\"]\r\n\r\n1. e4 e9 *\n\n" } else { "\n" };
    }
    let mut alone = Events::default();
    let mut reader = Reader::new(text.as_bytes());
    let mut errors = Vec::new();
    while let Some(game) = reader.read(&mut alone) {
        errors.extend(game.err());
    }
    for threads in [1, 2, 5] {
        let read = read_parallel(text.as_bytes(), threads.try_into().unwrap(), Events::default);
        let events: Vec<String> = read.visitors.iter().flat_map(|visitor| visitor.0.clone()).collect();
        assert!(events == alone.0, "with {threads} threads");
        assert_eq!((read.games, &read.errors), (reader.games(), &errors));
        assert!(errors.len() >= 12 && read.visitors.len() >= threads, "{}", read.visitors.len());
    }
}
