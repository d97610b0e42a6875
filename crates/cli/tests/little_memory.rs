//! Little memory: on a machine that gives no more the program starts with a smaller table, says so, and plays; what is no
//! longer needed it gives back.
#![cfg(target_os = "linux")]

mod talk;

use std::process::Command;
use talk::Talk;

/// What the program says with this many kilobytes of address space, and how it ends.
fn session(kilobytes: u32, options: &str) -> (String, bool) {
    let commands = format!("uci\\n{options}isready\\nposition startpos\\ngo depth 2\\nwait\\nquit\\n");
    let script = format!("ulimit -v {kilobytes}; printf '{commands}' | {}", env!("CARGO_BIN_EXE_vernier"));
    let output = Command::new("sh")
        .args(["-c", &script])
        .env("RUST_BACKTRACE", "1")
        .output()
        .expect("sh can be started");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

#[test]
fn little_address_space_gives_a_smaller_table_and_a_note() {
    for kilobytes in [88_000, 72_000] {
        let (text, success) = session(kilobytes, "");
        assert!(success && text.contains("readyok") && text.contains("bestmove"), "{kilobytes}: {text}");
    }
    // How much the program itself takes depends on the build; somewhere on the way down the table has to shrink.
    let shrunk = (30_000..=70_000).rev().step_by(2_000).find_map(|kilobytes| {
        let (text, success) = session(kilobytes, "");
        text.contains("little memory: the transposition table has").then_some((text, success))
    });
    let (text, success) = shrunk.expect("a smaller table before the end");
    assert!(success && text.contains("readyok") && text.contains("bestmove"), "{text}");
}

/// Whatever is asked for, enough is left to search with.
#[test]
fn tables_and_threads_leave_room_for_the_search() {
    let options = "setoption name Threads value 4\\nsetoption name Hash value 64\\n";
    for kilobytes in (100_000..=220_000).step_by(6_000) {
        let (text, success) = session(kilobytes, options);
        assert!(success && text.contains("bestmove"), "{kilobytes}: {text}");
    }
}

/// The networks inside the program need memory to be unpacked.
#[test]
fn networks_are_unpacked_where_there_is_little_memory() {
    for search in ["alphabeta", "mcts"] {
        let options = format!("setoption name Search value {search}\\n");
        for kilobytes in (60_000..=120_000).step_by(4_000) {
            let (text, success) = session(kilobytes, &options);
            assert!(success && text.contains("bestmove"), "{search}, {kilobytes}: {text}");
        }
    }
}

/// Megabytes that a process holds for itself.
fn own_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("a size");
    let kilobytes = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    kilobytes.expect("a number") >> 10
}

/// With the table of 16 MB that it starts with, an engine that has had much more holds little more than at the start.
#[test]
fn freed_tables_and_threads_return_their_memory() {
    let mut talk = Talk::start(&[]);
    talk.say("uci");
    talk.go("go depth 6");
    let before = own_memory(talk.child.id());
    for (hash, threads) in [(64, 8), (2, 3), (33, 5), (8, 8), (64, 2), (30, 7)] {
        talk.say(&format!("setoption name Hash value {hash}\nsetoption name Threads value {threads}"));
        talk.go("go nodes 20000");
        talk.say("setoption name Search value mcts");
        talk.go("go nodes 2000");
        talk.say("setoption name Search value alphabeta");
    }
    talk.say("setoption name Hash value 16\nsetoption name Threads value 1");
    talk.is_ready();
    let after = own_memory(talk.child.id());
    assert!(after < before + 32, "{before} MB before, {after} MB after");
    talk.say("quit");
    assert!(talk.end().success());
}
