//! Tablebases: every shared answer, damaged files, and games won and held by them.

mod common;

use common::{Scratch, Subject, at, board, data, data_path, search};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use vernier_chess::{Board, Epd, Game, Outcome};
use vernier_engine::{
    Dtz, FiftyMoveRule, Limits, Request, SyzygyOptions, TablebaseError, Tablebases, Verdict, Wdl,
};

/// The shared tables.
fn tables() -> Arc<Tablebases> {
    let folder = data_path("syzygy/tables");
    let (tables, problems) = open(&folder);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!((tables.count(), tables.max_pieces()), ((37, 36), 5));
    Arc::new(tables)
}

fn open(folder: &Path) -> (Tablebases, Vec<TablebaseError>) {
    Tablebases::open(folder.to_str().expect("a plain name"))
}

fn with_tables(fen: &str, tables: &Arc<Tablebases>) -> Subject {
    let mut engine = at(fen);
    engine.set_syzygy(SyzygyOptions { tablebases: Some(Arc::clone(tables)), ..SyzygyOptions::default() });
    engine
}

/// The positions of a file with the results and distances it gives.
fn answers(file: &str) -> Vec<(Board, i64, i64)> {
    let text = data(file);
    let answer = |line: &str| {
        let epd: Epd = line.parse().expect(line);
        let number = |opcode| epd.integer(opcode).expect(line);
        (epd.board().expect(line), number("wdl"), number("dtz"))
    };
    text.lines().map(answer).collect()
}

#[test]
#[ignore = "needs ../shared/data"]
fn results_and_distances_are_the_expected_ones() {
    let tables = tables();
    let files = ["endgame.epd", "endgame_large.epd", "endgame_enpassant.epd"];
    let mut checked = 0;
    for (board, wdl, dtz) in files.iter().flat_map(|file| answers(&format!("syzygy/{file}"))) {
        let results = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
        let expected = results[usize::try_from(wdl + 2).expect("a result")];
        assert_eq!(tables.wdl(&board), Ok(Some(expected)), "{board}");
        assert_eq!(tables.dtz(&board), Ok(Some(Dtz(dtz as i32))), "{board}");
        // Looking a ply ahead comes to the same.
        let best =
            tables.moves(&board, &[], FiftyMoveRule::Counts).expect("sound tables").expect("an answer");
        if let Some(best) = best.first() {
            assert_eq!(best.wdl, expected, "{board}");
        }
        checked += 1;
    }
    assert_eq!(checked, 200 + 3990 + 60);
}

#[test]
#[ignore = "needs ../shared/data"]
fn the_moves_that_keep_a_result_are_the_expected_ones() {
    let (tables, text) = (tables(), data("syzygy/tbtest_3_4men.epd"));
    let (mut checked, mut alone) = (0, 0);
    for line in text.lines() {
        let epd: Epd = line.parse().expect(line);
        let board = epd.board().expect(line);
        let ranked = tables.moves(&board, &[], FiftyMoveRule::Counts).expect("sound").expect("an answer");
        let mut best: Vec<_> = epd.best_moves().map(|san| board.parse_san(san).expect(line)).collect();
        let keep = ranked.iter().filter(|found| found.wdl == ranked[0].wdl);
        let mut keep: Vec<_> = keep.map(|found| found.mv).collect();
        assert!(best.iter().all(|mv| keep.contains(mv)), "{line}");
        best.sort();
        keep.sort();
        alone += usize::from(keep == best);
        checked += 1;
    }
    assert_eq!((checked, alone), (85, 83));
}

