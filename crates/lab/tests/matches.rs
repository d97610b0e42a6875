//! What matches can be asked for besides playing: pondering, scaled nodes, tables, books, and an end to all engines.

mod mock;

use mock::{engine, folder, lab, records};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use vernier_lab::store::record::GameRecord;

#[test]
fn mock_engine() {
    mock::perform();
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Plays a match between two roles; its output, and the games.
fn play(folder: &Path, roles: [&str; 2], more: &[&str]) -> (String, Vec<GameRecord>) {
    let mut words = vec!["match".to_owned()];
    for (name, role) in ["First", "Second"].into_iter().zip(roles) {
        words.extend(engine(name, role));
        words.push(format!("env.{}={}", mock::LOG, folder.join(format!("{name}.log")).display()));
    }
    words.extend(owned(more));
    words.extend(["--out".to_owned(), folder.display().to_string()]);
    let output = lab(&words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}");
    (text.into_owned(), records(folder))
}

fn log_lines(folder: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(format!("{name}.log"))).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn shared(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name)
}

const SHORT: [&str; 5] = ["--each", "tc=5+1", "--rounds", "2", "--max-moves"];

#[test]
fn engines_ponder() {
    let folder = folder("matches-ponder");
    let more = [&SHORT[..], &["30", "--each", "ponder=on"]].concat();
    let (text, games) = play(&folder, ["ponders", "ponders"], &more);
    assert_eq!(games.len(), 4);
    assert!(!text.contains("faults of"), "{text}");
    let lines = log_lines(&folder, "First");
    let count = |wanted: &str| lines.iter().filter(|line| line.starts_with(wanted)).count();
    assert!(lines.contains(&"setoption name Ponder value true".to_owned()));
    let (asked, hits, misses) = (count("go ponder"), count("ponderhit"), count("stop"));
    assert!(hits > 10 && misses > 5, "{asked} asked, {hits} hits, {misses} misses");
    assert_eq!(asked, hits + misses, "every pondering ends");
    // Each question names the clocks, and each is about the position after the expected move.
    assert!(lines.iter().filter(|line| line.starts_with("go ponder")).all(|line| line.contains("wtime")));
    // The same games as without pondering: it changes when engines think, not what they are asked.
    let still = mock::folder("matches-still");
    let (_, others) = play(&still, ["good", "good"], &[&SHORT[..], &["30"]].concat());
    let moves = |games: &[GameRecord]| -> Vec<Vec<String>> {
        games.iter().map(|game| game.moves.iter().map(|ply| ply.mv.clone()).collect()).collect()
    };
    assert_eq!(moves(&games), moves(&others));
}

#[test]
fn answers_while_pondering_are_counted() {
    let folder = folder("matches-early");
    let more = [&SHORT[..], &["10", "--each", "ponder=on"]].concat();
    // The opponent takes its time, or the answer would not be early.
    let (text, games) = play(&folder, ["thinks", "ponders-early"], &more);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.reason == "draw by the move limit"), "{text}");
    assert!(text.contains("answer while pondering"), "{text}");
}

#[test]
fn xboard_engines_ponder_by_themselves() {
    let folder = folder("matches-hard");
    let more = [&SHORT[..], &["10", "--each", "ponder=on"]].concat();
    let (text, games) = play(&folder, ["good", "xboard-good"], &more);
    assert_eq!(games.len(), 4);
    assert!(!text.contains("faults of"), "{text}");
    let lines = log_lines(&folder, "Second");
    let count = |wanted: &str| lines.iter().filter(|line| *line == wanted).count();
    assert_eq!((count("hard"), count("easy")), (4, 0));
    assert_eq!(count("go"), 4, "once a game; from then on it answers moves");
}

#[test]
fn our_own_engine_ponders() {
    let folder = folder("matches-self");
    let mut words = owned(&["match", "--engine", "cmd=self", "name=a", "--engine", "cmd=self", "name=b"]);
    words.extend(owned(&["--each", "ponder=on", "nodes=300", "--rounds", "2", "--max-moves", "20", "--out"]));
    words.push(folder.display().to_string());
    let output = lab(&words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(records(&folder).len(), 4);
    assert!(!text.contains("faults of"), "{text}");
}

#[test]
fn node_limits_use_the_measured_speed() {
    let folder = folder("matches-speed");
    let roles = ["speed-200000", "speed-50000"];
    let more = ["--scaled-nodes", "4000", "--max-moves", "6", "--rounds"];
    let nodes = |games: &[GameRecord], name: &str| -> HashSet<u64> {
        let of = |game: &GameRecord| -> Vec<u64> {
            let skipped = usize::from(game.white != name) ^ usize::from(game.opening.contains(" b "));
            game.moves.iter().skip(skipped).step_by(2).map(|ply| ply.nodes).collect()
        };
        games.iter().flat_map(of).collect()
    };
    let (text, games) = play(&folder, roles, &[&more[..], &["1"]].concat());
    assert!(text.contains("Second: 50000 nodes a second, gets 1000 nodes a move"), "{text}");
    assert_eq!(nodes(&games, "First"), HashSet::from([4000]));
    assert_eq!(nodes(&games, "Second"), HashSet::from([1000]));

    // What was measured holds for the rest of the match.
    let file = folder.join("speeds.json");
    let kept = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, kept.replace("1000\n", "777\n")).unwrap();
    let (text, games) = play(&folder, roles, &[&more[..], &["2"]].concat());
    assert!(!text.contains("measuring"), "{text}");
    assert_eq!(nodes(&games[2..], "Second"), HashSet::from([777]), "{kept}");
    std::fs::remove_file(file).unwrap();
    let mut words = vec!["match".to_owned()];
    words.extend(engine("First", roles[0]));
    words.push(format!("env.{}={}", mock::LOG, folder.join("First.log").display()));
    words.extend(engine("Second", roles[1]));
    words.push(format!("env.{}={}", mock::LOG, folder.join("Second.log").display()));
    words.extend(owned(&[&more[..], &["3", "--out", folder.to_str().unwrap()]].concat()));
    let output = lab(&words).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("speeds.json is gone"), "{output:?}");
}

