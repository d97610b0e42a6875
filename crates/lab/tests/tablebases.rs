//! Games that tablebases end, while they are played and afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use vernier_chess::Board;
use vernier_chess::{Color, GameResult, Outcome};
use vernier_engine::evaluation::HandcraftedEval;
use vernier_lab::datagen::{Goal, Judge, Recipe, Rescore, Rules, generate};
use vernier_lab::play::tablebases::TablebaseJudge;
use vernier_records::{Block, Game, Header, Reader, Writer};

/// The tables to test with: all of three and four pieces, and two endings of five.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy/tables");

fn tables() -> TablebaseJudge {
    TablebaseJudge::open(TABLES).expect("tables")
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("vernier-tables-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A game of these moves, the first of them random, drawn at the greatest length.
fn game(fen: &str, moves: &str, random: usize) -> Game {
    let start: Board = fen.parse().expect("a position");
    let mut play = vernier_chess::Game::from_board(start);
    for text in moves.split_whitespace() {
        play.play(play.board().parse_san(text).expect("a move")).expect("legal");
    }
    let moves = play.moves().to_vec();
    let scores = vec![30; moves.len() - random];
    Game { number: 7, start, moves, scores, outcome: Outcome::MoveLimit, visits: Vec::new() }
}

/// The result that tables give a game, and how many moves are left of it.
fn judged(game: &Game, tables: &TablebaseJudge) -> (GameResult, usize) {
    let rescore = Rescore::of(game, tables);
    assert!(matches!(rescore, Rescore::Cut(..)), "{rescore:?} for {game:?}");
    let cut = rescore.apply(game.clone()).expect("some of it is left");
    assert_eq!((cut.check(), cut.number, cut.start), (Ok(()), 7, game.start));
    assert_eq!((&cut.moves[..], cut.random_moves()), (&game.moves[..cut.moves.len()], game.random_moves()));
    (cut.result(), cut.moves.len())
}

#[test]
#[ignore = "needs ../shared/data"]
fn the_first_known_position_decides() {
    let tables = tables();
    // Queen and rook against a king, drawn by a player who did not know how.
    let thrown_away = game("4k3/8/8/8/8/8/r7/R3K2Q w - - 0 1", "Rxa2 Kd7 Ra1 Kd6 Ra2 Kd7", 0);
    assert_eq!(judged(&thrown_away, &tables), (GameResult::WhiteWins, 1));
    let mirrored = game("r3k2q/R7/8/8/8/8/8/4K3 b - - 0 1", "Rxa7 Kd2 Ra8", 0);
    assert_eq!(judged(&mirrored, &tables), (GameResult::BlackWins, 1));
    // A last position without a search counts too, unless the rules have ended the game there.
    let mut last = game("4k3/8/8/8/8/8/r7/R3K2Q w - - 0 1", "Rxa2", 0);
    assert_eq!(judged(&last, &tables), (GameResult::WhiteWins, 1));
    last.outcome = Outcome::Tablebase(GameResult::WhiteWins);
    assert_eq!(Rescore::of(&last, &tables), Rescore::Keep);
    let mated = game("k7/1r5p/1K6/8/8/8/8/7Q w - - 0 1", "Qxb7#", 0);
    let mated = Game { outcome: Outcome::Checkmate { winner: Color::White }, ..mated };
    assert_eq!((mated.check(), Rescore::of(&mated, &tables)), (Ok(()), Rescore::Keep));
}

#[test]
#[ignore = "needs ../shared/data"]
fn positions_with_castling_rights_are_not_probed() {
    let tables = tables();
    let castles = game("4k3/8/8/8/8/8/7r/R3K2Q w Q - 0 1", "Qxh2 Kd7 O-O-O+ Ke6", 0);
    assert_eq!(judged(&castles, &tables), (GameResult::WhiteWins, 3));
    let waits = game("4k3/8/8/8/8/8/7r/R3K2Q w Q - 0 1", "Qxh2 Kd7 Qh1 Ke6 Qh2 Kd7", 0);
    assert_eq!(Rescore::of(&waits, &tables), Rescore::Keep);
}

#[test]
#[ignore = "needs ../shared/data"]
fn wins_that_take_too_long_are_drawn() {
    let tables = tables();
    let decided = |game: Game| Game { outcome: Outcome::Adjudication(GameResult::WhiteWins), ..game };
    // Bishop and knight against a knight win, but not within fifty moves.
    let cursed = decided(game("k7/8/8/2B4P/4Kn2/8/3N4/8 b - - 0 1", "Nxh5 Nf3 Ng7", 0));
    assert_eq!(cursed.check(), Ok(()), "as it was, nothing is wrong with it");
    assert_eq!(judged(&cursed, &tables), (GameResult::Draw, 1));
    // A rook wins, but not within the moves that are left of fifty.
    let rook = |clock| decided(game(&format!("4k3/8/8/8/8/8/8/R3K3 w Q - {clock} 60"), "Ke2 Kd7", 0));
    assert_eq!(judged(&rook(40), &tables), (GameResult::WhiteWins, 1));
    assert_eq!(judged(&rook(92), &tables), (GameResult::Draw, 1));
}

#[test]
#[ignore = "needs ../shared/data"]
fn games_known_from_the_start_are_dropped() {
    let tables = tables();
    let moves = "Rxa2 Kd7 Ra1 Kd6";
    let fen = "4k3/8/8/8/8/8/r7/R3K2Q w - - 0 1";
    assert_eq!(Rescore::of(&game(fen, moves, 1), &tables), Rescore::Drop);
    assert_eq!(Rescore::of(&game(fen, moves, 2), &tables), Rescore::Drop);
    assert_eq!(judged(&game(fen, moves, 0), &tables), (GameResult::WhiteWins, 1));
}

/// Games without adjudication, so that many come down to few pieces.
fn rules() -> Rules {
    Rules {
        soft_nodes: 30,
        hard_nodes: 240,
        hash: 1,
        win_score: i32::MAX,
        draw_plies: 1_000,
        chess960_percent: 20,
        ..Rules::default()
    }
}

fn play(path: &Path, tables: Option<&TablebaseJudge>, threads: usize, games: u64) -> BTreeMap<u64, Game> {
    let judge = Judge { name: "hand".into(), make: Box::new(|| Box::new(HandcraftedEval::default())) };
    let recipe = Recipe { rules: &rules(), judge: &judge, tables, openings: &[] };
    let goal = Goal { games: Some(games), ..Goal::default() };
    let done = generate(path, &recipe.header(""), &recipe, threads, goal, |_| ());
    done.unwrap_or_else(|error| panic!("{error}"));
    read(path)
}

fn read(path: &Path) -> BTreeMap<u64, Game> {
    let blocks = Reader::open(path).expect("a file").map(|block| block.expect("a whole block"));
    let mut games = BTreeMap::new();
    for block in blocks {
        for game in block.games().expect("streams") {
            let game = game.expect("a game");
            assert_eq!(game.check(), Ok(()));
            assert!(games.insert(game.number, game).is_none(), "every number once");
        }
    }
    games
}

#[test]
#[ignore = "needs ../shared/data"]
fn tablebases_only_shorten_games() {
    let tables = tables();
    let folder = scratch("same");
    let plain = play(&folder.join("plain"), None, 2, 100);
    let ended = play(&folder.join("one"), Some(&tables), 1, 100);
    assert_eq!(ended, play(&folder.join("two"), Some(&tables), 3, 100), "threads decide nothing");
    assert_eq!(tables.problems(), Vec::<String>::new());
    for (number, game) in &plain {
        let expected = Rescore::of(game, &tables).apply(game.clone());
        assert_eq!(Some(&ended[number]), expected.as_ref());
    }
    let by_tables = ended.values().filter(|game| matches!(game.outcome, Outcome::Tablebase(_))).count();
    assert!(by_tables >= 5, "{by_tables} of 100 games come down to four pieces");
}

fn lab(words: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vernier-lab")).args(words).args(paths).output().expect("it runs")
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
#[ignore = "needs ../shared/data"]
fn other_tablebases_need_another_file() {
    let tables = TABLES;
    let folder = scratch("resume");
    let out = folder.join("games");
    let usual = ["datagen", "--nodes", "5", "--hash", "1", "--quiet", "--threads", "1", "--games"];
    let with = |games: &'static str, tables: &[&str]| {
        let words: Vec<&str> = usual.into_iter().chain([games]).chain(tables.iter().copied()).collect();
        lab(&[&words[..], &["--out"]].concat(), &[&out])
    };
    assert_eq!(with("2", &["--tablebases", tables]).status.code(), Some(0));
    let header = Reader::open(&out).expect("a file").header().clone();
    assert!(header.get("tablebases").is_some_and(|text| text.contains("up to 5 pieces")), "{header}");
    assert_eq!(with("3", &["--tablebases", tables]).status.code(), Some(0), "the same settings resume");
    let refused = with("4", &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text_of(&refused.stderr).contains("up to 5 pieces"), "{refused:?}");
    let few = folder.join("few");
    fs::create_dir(&few).expect("a folder");
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        fs::copy(Path::new(tables).join(name), few.join(name)).expect("a table");
    }
    let few = few.to_str().expect("a name");
    let refused = with("4", &["--tablebases", few]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text_of(&refused.stderr).contains("up to 3 pieces"), "{refused:?}");
    assert_eq!(read(&out).len(), 3);
}

#[test]
fn folders_without_tablebases_are_rejected() {
    let folder = scratch("refused");
    let (empty, out) = (folder.join("empty"), folder.join("games"));
    fs::create_dir(&empty).expect("a folder");
    for missing in [empty.as_path(), Path::new("/no/such/folder")] {
        let missing = missing.to_str().expect("a name");
        let output = lab(&["datagen", "--tablebases", missing, "--games", "1", "--out"], &[&out]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text_of(&output.stderr).contains(&format!("no tablebases in {missing}")), "{output:?}");
        assert!(!out.exists());
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn damaged_tablebases_are_rejected() {
    let folder = scratch("damaged");
    let (empty, out) = (folder.join("tables"), folder.join("games"));
    fs::create_dir(&empty).expect("a folder");
    fs::copy(Path::new(TABLES).join("KQvK.rtbw"), empty.join("KQvK.rtbw")).expect("a table");
    fs::write(empty.join("KRvK.rtbw"), [1, 2, 3]).expect("a damaged table");
    let sole = empty.to_str().expect("a name");
    let output = lab(&["datagen", "--tablebases", sole, "--games", "1", "--out"], &[&out]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text_of(&output.stderr).contains("KRvK.rtbw"), "{output:?}");
    assert!(!out.exists());
}

#[test]
#[ignore = "needs ../shared/data"]
fn files_are_rescored() {
    let tables = TABLES;
    let folder = scratch("files");
    let (old, new, again) = (folder.join("old"), folder.join("new"), folder.join("again"));
    let thrown_away = game("4k3/8/8/8/8/8/r7/R3K2Q w - - 0 1", "Rxa2 Kd7 Ra1 Kd6 Ra2 Kd7", 0);
    let cursed = game("k7/8/8/2B4P/4Kn2/8/3N4/8 b - - 0 1", "Nxh5 Nf3 Ng7", 0);
    let cursed = Game { number: 8, outcome: Outcome::Adjudication(GameResult::WhiteWins), ..cursed };
    let at_once = Game { number: 9, ..game("4k3/8/8/8/8/8/r7/R3K2Q w - - 0 1", "Rxa2 Kd7", 1) };
    let many_men = Game { number: 10, ..game(&Board::start().to_string(), "e4 e5", 0) };
    let mut block = Block::new();
    [&thrown_away, &cursed, &at_once, &many_men].into_iter().for_each(|game| block.push(game));
    let mut writer = Writer::open(&old, &Header::new().with("seed", 3), drop).expect("a file");
    writer.append(&block).expect("written");
    drop(writer);

    let words = ["records", "rescore", "--tablebases", tables, "--out"];
    let output = lab(&words, &[&new, &old]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = text_of(&output.stdout);
    let lines = [
        "3 games in",
        "looked up  4 games",
        "cut        2 (50.00 %), by 7 moves",
        "dropped    1 (25.00 %)",
        "changed    2 (50.00 %)",
        "drawn that were won    1",
        "won that were drawn    1",
        "won by the other side  0",
    ];
    lines.iter().for_each(|line| assert!(text.contains(line), "{line} in {text}"));
    let games = read(&new);
    assert_eq!((games[&7].result(), games[&7].moves.len()), (GameResult::WhiteWins, 1));
    assert_eq!((games[&8].result(), games[&8].moves.len()), (GameResult::Draw, 1));
    assert_eq!((games.len(), &games[&10]), (3, &many_men));
    let header = Reader::open(&new).expect("a file").header().clone();
    assert_eq!(header.get("seed"), Some("3"), "the held-out games stay the same");
    assert!(header.get("rescored").is_some_and(|text| text.contains("up to 5 pieces")), "{header}");
    assert_eq!(lab(&["records", "verify"], &[&new]).status.code(), Some(0));

    assert_eq!(lab(&words, &[&again, &new]).status.code(), Some(0));
    assert_eq!(read(&again), games, "what is rescored stays");
    assert_eq!(lab(&words, &[&again, &old]).status.code(), Some(2), "nothing is written over");
    assert_eq!(lab(&["records", "rescore", "--out"], &[&folder.join("none"), &old]).status.code(), Some(2));
}
