//! A person at a terminal: a prompt, editing, history, colors, and lines cut to the width.
#![cfg(target_os = "linux")]

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The program at a terminal of 60 columns.
struct Screen {
    child: Child,
    terminal: File,
    /// Everything shown so far.
    shown: String,
    /// How much of it has been looked at.
    seen: usize,
    state: PathBuf,
}

impl Screen {
    fn start(name: &str, no_color: bool) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&terminal).expect("a terminal");
        unlockpt(&terminal).expect("a terminal");
        let size = Winsize { ws_row: 50, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).expect("a terminal has a size");
        let other = ptsname(&terminal, Vec::new()).expect("a name");
        let open =
            || Stdio::from(openat(CWD, &*other, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("open"));
        let state = std::env::temp_dir().join(format!("vernier-{}-{name}", std::process::id()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_vernier"));
        command.env("TERM", "xterm-256color").env("XDG_STATE_HOME", &state).env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let child = command.stdin(open()).stdout(open()).stderr(open()).spawn().expect("it starts");
        Self { child, terminal: terminal.into(), shown: String::new(), seen: 0, state }
    }

    fn enter(&mut self, text: &str) {
        self.terminal.write_all(text.as_bytes()).expect("the terminal listens");
    }

    /// Reads until that text has been shown, and gives what came after the last one that was waited for.
    fn expect(&mut self, text: &str) -> String {
        loop {
            let new = &self.shown[self.seen..];
            if let Some(place) = new.find(text) {
                let end = place + text.len();
                let part = new[..end].to_owned();
                self.seen += end;
                return part;
            }
            let mut bytes = [0; 4096];
            let count = self.terminal.read(&mut bytes).unwrap_or(0);
            assert!(count > 0, "waited for {text:?}, saw {:?}", self.shown);
            self.shown.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.state);
    }
}

#[test]
fn a_terminal_gets_a_prompt_editing_and_history() {
    let mut screen = Screen::start("prompt", false);
    screen.expect("Type help");
    screen.expect("vernier> ");
    // A typing error is taken back before the line is sent.
    screen.enter("fex\x7fn\r");
    screen.expect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    screen.enter("go depth 9\r");
    let shown = screen.expect("best move: ");
    assert!(shown.contains("\u{1b}[32m"), "a score for White is green: {shown:?}");
    assert!(shown.contains('…'), "long lines are cut: {shown:?}");
    // The line before the last is `fen` again.
    screen.enter("\x1b[A\x1b[A\r");
    screen.expect("RNBQKBNR w KQkq - 0 1");
    screen.enter("quit\r");
    assert!(screen.child.wait().expect("it ends").success());
    let history = std::fs::read_to_string(screen.state.join("vernier/history")).expect("a history");
    assert!(history.contains("go depth 9"), "{history}");
}

#[test]
fn ctrl_c_stops_the_search_but_not_the_session() {
    let mut screen = Screen::start("interrupt", true);
    screen.expect("vernier> ");
    screen.enter("go infinite\r");
    screen.expect("  5/");
    screen.enter("\x03");
    let shown = screen.expect("best move: ");
    assert!(
        !shown.contains("\u{1b}[32m") && !shown.contains("\u{1b}[31m"),
        "NO_COLOR is respected: {shown:?}"
    );
    screen.enter("\x04");
    assert!(screen.child.wait().expect("it ends").success());
}
