//! A program that is talked to, with an end to all patience.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// On the slowest machine under the heaviest load: who waits longer waits for ever.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A program that is talked to.
pub struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why an answer did not come.
#[derive(Debug)]
pub enum TalkError {
    /// The program runs, but is silent.
    Silence,
    /// The program has ended.
    End(Option<ExitStatus>),
}

impl Talk {
    /// Starts a program. Its standard error goes to a file.
    pub fn start(command: &mut Command, errors: &Path) -> Result<Self, String> {
        let file = std::fs::File::create(errors).map_err(|error| error.to_string())?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(file);
        let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".to_owned());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                if sender.send(String::from_utf8_lossy(&bytes).trim_end().to_owned()).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        Ok(Self { child, input, lines })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line, or several. One who is gone hears nothing; waiting for an answer will tell.
    pub fn say(&mut self, text: impl AsRef<[u8]>) {
        let _ = self.input.write_all(text.as_ref()).and_then(|()| self.input.write_all(b"\n"));
    }

    /// All lines up to the first that begins like this.
    pub fn wait(&mut self, start: &str) -> Result<Vec<String>, TalkError> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let found = line.starts_with(start);
                    lines.push(line);
                    if found {
                        return Ok(lines);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(TalkError::Silence),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(TalkError::End(end(&mut self.child, PATIENCE)));
                }
            }
        }
    }

    /// Says a line and waits.
    pub fn ask(&mut self, text: &str, start: &str) -> Result<Vec<String>, TalkError> {
        self.say(text);
        self.wait(start)
    }

    /// Says the last words and waits for the end; none if it does not come.
    pub fn quit(mut self, words: &str) -> Option<ExitStatus> {
        self.say(words);
        drop(self.input);
        let ended = end(&mut self.child, PATIENCE);
        if ended.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        ended
    }

    /// Ends the program at once.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for the end of a program, but not for ever.
pub fn end(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + patience;
    while Instant::now() < deadline {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    None
}
