//! A match that is killed resumes where it stopped.

mod mock;

use mock::{engine, folder, lab, records};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
use std::time::Duration;
#[cfg(unix)]
use vernier_engine::Rng;

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

/// The journal as far as its lines are whole.
fn whole_lines(folder: &Path) -> Vec<u8> {
    let mut bytes = std::fs::read(folder.join("games.jsonl")).unwrap_or_default();
    bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
    bytes
}

#[cfg(unix)]
/// Starts the match and ends it by a signal as soon as its journal has grown by this many bytes.
fn interrupt(folder: &Path, signal: mock::Signal, growth: usize) {
    let before = whole_lines(folder);
    let mut child = lab(&words(folder)).stdout(Stdio::null()).spawn().unwrap();
    let size = || std::fs::metadata(folder.join("games.jsonl")).map_or(0, |file| file.len() as usize);
    while size() <= before.len() + growth {
        assert!(child.try_wait().unwrap().is_none(), "the match was over before the signal");
        std::thread::sleep(Duration::from_millis(1));
    }
    mock::signal(signal, child.id());
    let status = (signal == mock::Signal::INT).then_some(130);
    assert_eq!(child.wait().unwrap().code(), status, "ended by {signal:?}");
    assert!(whole_lines(folder).starts_with(&before), "what was written stays as it was");
}

#[test]
#[cfg(unix)]
fn a_match_killed_ten_times_has_the_same_result() {
    let (whole, broken) = (folder("resume-whole"), folder("resume-broken"));
    assert!(lab(&words(&whole)).output().unwrap().status.success());
    let expected = outcome(&whole);
    assert_eq!(expected.len(), 2 * ROUNDS);

    let mut random = Rng::new(7);
    let game = whole_lines(&whole).len() / expected.len();
    use mock::Signal;
    for signal in [Signal::KILL; 10].into_iter().chain([Signal::INT, Signal::TERM]) {
        interrupt(&broken, signal, random.below(2 * game));
    }
    let before = whole_lines(&broken);
    let played = outcome(&broken).len();
    assert!((1..2 * ROUNDS).contains(&played), "{played}");
    let output = lab(&words(&broken)).output().unwrap();
    assert!(output.status.success());
    assert_eq!(outcome(&broken), expected);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(&format!("{played} of {} games", 2 * ROUNDS)), "{text}");
    assert!(whole_lines(&broken).starts_with(&before), "only what was missing has been played");

    // The games are counted once, and are all in the PGN file.
    assert!(
        text.lines().any(|line| line.starts_with("A ") && line.contains(&format!(" {} ", 2 * ROUNDS))),
        "{text}"
    );
    let pgn = std::fs::read(broken.join("games.pgn")).unwrap();
    assert_eq!(vernier_chess::pgn::Reader::new(&pgn[..]).filter(Result::is_ok).count(), 2 * ROUNDS);
}

#[test]
fn a_torn_line_is_replayed_and_other_settings_are_rejected() {
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
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nodes: was 20, is 21"), "{output:?}");

    // More rounds are the same match, made longer.
    let mut longer = words(&folder);
    longer.extend(["--rounds".to_owned(), (ROUNDS + 1).to_string()]);
    assert!(lab(&longer).output().unwrap().status.success());
    assert_eq!(outcome(&folder).len(), 2 * ROUNDS + 2);

    // A line of nonsense in the middle is not skipped.
    let mut file = std::fs::OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(b"nonsense\n").unwrap();
    drop(file);
    let output = lab(&words(&folder)).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("games.jsonl, line 84"), "{output:?}");
}

#[test]
fn a_running_match_is_not_joined() {
    let folder = folder("resume-lock");
    let settings = "none";
    let journal =
        vernier_lab::store::journal::Journal::open(&folder.join("games.jsonl"), &settings, |_| ()).unwrap();
    let output = lab(&words(&folder)).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("in use by another match"), "{output:?}");
    drop(journal);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_stops_the_match() {
    let folder = folder("resume-full");
    std::os::unix::fs::symlink("/dev/full", folder.join("games.pgn.new")).unwrap();
    let output = lab(&words(&folder)).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"), "{output:?}");
    assert!(!records(&folder).is_empty(), "what was played is kept");
}

#[test]
#[cfg(unix)]
fn a_disk_that_fills_up_stops_the_match_without_losing_a_game() {
    let (whole, full) = (folder("resume-room"), folder("resume-no-room"));
    assert!(lab(&words(&whole)).output().unwrap().status.success());
    let script = r#"trap "" XFSZ; ulimit -f 32; exec "$0" "$@""#;
    let program = env!("CARGO_BIN_EXE_vernier-lab");
    let output = Command::new("sh").args(["-c", script, program]).args(words(&full)).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("File too large"), "{output:?}");
    let kept = whole_lines(&full);
    let games = kept.iter().filter(|byte| **byte == b'\n').count() - 1;
    assert!((1..2 * ROUNDS).contains(&games), "{games} games are kept");
    assert!(lab(&words(&full)).output().unwrap().status.success(), "with room again it resumes");
    assert!(whole_lines(&full).starts_with(&kept));
    assert_eq!(outcome(&full), outcome(&whole));
}

#[test]
fn a_deleted_pgn_file_is_restored() {
    let folder = folder("resume-deleted");
    let mut child = lab(&words(&folder)).stdout(Stdio::null()).spawn().unwrap();
    while whole_lines(&folder).iter().filter(|byte| **byte == b'\n').count() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "the match is still running");
        std::thread::sleep(Duration::from_millis(1));
    }
    let pgn = folder.join("games.pgn");
    std::fs::remove_file(&pgn).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(outcome(&folder).len(), 2 * ROUNDS);
    let pgn = std::fs::read(pgn).unwrap();
    assert_eq!(vernier_chess::pgn::Reader::new(&pgn[..]).filter(Result::is_ok).count(), 2 * ROUNDS);
}

#[test]
#[cfg(unix)]
fn ctrl_c_shows_the_table_and_how_to_resume() {
    let folder = folder("resume-interrupt");
    let child = lab(&words(&folder)).stdout(Stdio::piped()).spawn().unwrap();
    while records(&folder).len() < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    mock::signal(mock::Signal::INT, child.id());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("A against B:") && text.contains("the same command resumes"), "{text}");
    assert!(lab(&words(&folder)).output().unwrap().status.success(), "and it does");
    assert_eq!(outcome(&folder).len(), 2 * ROUNDS);
}

#[test]
fn edited_results_are_rejected() {
    let folder = folder("resume-edited");
    assert!(lab(&words(&folder)).output().unwrap().status.success());
    let journal = folder.join("games.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let edited = text.replacen("\"result\":\"1/2-1/2\"", "\"result\":\"1-0\"", 1);
    assert_ne!(edited, text);
    std::fs::write(&journal, &edited).unwrap();
    let output = lab(&words(&folder)).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the checksum does not fit"), "{output:?}");
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), edited, "nothing is changed");
}
