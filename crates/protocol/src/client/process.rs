//! Another program, driven line by line.
//!
//! Nothing here blocks for longer than asked or grows without bound, whatever the program does: a thread reads
//! its output with the time of each line, and keeps only the latest lines.

use super::PlayerError;
use super::guard::{Guard, Mark};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longer lines are cut off here.
const MAX_LINE: usize = 64 << 10;
/// When more lines are waiting, the oldest are thrown away.
const MAX_WAITING: usize = 2048;
/// The same when they hold more bytes than this: a runner of many engines has little memory for each.
const MAX_WAITING_BYTES: usize = 512 << 10;
/// The most bytes of its standard error that are kept.
const MAX_ERROR: usize = 2048;
/// How long a program may take to exit when asked to.
const GRACE: Duration = Duration::from_secs(2);

/// How often a silent program is checked for having ended.
const EXIT_CHECK: Duration = Duration::from_millis(200);

/// A running program.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    mailbox: Arc<Mailbox>,
    errors: Arc<Mutex<Vec<u8>>>,
    guard: Option<Guard>,
}

/// What came from a program.
pub enum Received {
    /// A line, without its end, and when it was read.
    Line(Instant, String),
    /// Nothing until the deadline.
    Timeout,
    /// It has closed its output, which programs do by ending.
    End,
}

/// True for a line that can wait: no thread is woken for it alone. Most output is info from the search, several lines for each
/// move; waking up for each of them would cost more than all the rest.
pub type CanWait = fn(&str) -> bool;

/// The most lines that may wait together.
const MAX_BATCH: usize = 256;

struct Mailbox {
    lines: Mutex<LineQueue>,
    arrived: Condvar,
}

struct LineQueue {
    lines: VecDeque<(Instant, String)>,
    /// In all lines together.
    bytes: usize,
    dropped_lines: u64,
    ended: bool,
    /// Lines that can wait.
    can_wait: CanWait,
}

