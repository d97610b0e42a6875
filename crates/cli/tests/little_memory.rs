//! A machine that gives little memory: the program starts with a smaller table, says so, and plays.
#![cfg(target_os = "linux")]

use std::process::Command;

/// What the program says with so many kilobytes of address space, and how it ends.
fn session(kilobytes: u32) -> (String, bool) {
    let commands = "uci\\nisready\\nposition startpos\\ngo depth 2\\nwait\\nquit\\n";
    let script = format!("ulimit -v {kilobytes}; printf '{commands}' | {}", env!("CARGO_BIN_EXE_vernier"));
    let output = Command::new("sh")
        .args(["-c", &script])
        .env("RUST_BACKTRACE", "1")
        .output()
        .expect("sh can be started");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

#[test]
fn less_address_space_means_a_smaller_table_and_a_remark() {
    for kilobytes in [88_000, 72_000] {
        let (said, success) = session(kilobytes);
        assert!(success && said.contains("readyok") && said.contains("bestmove"), "{kilobytes}: {said}");
    }
    // How much the program itself takes depends on the build; somewhere on the way down the table has to shrink.
    let shrunk = (30_000..=70_000).rev().step_by(2_000).find_map(|kilobytes| {
        let (said, success) = session(kilobytes);
        said.contains("little memory: the transposition table has").then_some((said, success))
    });
    let (said, success) = shrunk.expect("a smaller table before the end");
    assert!(success && said.contains("readyok") && said.contains("bestmove"), "{said}");
}
