//! A match that is killed goes on where it was.

mod mock;

use mock::{engine, folder, lab, records};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use vernier_engine::Chance;

#[test]
fn mock_engine() {
    mock::perform();
}

const ROUNDS: usize = 40;

fn words(folder: &Path) -> Vec<String> {
    let mut words = vec!["match".to_owned()];
    words.extend(engine("A", "good"));
    words.extend(engine("B", "good"));
    let more = ["--each", "nodes=20", "--concurrency", "2", "--max-moves", "20", "--quiet", "--rounds"];
    words.extend(more.map(str::to_owned));
    words.extend([ROUNDS.to_string(), "--out".into(), folder.display().to_string()]);
    words
}

/// What a match came to: for each game its players, result and moves.
fn outcome(folder: &Path) -> BTreeMap<u32, String> {
    let mut games = BTreeMap::new();
    for record in records(folder) {
        let moves: Vec<&str> = record.moves.iter().map(|ply| ply.mv.as_str()).collect();
        let game = format!(
            "{} {} {} {} {}",
            record.white,
            record.black,
            record.opening,
            record.result,
            moves.join(" ")
        );
        assert_eq!(games.insert(record.id, game), None, "game {} is there twice", record.id);
    }
    games
}

#[test]
fn killed_ten_times_a_match_comes_to_the_same() {
    let (whole, broken) = (folder("resume-whole"), folder("resume-broken"));
    assert!(lab(&words(&whole)).output().unwrap().status.success());
    let expected = outcome(&whole);
    assert_eq!(expected.len(), 2 * ROUNDS);

    let mut random = Chance::new(7);
    let mut interrupted = 0;
    for _ in 0..10 {
        let mut child = lab(&words(&broken)).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + random.below(150) as u64));
        interrupted += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(interrupted > 0, "the match was never interrupted");
    let output = lab(&words(&broken)).output().unwrap();
    assert!(output.status.success());
    assert_eq!(outcome(&broken), expected);

    // The games are counted once, and are all in the PGN file.
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.lines().any(|line| line.starts_with("A ") && line.contains(&format!(" {} ", 2 * ROUNDS))),
        "{text}"
    );
    let pgn = std::fs::read(broken.join("games.pgn")).unwrap();
    assert_eq!(vernier_chess::pgn::Reader::new(&pgn[..]).filter(Result::is_ok).count(), 2 * ROUNDS);
}

#[test]
fn half_a_line_is_played_again_and_other_settings_are_refused() {
    let folder = folder("resume-torn");
    assert!(lab(&words(&folder)).output().unwrap().status.success());
    let journal = folder.join("games.jsonl");
    let whole = std::fs::read(&journal).unwrap();
    let expected = outcome(&folder);
    std::fs::write(&journal, &whole[..whole.len() - 100]).unwrap();
    let output = lab(&words(&folder)).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("79 of 80 games"), "{output:?}");
    assert_eq!(outcome(&folder), expected);

    let mut other = words(&folder);
    other.extend(["--each".to_owned(), "nodes=21".to_owned()]);
    let output = lab(&other).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nodes: was 20, is 21"), "{output:?}");

    // More rounds are the same match, made longer.
    let mut longer = words(&folder);
    longer.extend(["--rounds".to_owned(), (ROUNDS + 1).to_string()]);
    assert!(lab(&longer).output().unwrap().status.success());
    assert_eq!(outcome(&folder).len(), 2 * ROUNDS + 2);

    // A line of nonsense in the middle is not passed over.
    let mut file = std::fs::OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(b"nonsense\n").unwrap();
    let output = lab(&words(&folder)).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("games.jsonl, line 84"), "{output:?}");
}

#[test]
fn a_match_in_progress_is_not_joined() {
    let folder = folder("resume-lock");
    let settings = "none";
    let journal =
        vernier_lab::journal::Journal::open(&folder.join("games.jsonl"), &settings, |_| ()).unwrap();
    let output = lab(&words(&folder)).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("in use by another match"), "{output:?}");
    drop(journal);
}

#[test]
fn a_full_disk_stops_the_match() {
    if !Path::new("/dev/full").exists() {
        println!("no /dev/full here");
        return;
    }
    let folder = folder("resume-full");
    std::os::unix::fs::symlink("/dev/full", folder.join("games.pgn.new")).unwrap();
    let output = lab(&words(&folder)).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"), "{output:?}");
    assert!(!records(&folder).is_empty(), "what was played is kept");
}
