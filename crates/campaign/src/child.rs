//! A child process that the campaign talks to, always with a time limit.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Generous enough for the slowest machine under the heaviest load: an answer that takes longer never comes.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A child process, its input and its output.
pub struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why an answer did not come.
#[derive(Debug)]
pub enum TalkError {
    /// The program is running but silent.
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

    /// Sends one line or several. Errors are ignored: if the program is gone, waiting for its answer reports that.
    pub fn say(&mut self, text: impl AsRef<[u8]>) {
        let _ = self.input.write_all(text.as_ref()).and_then(|()| self.input.write_all(b"\n"));
    }

    /// Reads lines up to the first that starts with a text.
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

    /// Sends a line and waits for the answer.
    pub fn ask(&mut self, text: &str, start: &str) -> Result<Vec<String>, TalkError> {
        self.say(text);
        self.wait(start)
    }

    /// Sends the last lines and waits for the program to exit; `None` if it does not.
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

/// Waits for a program to exit, for a limited time.
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
