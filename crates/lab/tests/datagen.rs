//! Self-play games: the same for the same seed, on disk whatever happens, and expanded as they were played.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use vernier_chess::{Board, Color, GameResult, Outcome};
use vernier_engine::evaluation::HandcraftedEval;
use vernier_engine::{Limits, Rng, SyncSearcher};
use vernier_lab::datagen::{
    Deepened, Deepening, Form, Goal, Judge, Recipe, Rules, Share, TreeRules, deepen, expand, generate,
};
use vernier_lab::openings::opening::Opening;
use vernier_records::{Filter, Game, Header, Packed, ReadErrorKind, Reader};

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("vernier-datagen-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn rules(seed: u64) -> Rules {
    Rules { seed, soft_nodes: 40, hard_nodes: 320, hash: 1, chess960_percent: 30, ..Rules::default() }
}

fn judge() -> Judge {
    Judge { name: "hand".into(), make: Box::new(|| Box::new(HandcraftedEval::default())) }
}

/// Plays this many games and gives them by number.
fn play(path: &Path, rules: &Rules, threads: usize, games: u64) -> BTreeMap<u64, Game> {
    let goal = Goal { games: Some(games), ..Goal::default() };
    let recipe = Recipe { rules, judge: &judge(), tables: None, openings: &[] };
    let done = generate(path, &recipe.header(""), &recipe, threads, goal, |_| ());
    let done = done.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(done.games + done.games_before, games);
    read(path)
}

/// All games of a file by number; there must be no damage.
fn read(path: &Path) -> BTreeMap<u64, Game> {
    let mut games = BTreeMap::new();
    for block in Reader::open(path).expect("a file") {
        for game in block.expect("a whole block").games().expect("streams") {
            let game = game.expect("a game");
            assert_eq!(game.check(), Ok(()));
            assert!(games.insert(game.number, game).is_none(), "every number once");
        }
    }
    games
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = scratch("seed");
    let one = play(&folder.join("one"), &rules(5), 1, 12);
    let two = play(&folder.join("two"), &rules(5), 3, 12);
    let other = play(&folder.join("other"), &rules(6), 2, 12);
    assert_eq!(one, two);
    assert!(one.values().zip(other.values()).all(|(one, other)| one.moves != other.moves));
    assert!(one.keys().copied().eq(0..12));
    // Gone on with, a file gets the games it lacks and keeps those it has.
    let more = play(&folder.join("one"), &rules(5), 2, 15);
    assert!(more.len() == 15 && one.iter().all(|(number, game)| more[number] == *game));
    assert_eq!(more, play(&folder.join("all"), &rules(5), 1, 15));
}

#[test]
fn games_follow_the_settings_of_their_run() {
    let folder = scratch("rules");
    let rules = Rules { balance: 200, draw_from: 20, ..rules(7) };
    let games = play(&folder.join("games"), &rules, 2, 40);
    for (number, game) in &games {
        assert_eq!(game.random_moves() as u64, 8 + number % 2);
        assert!(game.scores[0].abs() <= 200, "{}", game.scores[0]);
        let beyond = |count: usize, test: fn(i16) -> bool| {
            game.scores.len() >= count
                && game.scores[game.scores.len() - count..].iter().all(|score| test(*score))
        };
        match game.outcome {
            Outcome::Adjudication(GameResult::Draw) => assert!(beyond(12, |score| score.abs() <= 5)),
            Outcome::Adjudication(_) => {
                assert!(beyond(4, |score| score >= 2_000) || beyond(4, |score| score <= -2_000))
            }
            _ => {}
        }
    }
    let unusual = games.values().filter(|game| game.start != vernier_chess::Board::start()).count();
    assert!((3..30).contains(&unusual), "{unusual} of 40 games of Chess960");
}

