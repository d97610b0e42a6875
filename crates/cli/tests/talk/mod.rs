//! The real program, started and talked to.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vernier"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A program being talked to.
pub struct Talk {
    pub child: Child,
    pub input: ChildStdin,
    pub output: BufReader<ChildStdout>,
}

impl Talk {
    pub fn start(words: &[&str]) -> Self {
        Self::with(program().args(words))
    }

    pub fn with(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// All lines up to the one that begins like this.
    pub fn collect(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "waited for {start:?}, got {lines:?}");
            let line = line.strip_suffix('\n').expect("whole lines");
            assert!(!line.ends_with('\r'));
            lines.push(line.to_owned());
            if line.starts_with(start) {
                return lines;
            }
        }
    }

    pub fn is_ready(&mut self) {
        self.say("isready");
        self.collect("readyok");
    }

    /// Asks for a move and checks the answer as tournament managers do.
    pub fn go(&mut self, go: &str) {
        self.say(go);
        let lines = self.collect("bestmove");
        let answer = lines.last().unwrap();
        assert!(answer.split(' ').nth(1).is_some_and(|word| word.len() >= 4), "{answer}");
        let scored: Vec<&String> = lines
            .iter()
            .filter(|line| line.contains(" score ") && !line.starts_with("info string"))
            .filter(|line| !line.contains("multipv") || line.contains("multipv 1 "))
            .collect();
        let last = scored.last().unwrap_or_else(|| panic!("no line with a score after {go}"));
        let words: Vec<&str> = last.split(' ').collect();
        assert_eq!(words[0], "info");
        for key in ["time", "nps", "score"] {
            let place = words.iter().position(|word| *word == key);
            let value = place.and_then(|place| words.get(place + 1));
            assert!(value.is_some_and(|value| !value.contains('.')), "{key} in {last}");
        }
    }

    pub fn end(mut self) -> ExitStatus {
        drop(self.input);
        await_end(&mut self.child)
    }
}

/// Waits for the end, but not forever.
pub fn await_end(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(Instant::now() < deadline, "the program is still running");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Runs the program on a script and returns its output.
pub fn run(words: &[&str], script: &str) -> Output {
    let mut child = program().args(words).spawn().unwrap();
    // A program that needs no input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
    child.wait_with_output().unwrap()
}

pub fn lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(str::to_owned).collect()
}

/// The output of a script in this folder, run by a Python that has the package `chess`.
pub fn python(script: &str, words: &[&str]) -> String {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/python");
    let has_chess = |python: &&str| {
        Command::new(python)
            .args(["-c", "import chess.engine, chess.syzygy, chess.polyglot"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let python = [own, "python3", "python"].into_iter().find(has_chess).expect("Python's chess is installed");
    let script = format!("{}/tests/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python).arg(script).args(words).output().unwrap();
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}\n{errors}");
    text.into_owned()
}
