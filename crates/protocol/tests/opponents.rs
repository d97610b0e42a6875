//! Engines that misbehave, played by shell scripts.
#![cfg(unix)]

use std::path::Path;
use std::time::{Duration, Instant};
use vernier_chess::CastlingMode;
use vernier_protocol::client::{Player, PlayerError, Program, UciPlayer, XboardPlayer};

/// More than anything here takes, less than an engine was once waited for.
const SOON: Duration = Duration::from_secs(40);

fn script(text: &str) -> Program {
    Program { command: "sh".into(), arguments: vec!["-c".into(), text.into()], ..Program::default() }
}

fn start(text: &str, startup: Duration) -> Result<UciPlayer, PlayerError> {
    UciPlayer::start(&script(text), CastlingMode::Standard, startup)
}

#[test]
fn an_engine_silent_after_isready_is_given_up() {
    let begun = Instant::now();
    let silent = start("read _; echo uciok; read _; sleep 300", Duration::from_millis(500));
    assert!(matches!(silent, Err(PlayerError::Silence)));
    assert!(begun.elapsed() < SOON);
    let begun = Instant::now();
    let text = "read _; echo feature ping=1 done=1; while read _; do :; done; sleep 300";
    let mut silent = XboardPlayer::start(&script(text), CastlingMode::Standard, Duration::from_millis(500))
        .expect("it starts");
    assert_eq!(silent.new_game(), Err(PlayerError::Silence));
    drop(silent);
    assert!(begun.elapsed() < SOON);
}

#[test]
fn an_engine_that_exits_is_reported_as_such() {
    for text in [
        "read _; echo uciok; read _; exit 3",
        // Something it has started keeps its output open.
        "sleep 300 & read _; echo uciok; read _; exit 3",
    ] {
        match start(text, Duration::from_secs(60)) {
            Err(PlayerError::Crash(why)) => assert!(why.contains("exit status: 3"), "{why}"),
            other => panic!("{text}: {:?}", other.err()),
        }
    }
}

/// True if a process runs; a dead one that has not been waited for does not.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|text| !text.rsplit(") ").next().is_some_and(|rest| rest.starts_with(['Z', 'X'])))
}

#[cfg(target_os = "linux")]
#[test]
fn children_outside_the_process_group_are_killed_too() {
    let file = std::env::temp_dir().join(format!("vernier-setsid-{}", std::process::id()));
    let path = file.display();
    // One child in a session of its own, and one whose parent is gone as well.
    let text = format!(
        "setsid sh -c 'echo $$ >{path}.1; exec sleep 300' & (setsid sh -c 'echo $$ >{path}.2; exec sleep 300' &)
         read _; echo uciok; while read line; do [ \"$line\" = isready ] && echo readyok; [ \"$line\" = quit ] && exit; done"
    );
    let player = start(&text, Duration::from_secs(60)).expect("it starts");
    let children = [1, 2].map(|number| {
        let file = format!("{path}.{number}");
        let begun = Instant::now();
        loop {
            let process = std::fs::read_to_string(Path::new(&file)).unwrap_or_default();
            if process.ends_with('\n') {
                std::fs::remove_file(&file).expect("it was there");
                return process.trim().to_owned();
            }
            assert!(begun.elapsed() < SOON, "{file} is not written");
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    assert!(children.iter().all(|child| runs(child)));
    drop(player);
    // A process that is killed is gone when it next gets a processor.
    let dropped = Instant::now();
    for child in children {
        while runs(&child) {
            assert!(dropped.elapsed() < SOON, "process {child} outlives the engine that started it");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