#[test]
fn standard_games_begin_from_openings() {
    let folder = scratch("openings");
    let fens = [
        "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
        "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    ];
    let boards = fens.map(|fen| fen.parse::<Board>().expect("a position"));
    let openings = boards.map(Opening::from_board);
    let rules = Rules { random_plies: 2, ..rules(23) };
    let recipe = Recipe { rules: &rules, judge: &judge(), tables: None, openings: &openings };
    let path = folder.join("games");
    let goal = Goal { games: Some(30), ..Goal::default() };
    generate(&path, &recipe.header(""), &recipe, 2, goal, |_| ()).unwrap_or_else(|error| panic!("{error}"));
    let games = read(&path);
    let begun = |board: &Board| games.values().filter(|game| game.start == *board).count();
    let [one, other] = [begun(&boards[0]), begun(&boards[1])];
    assert!(one > 3 && other > 3 && (12..30).contains(&(one + other)), "{one} and {other} of 30 games");
    assert_eq!(begun(&Board::start()), 0);
    assert!(games.iter().all(|(number, game)| game.random_moves() as u64 == 2 + number % 2));
    // Games from other openings are other games: they do not go into the same file.
    let fewer = Recipe { openings: &openings[..1], ..recipe };
    assert!(generate(&path, &fewer.header(""), &fewer, 1, goal, |_| ()).is_err());
}

#[test]
fn a_share_of_the_games_begins_in_endgames() {
    let folder = scratch("endgames");
    let rules = Rules { endgame_percent: 40, ..rules(17) };
    let games = play(&folder.join("games"), &rules, 2, 60);
    assert_eq!(games, play(&folder.join("again"), &rules, 1, 60));
    let few: Vec<&Game> = games.values().filter(|game| game.start.occupied().len() <= 12).collect();
    assert!((14..=34).contains(&few.len()), "{} of 60 games", few.len());
    for game in &few {
        let [white, black] = Color::ALL.map(|color| game.start.color(color).len());
        assert!(white.abs_diff(black) <= 1 && (5..=12).contains(&(white + black)), "{}", game.start);
        assert_eq!(game.random_moves(), 0);
        assert!(i32::from(game.scores[0].abs()) <= rules.balance, "{}", game.scores[0]);
    }
    let turns = few.iter().filter(|game| game.start.turn() == Color::White).count();
    assert!((1..few.len()).contains(&turns), "both sides begin");
    let sizes: std::collections::BTreeSet<usize> =
        few.iter().map(|game| game.start.occupied().len()).collect();
    assert!(sizes.len() >= 5, "{sizes:?}");
    let mut first = 0;
    for game in &few {
        game.replay(|moment| {
            first += usize::from(Filter::default().keeps(&moment) && *moment.board == game.start)
        });
    }
    assert!(first > 0, "no filter takes the first positions for openings");
}

#[test]
fn a_kill_at_any_moment_loses_no_complete_block() {
    kill("kill", 10, &[]);
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_kill_loses_no_complete_block_with_tablebases() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy/tables");
    kill("kill-tables", 3, &["--tablebases", tables, "--win-score", "32000"]);
}

/// Kills runs with these further arguments, resumes each time, and checks that nothing has been lost.
fn kill(name: &str, times: usize, more: &[&str]) {
    let folder = scratch(name);
    let path = folder.join("games");
    let mut random = Rng::new(1);
    let usual = ["datagen", "--nodes", "20", "--hash", "1", "--seed", "9", "--threads", "2", "--quiet"];
    let words = [&usual, more].concat();
    let mut before = BTreeMap::new();
    for _ in 0..times {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vernier-lab"))
            .args(&words)
            .arg("--out")
            .arg(&path)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        sleep(Duration::from_millis(150 + random.below(900) as u64));
        child.kill().expect("SIGKILL");
        child.wait().expect("dead");
        let Ok(reader) = Reader::open(&path) else { continue };
        let (mut games, mut torn) = (BTreeMap::new(), 0);
        for block in reader {
            match block {
                Ok(block) => {
                    let found = block.games().expect("streams").map(|game| game.expect("a game"));
                    games.extend(found.map(|game| (game.number, game)));
                }
                Err(error) => {
                    assert!(matches!(error.reason, ReadErrorKind::Tail(_)), "{error}");
                    torn += 1;
                }
            }
        }
        assert!(torn <= 1, "a thread writes at a time");
        let mut verify = Command::new(env!("CARGO_BIN_EXE_vernier-lab"));
        let verify = verify.args(["records", "verify"]).arg(&path).output().expect("it runs");
        let text = String::from_utf8_lossy(&verify.stdout);
        assert_eq!(verify.status.code(), Some(torn));
        assert!(text.contains(&format!("{} games, {torn} damaged places", games.len())), "{text}");
        assert!(before.iter().all(|(number, game)| games.get(number) == Some(game)), "nothing is lost again");
        before = games;
    }
    let status = Command::new(env!("CARGO_BIN_EXE_vernier-lab"))
        .args(&words)
        .args(["--games", "40", "--out"])
        .arg(&path)
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("the program runs").success());
    let all = read(&path);
    assert!(before.iter().all(|(number, game)| all.get(number) == Some(game)));
    assert!((0..40).all(|number| all.contains_key(&number)), "what was lost has been played again");
}