#[test]
#[ignore = "needs ../shared/data"]
fn tablebases_end_games() {
    let tables = shared("syzygy/tables");
    let folder = folder("matches-tables");
    let start = folder.join("start.epd");
    std::fs::write(&start, "8/8/8/8/3k4/8/8/K6R b - - 0 1\n8/8/8/8/3k4/8/8/K6N b - - 0 1\n").unwrap();
    let more = ["--each", "depth=1", "--rounds", "2", "--order", "sequential", "--openings"];
    let more = [&more[..], &[start.to_str().unwrap(), "--tablebases", tables.to_str().unwrap()]].concat();
    let (text, games) = play(&folder, ["good", "good"], &more);
    assert_eq!(games.len(), 4, "{text}");
    for game in &games[..2] {
        assert_eq!(game.reason, "White wins by tablebase adjudication");
        assert_eq!((game.termination.as_str(), game.moves.len()), ("adjudication", 1));
        assert_eq!(game.result.to_string(), "1-0");
    }
    assert!(games[2..].iter().all(|game| game.result.winner().is_none()));
    let pgn = std::fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert_eq!(
        pgn.replace('\n', " ").matches("{White wins by tablebase adjudication} 1-0").count(),
        2,
        "{pgn}"
    );
}

#[test]
fn a_folder_without_tablebases_is_rejected() {
    let none = lab(&owned(&[
        "match",
        "--engine",
        "cmd=a",
        "--engine",
        "cmd=b",
        "--each",
        "depth=1",
        "--tablebases",
        "/no/such",
    ]));
    let output = { none }.output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("no tablebases in /no/such"), "{output:?}");
}

#[test]
#[ignore = "needs ../shared/data"]
fn books_give_openings() {
    let book = shared("books/cutechess_book_small.bin");
    let folder = folder("matches-book");
    let more = ["--each", "depth=1", "--max-moves", "6", "--rounds", "4", "--plies", "4", "--openings"];
    let (_, games) = play(&folder, ["good", "good"], &[&more[..], &[book.to_str().unwrap()]].concat());
    let opening = |game: &GameRecord| -> Vec<String> {
        game.moves.iter().take_while(|ply| ply.is_from_book()).map(|ply| ply.mv.clone()).collect()
    };
    for game in &games {
        assert!((1..=4).contains(&opening(game).len()), "{game:?}");
    }
    let different: HashSet<_> = games.iter().map(opening).collect();
    assert_eq!((games.len(), different.len()), (8, 4), "both games of a pair, and no line twice");
}

#[test]
fn default_openings_are_balanced() {
    for (name, mode, file) in [
        ("matches-even", &["--quiet"][..], include_str!("../openings/standard.epd")),
        ("matches-even-960", &["--quiet", "--chess960"], include_str!("../openings/chess960.epd")),
    ] {
        let folder = folder(name);
        let mut words = owned(&["match", "--engine", "cmd=self", "name=a", "--engine", "cmd=self", "name=b"]);
        words.extend(owned(&["--each", "nodes=50", "--max-moves", "2", "--rounds", "3", "--out"]));
        words.push(folder.display().to_string());
        words.extend(owned(mode));
        assert!(lab(&words).output().unwrap().status.success());
        let starts: HashSet<String> =
            file.lines().map(|line| line.split(" ce ").next().unwrap().into()).collect();
        let games = records(&folder);
        assert_eq!((games.len(), starts.len()), (6, 500));
        for game in games {
            let fields: Vec<&str> = game.opening.split(' ').take(4).collect();
            assert!(starts.contains(&fields.join(" ")), "{}", game.opening);
        }
    }
}

/// A match between engines that do not listen to `quit` or to the end of their input.
fn endless(folder: &Path, rounds: &str) -> Command {
    let mut words = vec!["match".to_owned()];
    for name in ["First", "Second"] {
        words.extend(engine(name, "never-ends"));
        words.push(format!("env.{}={}", mock::LOG, folder.join("processes").display()));
    }
    words.extend(owned(&["--each", "depth=1", "--max-moves", "10", "--quiet", "--rounds", rounds, "--out"]));
    words.push(folder.join("results").display().to_string());
    lab(&words)
}

#[test]
#[cfg(unix)]
fn engines_that_ignore_quit_are_killed_with_their_children() {
    let folder = folder("matches-quit");
    let output = endless(&folder, "1").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(records(&folder.join("results")).len(), 2);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("faults of"), "{output:?}");
    mock::await_end(&mock::processes(&folder.join("processes")));
}

#[test]
#[cfg(unix)]
fn no_engine_outlives_its_match() {
    use mock::Signal;
    for (signal, status) in [(Signal::KILL, None), (Signal::INT, Some(130)), (Signal::TERM, None)] {
        let folder = folder(&format!("matches-end-{}", signal.as_raw()));
        let mut child = endless(&folder, "10000").stdout(Stdio::null()).spawn().unwrap();
        while records(&folder.join("results")).is_empty() {
            assert!(child.try_wait().unwrap().is_none(), "the match is still running");
            std::thread::sleep(Duration::from_millis(20));
        }
        let processes = mock::processes(&folder.join("processes"));
        mock::signal(signal, child.id());
        assert_eq!(child.wait().unwrap().code(), status, "ended by {signal:?}");
        mock::await_end(&processes);
    }
}
