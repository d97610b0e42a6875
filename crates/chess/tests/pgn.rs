//! Games as text: the shared files as another library reads them, damage of every kind, and what is written.

mod common;

use common::{Random, data, data_bytes};
use std::io::{self, BufReader, Read};
use vernier_chess::pgn::{
    Comment, Error, ErrorKind, GameTree, Limits, Nag, NodeId, Part, Reader, Tags, TreeBuilder, Visit,
    Visitor, read_parallel, result_text,
};
use vernier_chess::{Board, Game, GameResult, Move, SanError};

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

fn read_all(bytes: &[u8]) -> Vec<Result<GameTree, Error>> {
    Reader::new(bytes).collect()
}

fn good(bytes: &[u8]) -> Vec<GameTree> {
    read_all(bytes).into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn one(text: &str) -> GameTree {
    let mut games = good(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The kind and the byte offset of the only error in a text.
fn damage(text: &str) -> (ErrorKind, u64) {
    let mut errors = read_all(text.as_bytes()).into_iter().filter_map(Result::err);
    let error = errors.next().unwrap_or_else(|| panic!("no error in {text:?}"));
    assert_eq!(errors.next(), None, "{text:?}");
    (error.kind, error.location.offset)
}

fn sans(tree: &GameTree) -> String {
    let written: Vec<String> = tree
        .mainline()
        .map(|id| {
            let board = tree.board(tree[id].parent());
            tree[id].mv().map_or("--".to_string(), |mv| board.san(mv).to_string())
        })
        .collect();
    written.join(" ")
}

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
#[ignore = "needs ../shared/data"]
fn shared_files_read_back_as_written() {
    let expected = data("pgn/expected.tsv");
    let mut files: Vec<&str> = expected.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    files.dedup();
    let mut games = 0;
    for file in files {
        let bytes = data_bytes(&format!("pgn/{file}"));
        for game in read_all(&bytes).into_iter().flatten() {
            check_written(&game);
            games += 1;
        }
    }
    assert_eq!(games, 103);
}

/// Writes a game, reads it back and compares.
fn check_written(game: &GameTree) {
    let text = game.to_string();
    let again = one(&text);
    assert!(again == *game, "{text}\n{again}");
    for line in text.lines().filter(|line| !line.contains(';') && !line.starts_with('[')) {
        let unbreakable = line.split(' ').any(|word| word.len() > 40);
        assert!(line.chars().count() < 80 || unbreakable, "{line}");
    }
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
fn results_come_from_the_moves_before_the_tag() {
    assert_eq!(one("[Result \"1-0\"]\n1. e4 0-1").result, Some(GameResult::BlackWins));
    assert_eq!(one("[Result \"1-0\"]\n1. e4").result, Some(GameResult::WhiteWins));
    assert_eq!(one("1. e4").result, None);
    assert_eq!(good(b"1. e4 1-0\n1. d4 1/2\n\n*\n").len(), 3);
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

/// Counts the moves of main lines.
#[derive(Default)]
struct MainLine(usize);

impl Visitor for MainLine {
    fn played(&mut self, before: &Board, mv: Option<Move>) {
        assert!(mv.is_none_or(|mv| before.is_legal(mv)));
        self.0 += 1;
    }
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

/// A game with random moves, variations, annotations and comments.
fn random_tree(random: &mut Random) -> GameTree {
    const TEXTS: [&str; 7] =
        ["fine", "a  b", "} closed", "[Event \"no\"]", "% per cent", "\"quoted\\\" (x) ; $5", "äöü — ♞"];
    let mut tree = GameTree::new(Board::start());
    tree.tags = Tags::roster();
    tree.tags.set("White", TEXTS[random.below(TEXTS.len())]).unwrap();
    let mut ends = vec![None];
    for _ in 0..random.below(120) {
        let at = ends[random.below(ends.len())];
        let board = tree.board(at);
        let moves = board.legal_moves();
        if moves.is_empty() {
            continue;
        }
        let varies = !tree.next(at).is_empty();
        let id = tree.add(at, moves[random.below(moves.len())]).unwrap();
        let mut text =
            || (0..1 + random.below(30)).map(|_| TEXTS[random.below(7)]).collect::<Vec<_>>().join(" ");
        match tree.len() % 5 {
            0 => tree[id].comments.push(text()),
            1 if varies => tree[id].leads.push(text()),
            2 => tree[id].nags.push(Nag(7)),
            _ => {}
        }
        ends.push(Some(id));
    }
    tree.result = Some([GameResult::Draw, GameResult::WhiteWins][random.below(2)]);
    tree
}

#[test]
fn random_games_round_trip() {
    let mut random = Random::new(21);
    let mut moves = 0;
    let mut file = String::new();
    let trees: Vec<GameTree> = (0..300).map(|_| random_tree(&mut random)).collect();
    for tree in &trees {
        check_written(tree);
        moves += tree.len();
        file += &format!("{tree}\n");
    }
    assert!(moves > 10_000, "{moves}");
    assert!(good(file.as_bytes()) == trees);
}

#[test]
fn games_become_trees_and_trees_games() {
    let mut game = Game::new();
    for text in ["f3", "e5", "g4", "Qh4"] {
        game.play(game.board().parse_san(text).unwrap()).unwrap();
    }
    let tree = GameTree::from(&game);
    assert!(tree.to_string().ends_with("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"));
    assert_eq!(tree.game(), game);
}

#[test]
fn games_from_unusual_starts_round_trip() {
    let mut random = Random::new(41);
    let (mut castled, mut from_black) = (0, 0);
    for number in 0..200 {
        let start = Board::double_chess960(number * 4, 959 - number * 3).unwrap();
        let mut game = Game::from_board(start);
        for ply in 0..80 {
            let moves = game.board().legal_moves();
            let Some(any) = moves.get(random.below(moves.len().max(1))) else { break };
            let mv = moves.iter().find(|mv| mv.is_castle()).unwrap_or(any);
            castled += usize::from(mv.is_castle());
            game.play(*mv).unwrap();
            // Start again from here, so that clocks, numbers and the side to move vary.
            if ply == number % 50 {
                game = Game::from_board(*game.board());
            }
        }
        from_black += usize::from(game.start().turn() != Board::start().turn());
        let tree = GameTree::from(&game);
        check_written(&tree);
        assert_eq!(one(&tree.to_string()).game().moves(), game.moves());
    }
    assert!(castled > 100 && from_black > 50, "{castled} {from_black}");
    let tree = GameTree::new(Board::chess960(0).unwrap());
    assert_eq!(tree.tags.get("Variant"), Some("Chess960"));
    assert_eq!(GameTree::new(Board::start()).tags.len(), 0);
}

#[test]
fn no_text_panics() {
    let mut random = Random::new(31);
    let words = [
        "1.",
        "e4",
        "e5",
        "Nf3",
        "(",
        ")",
        "{",
        "}",
        "[Event \"x\"]",
        "\n",
        "\n%",
        ";",
        "$3",
        "$999",
        "*",
        "1-0",
        "--",
        "[",
        "]",
        "\"",
        "\\",
        "!",
        "?!",
        "\0",
        "\r",
        "\u{feff}",
        "é",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
        "O-O",
        "Qxf7",
    ];
    for _ in 0..20_000 {
        let text: String =
            (0..random.below(30)).map(|_| words[random.below(words.len())].to_string() + " ").collect();
        for tree in read_all(text.as_bytes()).into_iter().flatten() {
            check_written(&tree);
        }
    }
}

/// Records what a visitor sees as text.
#[derive(Default)]
struct Heard(Vec<String>);

impl Visitor for Heard {
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
    let mut random = Random::new(77);
    let mut text = String::new();
    for number in 0..600 {
        let mut tree = random_tree(&mut random);
        tree.tags.set("Round", &number.to_string()).unwrap();
        text += &tree.to_string();
        text += if number % 50 == 7 { "\n[Event \"damaged\"]\r\n\r\n1. e4 e9 *\n\n" } else { "\n" };
    }
    let mut alone = Heard::default();
    let mut reader = Reader::new(text.as_bytes());
    let mut errors = Vec::new();
    while let Some(game) = reader.read(&mut alone) {
        errors.extend(game.err());
    }
    for threads in [1, 2, 5] {
        let read = read_parallel(text.as_bytes(), threads.try_into().unwrap(), Heard::default);
        let heard: Vec<String> = read.visitors.iter().flat_map(|visitor| visitor.0.clone()).collect();
        assert!(heard == alone.0, "with {threads} threads");
        assert_eq!((read.games, &read.errors), (reader.games(), &errors));
        assert!(errors.len() >= 12 && read.visitors.len() >= threads, "{}", read.visitors.len());
    }
}