#[test]
fn tree_searches_record_their_visits() {
    let folder = scratch("tree");
    let rules = Rules { tree: Some(TreeRules::default()), soft_nodes: 60, max_plies: 40, ..rules(3) };
    let games = play(&folder.join("one"), &rules, 2, 6);
    assert_eq!(games, play(&folder.join("two"), &rules, 1, 6), "whatever the number of threads");
    let mut positions = 0;
    for game in games.values() {
        assert_eq!(game.visits.len(), game.scores.len());
        game.replay(|moment| {
            if let Some(visits) = moment.visits {
                assert_eq!(visits.len(), moment.board.legal_moves().len());
                positions += 1;
            }
        });
    }
    assert!(positions > 100, "{positions}");
    let calm = Rules {
        tree: Some(TreeRules { noise_percent: 0, temperature_percent: 0, temperature_plies: 0 }),
        ..rules.clone()
    };
    for game in play(&folder.join("calm"), &calm, 1, 2).values() {
        game.replay(|moment| {
            let shares = moment.visit_shares().unwrap_or_default();
            let most = shares.iter().map(|(_, share)| *share).fold(0.0, f64::max);
            let played = shares.iter().find(|(mv, _)| *mv == moment.mv).map_or(most, |(_, share)| *share);
            // A proven move is played however little it was visited.
            assert!(
                played >= most || moment.score.is_some_and(|score| score.abs() > 20_000),
                "{}",
                moment.board
            );
        });
    }
    let (mut train, mut valid) = (Vec::new(), Vec::new());
    let filter = Filter { min_ply: 0, checks: true, tactics: true, ..Filter::default() };
    let sum = expand(
        &[folder.join("one")],
        (Form::Policy, &filter, Share(0)),
        (&mut train, &mut valid),
        1,
        |text| panic!("{text}"),
    )
    .expect("written");
    assert!(sum.train > 100 && train.starts_with(b"VPOL") && valid.is_empty());
}

#[test]
fn expansion_equals_a_replay() {
    let folder = scratch("expand");
    let path = folder.join("games");
    let games = play(&path, &rules(11), 2, 30);
    let header = Header::new().with("seed", 11);
    let filter = Filter { min_ply: 12, ..Filter::default() };
    let share = Share(2_500);
    let (mut train, mut valid) = (Vec::new(), Vec::new());
    let sum = expand(&[path], (Form::Positions, &filter, share), (&mut train, &mut valid), 2, |text| {
        panic!("{text}")
    })
    .expect("written");
    let positions = |apart: bool| {
        let mut positions: Vec<[u8; 32]> = Vec::new();
        for game in games.values().filter(|game| share.has(&header, game) == apart) {
            game.replay(|moment| {
                let quiet = moment.mv.is_quiet() && moment.board.checkers().is_empty();
                let pieces = moment.board.occupied().len();
                if let Some(score) = moment.score
                    && (quiet && moment.ply >= 12 && pieces >= 4 && score.abs() <= 10_000)
                {
                    positions.push(Packed::new(moment.board, moment.mv, score, game.result()).0);
                }
            });
        }
        positions.sort_unstable();
        positions
    };
    for (bytes, apart, count) in [(&train, false, sum.train), (&valid, true, sum.valid)] {
        let mut found: Vec<[u8; 32]> = bytes.as_chunks::<32>().0.to_vec();
        found.sort_unstable();
        assert_eq!(found, positions(apart));
        assert!(count as usize == found.len() && count > 100, "{count}");
    }
    assert_eq!(sum.games, 30);
}

/// Searches a sample with this many threads, and gives the positions to learn from and those held out.
fn deepened(path: &Path, deepening: &Deepening, threads: usize) -> ([Vec<[u8; 32]>; 2], Deepened) {
    let (mut train, mut valid) = (Vec::new(), Vec::new());
    let outputs = (&mut train, &mut valid);
    let sum = deepen(&[path.to_owned()], deepening, &judge(), outputs, threads, |_| ());
    let sum = sum.unwrap_or_else(|error| panic!("{error}"));
    ([train, valid].map(|bytes| bytes.as_chunks::<32>().0.to_vec()), sum)
}

