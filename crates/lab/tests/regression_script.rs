//! `scripts/regression-test.sh`: its defaults, and what its exit status says. The runner is a stand-in that plays nothing.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const ENGINE: &str = "#!/bin/sh\nwhile read -r line; do if [ \"$line\" = uci ]; then echo uciok; fi; done\n";

fn program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A folder with two engines, a book, and a runner that writes down its arguments and says `verdict`.
fn scene(name: &str, verdict: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    program(&folder.join("old"), ENGINE);
    program(&folder.join("new"), ENGINE);
    fs::write(folder.join("book.epd"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").unwrap();
    let words = format!("echo \"$0 $*\" > {}/words\n", folder.display());
    program(&folder.join("fastchess"), &format!("#!/bin/sh\n{words}echo '{verdict}'\n"));
    folder
}

/// Runs the script in that folder: its exit status, and its output.
fn run(folder: &Path, more: &[&str]) -> (i32, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/regression-test.sh");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .arg(script)
        .args(["--baseline", "old", "--candidate", "new", "--book", "book.epd", "--out", "out"])
        .args(more)
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), text.into_owned())
}

#[test]
fn the_exit_status_is_the_verdict() {
    for (verdict, more, status, word) in [
        ("Elo: 9 H1 was accepted", &[][..], 0, "PASS"),
        ("Elo: -9 H0 was accepted", &[], 1, "FAIL"),
        ("Elo: 1", &[], 0, "INCONCLUSIVE"),
        ("Elo: 1", &["--strict"], 1, "INCONCLUSIVE"),
        ("cannot start", &[], 3, "ERROR"),
    ] {
        let (found, text) = run(&scene("regression-verdict", verdict), more);
        assert_eq!(found, status, "{verdict} {more:?}: {text}");
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn the_defaults_are_those_described() {
    let folder = scene("regression-defaults", "Elo: 1");
    assert_eq!(run(&folder, &[]).0, 0);
    let words = fs::read_to_string(folder.join("words")).unwrap();
    for part in ["tc=10+0.1", "-rounds 2500", "elo0=0 elo1=10", "format=epd"] {
        assert!(words.contains(part), "{part} is not in {words}");
    }
    let cores = std::thread::available_parallelism().unwrap();
    assert!(words.contains(&format!("-concurrency {cores} ")), "{words}");
}

#[test]
fn wrong_words_are_refused_before_anything_is_played() {
    let folder = scene("regression-wrong", "Elo: 1");
    for (more, word) in [
        (&["--rounds", "none"][..], "is not a positive number"),
        (&["--speed", "3"], "unknown option --speed"),
        (&["--baseline", "new"], "the same file"),
        (&["--baseline", "nowhere"], "is not a program"),
        (&["--book", "nowhere.epd"], "cannot read the book"),
        (&["--runner", "arena"], "unknown runner arena"),
        (&["--tc"], "--tc needs a value"),
    ] {
        let (status, text) = run(&folder, more);
        assert_eq!(status, 2, "{more:?}: {text}");
        assert!(text.contains(word), "{word} is not in {text}");
    }
    assert!(!folder.join("words").exists(), "nothing was started");
}