/// Plays a won position out, the engine against the longest defence, and says in how many plies. Each stretch up to a
/// capture, a pawn move or mate must be as short as the tables promise (they may round by a ply).
fn convert(tables: &Arc<Tablebases>, start: &Board, limits: &Limits) -> usize {
    let winner = start.turn();
    let mut engine = with_tables(&start.to_string(), tables);
    let mut game = Game::from_board(*start);
    let mut promised = tables.dtz(start).expect("sound").expect("known").0 + 1;
    loop {
        let board = *game.board();
        let mv = if board.turn() == winner {
            engine.position = Request::new(&game);
            search(&mut engine, limits.clone()).best.expect("the game is not over")
        } else {
            let keys = &game.keys()[..game.keys().len() - 1];
            tables.moves(&board, keys, FiftyMoveRule::Counts).expect("sound").expect("known")[0].mv
        };
        game.play(mv).expect("a legal move");
        promised -= 1;
        assert!(promised >= 0, "{start}: too slow at {}", game.board());
        match game.outcome() {
            Some(outcome @ Outcome::Checkmate { .. }) => {
                assert_eq!(outcome.winner(), Some(winner), "{start}");
                return game.moves().len();
            }
            Some(other) => panic!("{start}: {other:?} after {} plies", game.moves().len()),
            None if game.board().halfmove_clock() == 0 => {
                promised = tables.dtz(game.board()).expect("sound").expect("known").0.abs() + 1;
            }
            None => {}
        }
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn won_positions_are_won() {
    let tables = tables();
    let won: Vec<Board> = answers("syzygy/endgame_large.epd")
        .into_iter()
        .filter(|(board, wdl, _)| *wdl == 2 && board.occupied().len() <= 4)
        .map(|(board, ..)| board)
        .collect();
    assert!(won.len() > 1000, "{}", won.len());
    // A sample by default; the log has a run over more.
    let count = std::env::var("VERNIER_CONVERSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(30);
    let step = (won.len() / count).max(1);
    let lengths: Vec<usize> =
        won.iter().step_by(step).map(|board| convert(&tables, board, &Limits::depth(2))).collect();
    println!("{} positions won, the longest in {:?} plies", lengths.len(), lengths.iter().max());
    assert!(lengths.len() >= count.min(won.len()));
}

#[test]
#[ignore = "needs ../shared/data"]
fn lost_positions_are_held_as_long_as_possible() {
    let tables = tables();
    let fen = "3k4/8/3K4/8/8/8/8/7R b - - 0 1";
    let ranked = tables.moves(&board(fen), &[], FiftyMoveRule::Counts).expect("sound").expect("known");
    let longest = ranked.iter().filter_map(|found| found.dtz).min();
    let best = search(&mut with_tables(fen, &tables), Limits::depth(4)).best.expect("a move");
    let chosen = ranked.iter().find(|found| found.mv == best).expect("a legal move");
    assert_eq!((chosen.wdl, chosen.dtz), (Wdl::Loss, longest));
}

#[test]
#[ignore = "needs ../shared/data"]
fn the_fifty_move_rule_turns_wins_into_draws() {
    let tables = tables();
    let (fresh, late) = ("8/8/8/8/3k4/8/8/KBN5 w - - 0 1", "8/8/8/8/3k4/8/8/KBN5 w - - 90 100");
    let best = |fen, rule| {
        tables.moves(&board(fen), &[], rule).expect("sound").and_then(|moves| moves.first().copied())
    };
    assert_eq!(best(fresh, FiftyMoveRule::Counts).map(|best| best.wdl), Some(Wdl::Win));
    assert_eq!(best(late, FiftyMoveRule::Counts).map(|best| best.wdl), Some(Wdl::CursedWin));
    assert_eq!(best(late, FiftyMoveRule::Ignored).map(|best| best.wdl), Some(Wdl::Win));
    let score = search(&mut with_tables(late, &tables), Limits::depth(3)).last().score;
    assert!(score.0.abs() <= 1, "{score:?}");
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_move_that_repeats_for_the_third_time_is_a_draw() {
    let tables = tables();
    let mut game = Game::from_board(board("8/8/8/8/3k4/8/8/K6R w - - 0 1"));
    for text in ["h1h2", "d4d5", "h2h1", "d5d4", "h1h2", "d4d5", "h2h1", "d5d4"] {
        game.play(game.board().parse_uci(text).expect("a move")).expect("legal");
    }
    let keys = &game.keys()[..game.keys().len() - 1];
    let ranked = tables.moves(game.board(), keys, FiftyMoveRule::Counts).expect("sound").expect("known");
    let repeating = game.board().parse_uci("h1h2").expect("a move");
    let found = ranked.iter().find(|found| found.mv == repeating).expect("ranked");
    assert_eq!(found.wdl, Wdl::Draw);
    assert_eq!(ranked[0].wdl, Wdl::Win);
}

#[test]
#[ignore = "needs ../shared/data"]
fn the_search_asks_after_captures_and_says_so() {
    let tables = tables();
    // Six pieces: no table. Taking on d5 leads to a won queen ending of four.
    let fen = "8/8/8/3r4/2k1P3/5K2/8/3Q3q w - - 0 1";
    let run = search(&mut with_tables(fen, &tables), Limits::depth(9));
    assert!(run.last().tablebase_hits > 0);
    // With castling rights nothing is asked, and nothing goes wrong.
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(tables.wdl(&board(castling)), Ok(None));
    assert!(search(&mut with_tables(castling, &tables), Limits::depth(5)).best.is_some());
    // Chess960: the same rights, written otherwise, lost by the first move.
    let shuffled = "1k6/8/8/8/8/8/8/1KR5 w C - 0 1";
    assert_eq!(tables.wdl(&board(shuffled)), Ok(None));
    assert!(search(&mut with_tables(shuffled, &tables), Limits::depth(5)).best.is_some());
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_known_result_is_the_score() {
    let tables = tables();
    let score = |fen| search(&mut with_tables(fen, &tables), Limits::depth(4)).last().score.verdict();
    assert!(
        matches!(score("8/8/8/8/3k4/8/8/KBN5 w - - 0 1"), Verdict::Tablebase { won: true, plies } if plies > 20)
    );
    assert!(matches!(score("8/8/8/8/2k5/8/1p6/1K1R4 b - - 0 1"), Verdict::Tablebase { won: false, .. }));
    assert_eq!(score("8/8/8/8/3k4/8/8/KNN5 w - - 0 1"), Verdict::Centipawns(0));
    // A mate that the search finds says more.
    assert_eq!(score("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), Verdict::Mate(1));
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_known_line_is_shown_to_its_end() {
    let tables = tables();
    let fen = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1";
    // The line may take a twentieth of the search's time. A busy machine may not have it; it will in one of a few searches.
    let shown = |_| {
        let run = search(&mut with_tables(fen, &tables), Limits::nodes(1_000_000));
        assert_eq!(run.best, run.last().pv.first().copied());
        let end = run.last().pv.iter().fold(board(fen), |board, mv| board.play(*mv));
        end.is_checkmate()
    };
    assert!((0..20).any(shown));
}

#[test]
#[ignore = "needs ../shared/data"]
fn damaged_tablebases_are_reported_and_the_rest_is_used() {
    let scratch = Scratch::new("damaged-tables");
    let inner = scratch.0.join("some/inner/folder");
    fs::create_dir_all(&inner).expect("a folder");
    for file in fs::read_dir(data_path("syzygy/tables")).expect("tables").map(|entry| entry.expect("a file"))
    {
        fs::copy(file.path(), inner.join(file.file_name())).expect("a copy");
    }
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = fs::read(inner.join(name)).expect("a table");
        change(&mut bytes);
        fs::write(inner.join(name), bytes).expect("a damaged table");
    };
    damage("KQvK.rtbw", &|bytes| bytes.truncate(bytes.len() / 2));
    damage("KRvK.rtbw", &|bytes| bytes.clear());
    damage("KQvKR.rtbw", &|bytes| bytes.truncate(80));
    damage("KBNvK.rtbz", &|bytes| bytes.truncate(bytes.len() / 128 * 64 + 16));
    damage("KRvKP.rtbw", &|bytes| {
        let mut noise = 1u32;
        bytes[4..].iter_mut().for_each(|byte| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (noise >> 24) as u8;
        });
    });
    damage("KRvKB.rtbw", &|bytes| bytes[0] ^= 1);
    fs::remove_file(inner.join("KPvK.rtbz")).expect("a deleted table");
    for half in ["KRvKR.rtbw", "KRvKR.rtbz", "KNvK.rtbw", "KNvK.rtbz"] {
        fs::remove_file(inner.join(half)).expect("a deleted ending");
    }

    let (found, problems) = open(&scratch.0);
    let named: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
    assert!(named.contains("KQvK.rtbw: the file is damaged") && named.contains("KRvK.rtbw"), "{named}");
    // Damaged files count as missing, and so does what other endings lead to; nothing leads to KRvKR.
    assert_eq!(found.missing(), ["KBNvKN.rtbz", "KNvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KRvK.rtbw"],);
    let found = Arc::new(found);
    for (fen, file) in [
        ("8/8/8/8/3k4/8/8/KQ6 w - - 0 1", None),
        ("8/8/8/8/3k4/7r/8/KQ6 w - - 0 1", Some("KQvKR.rtbw")),
        ("8/8/8/8/3k4/8/8/KBN5 w - - 0 1", Some("KBNvK.rtbz")),
        ("8/8/8/4p3/3k4/8/8/KR6 w - - 0 1", Some("KRvKP")),
        ("8/8/8/4b3/3k4/8/8/1KR5 w - - 0 1", Some("KRvKB.rtbw")),
        ("8/8/8/8/3k4/8/P7/K7 w - - 0 1", None),
    ] {
        let mut engine = with_tables(fen, &found);
        let run = search(&mut engine, Limits::depth(6));
        assert!(run.best.is_some(), "{fen}");
        if let Some(file) = file {
            assert!(run.notes.iter().any(|note| note.contains(file)), "{fen}: {:?}", run.notes);
            // Told once, then left alone.
            assert!(search(&mut engine, Limits::depth(6)).notes.is_empty(), "{fen}");
        }
    }
    // The sound ones still answer.
    assert_eq!(found.wdl(&board("8/8/8/8/3k4/8/8/KQQ5 w - - 0 1")), Ok(Some(Wdl::Win)));
}

#[test]
fn missing_folders_are_reported() {
    for path in ["", ";", ";;no-such-folder;;", &"no-such-folder;".repeat(2000)] {
        let (tables, problems) = Tablebases::open(path);
        assert_eq!((tables.count(), tables.max_pieces()), ((0, 0), 0));
        assert_eq!(problems.len(), path.matches("no-such-folder").count());
        assert!(problems.iter().all(|problem| problem.to_string().contains("no-such-folder: ")));
        let run =
            search(&mut with_tables("8/8/8/8/3k4/8/8/KQ6 w - - 0 1", &Arc::new(tables)), Limits::depth(3));
        assert!(run.best.is_some());
    }
}