#[test]
fn a_sample_is_searched_deeper() {
    let folder = scratch("deepen");
    let path = folder.join("games");
    let games = play(&path, &rules(12), 2, 30);
    let deepening = Deepening {
        filter: Filter { min_ply: 8, ..Filter::default() },
        share: Share(2_500),
        held_out_only: false,
        positions: 160,
        seed: 1,
        nodes: 500,
        hash: 1,
        time: None,
    };
    let (positions, sum) = deepened(&path, &deepening, 1);
    assert_eq!((positions.clone(), sum), deepened(&path, &deepening, 3), "threads change nothing");
    assert_ne!(positions, deepened(&path, &Deepening { seed: 2, ..deepening.clone() }, 2).0);
    assert_eq!(sum.searched, 160);
    assert_eq!([sum.train, sum.valid], [0, 1].map(|file: usize| positions[file].len() as u64));
    assert!(sum.train > 60 && sum.valid > 10, "{sum:?}");

    // Each stands in a game of its file, with the score and the move of a search of its own.
    let header = Header::new().with("seed", 12);
    let mut searches = BTreeMap::new();
    let mut searcher = SyncSearcher::new((judge().make)(), 1).expect("a table");
    for game in games.values() {
        game.replay(|moment| {
            if deepening.filter.keeps(&moment) {
                searcher.new_game();
                let limits = Limits { nodes: Some(500), ..Limits::default() };
                let thought = searcher.think(moment.board, &[], limits);
                let score = if moment.board.turn() == Color::White { thought.score } else { -thought.score };
                let best = thought.best.expect("a move");
                let position = Packed::new(moment.board, best, score.0 as i16, game.result());
                searches.insert(position.0, deepening.share.has(&header, game));
            }
        });
    }
    for (file, positions) in positions.iter().enumerate() {
        assert!(positions.iter().all(|position| searches.get(position) == Some(&(file == 1))));
    }
    // Few pieces are as frequent as many, as far as there are such positions.
    let full = |position: &&[u8; 32]| position[..8].iter().map(|byte| byte.count_ones()).sum::<u32>() >= 25;
    let (full, all) = (positions.iter().flatten().filter(full).count(), positions.iter().flatten().count());
    assert!((all / 10..all / 2).contains(&full), "{full} of {all}");
    let apart = deepened(&path, &Deepening { held_out_only: true, ..deepening.clone() }, 2).1;
    assert!(apart.searched == 160 && apart.train == 0 && apart.valid > 60, "{apart:?}");
    let none = Deepening { time: Some(Duration::ZERO), ..deepening };
    assert_eq!(deepened(&path, &none, 2).1, Deepened::default());
}

#[test]
fn a_file_that_holds_enough_positions_gets_no_more() {
    let path = scratch("enough").join("games");
    play(&path, &rules(3), 1, 2);
    let rules = rules(3);
    let recipe = Recipe { rules: &rules, judge: &judge(), tables: None, openings: &[] };
    let goal = Goal { positions: Some(1), ..Goal::default() };
    let done = generate(&path, &recipe.header(""), &recipe, 2, goal, |_| ()).expect("written");
    assert_eq!((done.games_before, done.games), (2, 0));
}

#[test]
fn only_the_same_settings_resume() {
    let folder = scratch("rules-differ");
    let path = folder.join("games");
    play(&path, &rules(1), 1, 2);
    let goal = Goal { games: Some(3), ..Goal::default() };
    let other = Rules { soft_nodes: 41, ..rules(1) };
    let recipe = Recipe { rules: &other, judge: &judge(), tables: None, openings: &[] };
    let refused = generate(&path, &recipe.header(""), &recipe, 1, goal, |_| ());
    let error = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("soft_nodes 40, not 41"), "{error}");
    let (same, network) = (rules(1), Judge { name: "network 1234abcd".into(), ..judge() });
    let recipe = Recipe { rules: &same, judge: &network, tables: None, openings: &[] };
    let refused = generate(&path, &recipe.header(""), &recipe, 1, goal, |_| ());
    let error = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("evaluation hand, not network 1234abcd"), "{error}");
}