impl Process {
    /// Starts a program.
    pub fn start(mut command: Command) -> Result<Self, PlayerError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mark = Mark::new();
        mark.put_on(&mut command);
        let mut child = command.spawn().map_err(|error| PlayerError::Crash(error.to_string()))?;
        let guard = Guard::over(child.id(), &mark);
        let input = child.stdin.take();
        let mailbox = Arc::new(Mailbox::new());
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        if let Some(output) = child.stdout.take() {
            let mailbox = Arc::clone(&mailbox);
            std::thread::spawn(move || mailbox.fill(output));
        }
        if let Some(output) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            std::thread::spawn(move || keep_tail(output, &errors));
        }
        Ok(Self { child, input, mailbox, errors, guard })
    }

    /// Writes one line or several; the last line end is added. If the program has ended, the next read reports it.
    pub fn send(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{text}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// The next line, if it comes before the deadline. Lines that can wait arrive at the latest with one that cannot.
    ///
    /// A program that has ended is noticed even if something it has started keeps its output open.
    pub fn receive(&mut self, deadline: Instant, can_wait: CanWait) -> Received {
        let mailbox = Arc::clone(&self.mailbox);
        let mut waiting = mailbox.lock();
        waiting.can_wait = can_wait;
        let mut checks_after_exit = 0;
        loop {
            if let Some((when, line)) = waiting.pop() {
                return Received::Line(when, line);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if waiting.ended || checks_after_exit > 1 {
                return Received::End;
            } else if left.is_zero() {
                return Received::Timeout;
            }
            let (next, wait) = match mailbox.arrived.wait_timeout(waiting, left.min(EXIT_CHECK)) {
                Ok(result) => result,
                Err(poisoned) => poisoned.into_inner(),
            };
            waiting = next;
            // The last lines may still be on their way when it has ended, so they are waited for once more.
            if wait.timed_out() && matches!(self.child.try_wait(), Ok(Some(_))) {
                checks_after_exit += 1;
            }
        }
    }

    /// True if lines were thrown away since [`Process::dropped_lines`] was asked last.
    pub fn is_flooded(&self) -> bool {
        self.mailbox.lock().dropped_lines > 0
    }

    /// How many lines were thrown away since this was asked last.
    pub fn dropped_lines(&self) -> u64 {
        std::mem::take(&mut self.mailbox.lock().dropped_lines)
    }

    /// Why it ended, in words.
    pub fn exit_description(&mut self) -> String {
        let status = self
            .wait(Duration::from_millis(500))
            .map_or_else(|| "closed its output but keeps running".to_owned(), |status| status.to_string());
        self.await_errors(Duration::from_millis(500));
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&errors);
        match text.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(line) => format!("{status}; it said: {}", super::printable(line)),
            None => status,
        }
    }

    /// Waits until its last output has been read: the reader holds the other handle until then.
    fn await_errors(&self, limit: Duration) {
        let deadline = Instant::now() + limit;
        while Arc::strong_count(&self.errors) > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

impl Drop for Process {
    /// The end of its input asks a program to end. One that does not is killed, with all it has started.
    fn drop(&mut self) {
        self.input = None;
        let ended = self.wait(GRACE).is_some();
        if self.guard.take().is_none() && !ended {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

impl Mailbox {
    fn new() -> Self {
        let nothing = LineQueue {
            lines: VecDeque::new(),
            bytes: 0,
            dropped_lines: 0,
            ended: false,
            can_wait: |_| false,
        };
        Self { lines: Mutex::new(nothing), arrived: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, LineQueue> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in lines until there are no more.
    fn fill(&self, output: impl Read) {
        let mut reader = BufReader::with_capacity(MAX_LINE, output);
        let mut line = Vec::new();
        while let Some(whole) = read_line(&mut reader, &mut line) {
            let text = String::from_utf8_lossy(line.trim_ascii()).into_owned();
            let mut waiting = self.lock();
            waiting.dropped_lines += u64::from(!whole);
            let urgent = !(waiting.can_wait)(&text) || waiting.lines.len() >= MAX_BATCH;
            waiting.push(text);
            drop(waiting);
            if urgent {
                self.arrived.notify_one();
            }
        }
        self.lock().ended = true;
        self.arrived.notify_one();
    }
}

impl LineQueue {
    /// Adds a line. There is always room for the latest.
    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push_back((Instant::now(), line));
        while self.lines.len() > MAX_WAITING || self.bytes > MAX_WAITING_BYTES {
            self.dropped_lines += u64::from(self.pop().is_some());
        }
    }

    fn pop(&mut self) -> Option<(Instant, String)> {
        let next = self.lines.pop_front()?;
        self.bytes -= next.1.len();
        Some(next)
    }
}

/// Reads a line and says whether all of it was kept; none at the end of input.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> Option<bool> {
    line.clear();
    let mut whole = true;
    loop {
        let chunk = reader.fill_buf().ok().filter(|chunk| !chunk.is_empty());
        let Some(chunk) = chunk else { return (!line.is_empty()).then_some(whole) };
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let useful = &chunk[..end.unwrap_or(chunk.len())];
        let room = MAX_LINE - line.len();
        whole &= useful.len() <= room;
        line.extend_from_slice(&useful[..useful.len().min(room)]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Some(whole);
        }
    }
}

fn keep_tail(mut output: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(read @ 1..) = output.read(&mut chunk) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&chunk[..read]);
        let excess = tail.len().saturating_sub(MAX_ERROR);
        tail.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_complete() {
        let text = format!("short\r\n{}\nlast", "x".repeat(3 * MAX_LINE));
        let mut reader = BufReader::new(text.as_bytes());
        let mut line = Vec::new();
        assert_eq!(read_line(&mut reader, &mut line), Some(true));
        assert_eq!(line, b"short\r");
        assert_eq!(read_line(&mut reader, &mut line), Some(false));
        assert_eq!(line.len(), MAX_LINE);
        assert_eq!(read_line(&mut reader, &mut line), Some(true));
        assert_eq!(line, b"last");
        assert_eq!(read_line(&mut reader, &mut line), None);
    }

    #[test]
    fn a_flood_keeps_the_latest_lines() {
        let text: String = (0..10_000).map(|number| format!("{number}\n")).collect();
        let mailbox = Mailbox::new();
        mailbox.fill(text.as_bytes());
        let waiting = mailbox.lock();
        assert_eq!(waiting.lines.len(), MAX_WAITING);
        assert_eq!(waiting.lines.back().map(|(_, line)| line.as_str()), Some("9999"));
        assert_eq!(waiting.dropped_lines, 10_000 - MAX_WAITING as u64);
        assert!(waiting.ended);
    }

    #[test]
    fn long_lines_take_no_more_memory_than_short_ones() {
        let text = format!("{}\n", "x".repeat(MAX_LINE)).repeat(100) + "bestmove e2e4\n";
        let mailbox = Mailbox::new();
        mailbox.fill(text.as_bytes());
        let mut waiting = mailbox.lock();
        let held: usize = waiting.lines.iter().map(|(_, line)| line.len()).sum();
        assert_eq!(waiting.bytes, held);
        assert!((MAX_WAITING_BYTES - MAX_LINE..=MAX_WAITING_BYTES).contains(&held), "{held}");
        assert_eq!(waiting.dropped_lines, 101 - waiting.lines.len() as u64);
        assert_eq!(waiting.lines.back().map(|(_, line)| line.as_str()), Some("bestmove e2e4"));
        while waiting.pop().is_some() {}
        assert_eq!(waiting.bytes, 0);
    }
}
