//! A session without a process: lines go in when a test says so, and it can wait for what comes out.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use vernier_chess::Board;
use vernier_engine::Engine;
use vernier_protocol::uci::Info;
use vernier_protocol::{MoveText, Session};

/// Nothing here takes nearly as long; a longer wait would never end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A middle game full of captures.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A running session.
pub struct Talk {
    input: Option<Sender<Vec<u8>>>,
    output: Output,
    /// How many lines have been looked at.
    read: usize,
    thread: Option<JoinHandle<()>>,
}

/// The output so far.
#[derive(Clone, Default)]
pub struct Output(Arc<(Mutex<String>, Condvar)>);

struct Pipe(Receiver<Vec<u8>>, VecDeque<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1.extend(bytes),
                Err(_) => return Ok(0),
            }
        }
        self.1.read(buffer)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (text, changed) = &*self.0;
        text.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Talk {
    /// A session whose first line decides.
    pub fn start() -> Self {
        Self::with(Session::new(Engine::new()))
    }

    /// A session that has answered `uci`.
    pub fn uci() -> Self {
        let mut talk = Self::start();
        talk.say("uci");
        talk.expect("uciok");
        talk
    }

    /// A session that speaks XBoard's protocol, ready for a game.
    pub fn xboard() -> Self {
        let mut talk = Self::start();
        talk.say("xboard\nprotover 2");
        talk.expect("feature done=1");
        talk.say("accepted done\nnew\nrandom\nlevel 0 1 0\npost");
        talk
    }

    pub fn with(session: Session) -> Self {
        let (sender, receiver) = channel();
        let output = Output::default();
        let sink = output.clone();
        let thread = std::thread::spawn(move || {
            session.run(Pipe(receiver, VecDeque::new()), sink).unwrap();
        });
        Self { input: Some(sender), output, read: 0, thread: Some(thread) }
    }

    /// Says a line, or several.
    pub fn say(&self, text: &str) {
        self.say_bytes(format!("{text}\n").as_bytes());
    }

    pub fn say_bytes(&self, bytes: &[u8]) {
        // A session that is over does not read; its output shows that.
        let _ = self.input.as_ref().unwrap().send(bytes.to_vec());
    }

    /// Waits for a line that begins like this, and gives it. Lines before it are skipped.
    pub fn expect(&mut self, start: &str) -> String {
        self.collect(start).pop().unwrap()
    }

    /// Waits for a line that begins like this, and gives all lines from the last one looked at to it.
    pub fn collect(&mut self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut passed = Vec::new();
        let (text, changed) = &*self.output.0;
        let mut text = text.lock().unwrap();
        loop {
            while let Some(line) = complete_lines(&text).nth(self.read) {
                self.read += 1;
                passed.push(line.to_owned());
                if line.starts_with(start) {
                    return passed;
                }
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited for {start:?}, got {text}");
            text = changed.wait_timeout(text, left).unwrap().0;
        }
    }

    /// Asks whether it is ready, and gives everything said before the answer.
    pub fn settle(&mut self) -> Vec<String> {
        self.say("isready");
        self.collect("readyok")
    }

    /// Says `quit` and gives everything ever said.
    pub fn quit(self) -> Vec<String> {
        self.say("quit");
        self.end()
    }

    /// Ends the input and gives everything ever said.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        self.thread.take().unwrap().join().expect("a session does not panic");
        let text = self.output.0.0.lock().unwrap();
        complete_lines(&text).map(str::to_owned).collect()
    }
}

fn complete_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'))
}

/// How many of the lines begin like this.
pub fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Panics unless the line is an answer with a legal move of the position.
pub fn assert_legal_answer(fen: &str, line: &str) {
    let board: Board = if fen == "startpos" { Board::start() } else { Board::mend_fen(fen).unwrap().board };
    let word = line.strip_prefix("bestmove ").expect("an answer").split(' ').next().unwrap();
    let text: MoveText = word.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(text.on(&board).is_ok(), "{line} in {fen}");
}

/// How many lines have a score.
pub fn scored_lines(lines: &[String]) -> usize {
    lines
        .iter()
        .filter_map(|line| line.strip_prefix("info "))
        .filter(|line| Info::read(line).score.is_some())
        .count()
}