#[test]
fn a_share_of_the_games_is_held_out() {
    let header = Header::new().with("seed", 1);
    let start = vernier_chess::Board::start();
    let game = |number| Game {
        number,
        start,
        moves: Vec::new(),
        scores: Vec::new(),
        outcome: Outcome::MoveLimit,
        visits: Vec::new(),
    };
    for (share, range) in [(0, 0..1), (200, 150..260), (5_000, 4_700..5_300), (10_000, 10_000..10_001)] {
        let apart = (0..10_000).filter(|number| Share(share).has(&header, &game(*number))).count();
        assert!(range.contains(&apart), "{apart} for {share}");
    }
}

#[test]
fn branches_are_quiet_positions_that_no_game_reached() {
    let folder = scratch("branches");
    let path = folder.join("games");
    let games = play(&path, &rules(12), 2, 10);
    let filter = Filter::default();
    let branches = || {
        let (mut train, mut valid) = (Vec::new(), Vec::new());
        let sum = expand(
            std::slice::from_ref(&path),
            (Form::Branches(3), &filter, Share(0)),
            (&mut train, &mut valid),
            1,
            |text| panic!("{text}"),
        )
        .expect("written");
        assert_eq!((sum.train as usize * Packed::SIZE, valid.len()), (train.len(), 0));
        train
    };
    let train = branches();
    assert_eq!(train, branches(), "the same games have the same branches");
    let kept: usize = games.values().map(|game| filter.expand(game, |_| ())).sum();
    let count = train.len() / Packed::SIZE;
    assert!((kept..=3 * kept).contains(&count), "{count} of {kept}");
    let mut reached = HashSet::new();
    for game in games.values() {
        game.replay(|moment| {
            reached.insert(Packed::new(moment.board, moment.mv, 0, game.result()).0[..24].to_vec());
        });
    }
    let mut new = 0;
    for bytes in train.as_chunks::<32>().0 {
        let position = Packed(*bytes).unpack().expect("a position");
        assert!(position.score == 0 && position.pieces.len() >= 4);
        new += usize::from(!reached.contains(&bytes[..24]));
    }
    assert!(new * 10 > count * 8, "{new} of {count}");
}

#[test]
#[ignore = "needs python3 with numpy"]
fn python_reads_what_is_expanded() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../trainer/positions.py");
    let folder = scratch("python");
    let path = folder.join("games");
    play(&path, &rules(13), 2, 6);
    let (mut train, mut valid) = (Vec::new(), Vec::new());
    let filter = Filter { min_ply: 0, checks: true, tactics: true, max_score: 32_000, ..Filter::default() };
    expand(&[path], (Form::Positions, &filter, Share(0)), (&mut train, &mut valid), 1, |text| {
        panic!("{text}")
    })
    .expect("written");
    assert!(valid.is_empty());
    fs::write(folder.join("positions.bin"), &train).expect("written");
    let output =
        Command::new("python3").arg(script).arg(folder.join("positions.bin")).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let packed: Vec<Packed> = train.as_chunks::<32>().0.iter().map(|bytes| Packed(*bytes)).collect();
    assert!(packed.len() > 300 && text.lines().count() == packed.len());
    for (line, packed) in text.lines().zip(packed) {
        assert_eq!(line, describe(&packed));
    }
}

/// The line that `trainer/positions.py` prints for a position.
fn describe(packed: &Packed) -> String {
    let unpacked = packed.unpack().expect("a position");
    let mut setup = vernier_chess::Setup::EMPTY;
    for (square, piece) in &unpacked.pieces {
        setup.pieces[*square] = Some(*piece);
    }
    let best = unpacked.best.expect("a move");
    format!("{setup} score {} result {} best {best}", unpacked.score, unpacked.half_points)
}

/// A limit on the size of files stands in for a disk that is full.
#[test]
#[cfg(unix)]
fn a_full_disk_ends_the_run_after_complete_blocks() {
    let folder = scratch("full");
    let path = folder.join("games");
    let script =
        r#"trap "" XFSZ; ulimit -f 96; exec "$0" datagen --out "$1" --nodes 1 --hash 1 --threads 2 --quiet"#;
    let program = env!("CARGO_BIN_EXE_vernier-lab");
    let output = Command::new("sh").args(["-c", script, program]).arg(&path).output().expect("a shell");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("games: "), "{output:?}");
    assert!(!read(&path).is_empty(), "what was whole has stayed, and nothing else");
}
