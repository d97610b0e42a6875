//! A copy of what passes through a stream, line by line, for reports of bugs.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that both streams of a conversation are copied to.
#[derive(Clone)]
pub struct Log {
    file: Arc<Mutex<File>>,
    started: Instant,
}

/// A stream whose lines are copied.
pub struct Logged<T> {
    stream: T,
    log: Option<Log>,
    /// Stands before each line.
    mark: char,
    line: Vec<u8>,
}

impl Log {
    /// Begins a new file.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self { file: Arc::new(Mutex::new(File::create(path)?)), started: Instant::now() })
    }

    /// Seconds since the start, the mark, the line. A full disk does not end the session.
    fn write(&self, mark: char, line: &[u8]) {
        let mut text = format!("{:10.3} {mark} ", self.started.elapsed().as_secs_f64()).into_bytes();
        text.extend_from_slice(line);
        text.push(b'\n');
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&text);
    }
}

impl<T> Logged<T> {
    /// Copies a stream, if there is a log.
    pub fn new(stream: T, log: Option<Log>, mark: char) -> Self {
        Self { stream, log, mark, line: Vec::new() }
    }

    fn note(&mut self, bytes: &[u8]) {
        let Some(log) = &self.log else { return };
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    self.line.extend_from_slice(end);
                    log.write(self.mark, &self.line);
                    self.line.clear();
                }
                None => self.line.extend_from_slice(part),
            }
        }
    }
}

impl<T: Read> Read for Logged<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.note(&buffer[..count]);
        Ok(count)
    }
}

impl<T: Write> Write for Logged<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.stream.write(bytes)?;
        self.note(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
