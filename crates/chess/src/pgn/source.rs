//! Bytes one at a time, and where each of them stands.

use std::io::{self, BufRead};

/// A place in a text. Line and column count from one, in bytes; the offset counts from zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// The line. LF, CR and CRLF each end one.
    pub line: u64,
    /// The byte within the line.
    pub column: u64,
    /// The byte within the whole.
    pub offset: u64,
}

/// Reads ahead by one byte and counts lines.
pub(super) struct Source<R> {
    bytes: R,
    /// Bytes that were handed back and come again first.
    again: &'static [u8],
    location: Location,
    after_carriage_return: bool,
    failure: Option<io::Error>,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(bytes: R) -> Self {
        let location = Location { line: 1, column: 1, offset: 0 };
        Self { bytes, again: &[], location, after_carriage_return: false, failure: None }
    }

    /// Where the next byte stands.
    pub(super) fn location(&self) -> Location {
        self.location
    }

    /// Why the bytes ended too early, if they did.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// The next byte; none at the end, or where reading failed.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if let Some(byte) = self.again.first() {
            return Some(*byte);
        }
        loop {
            match self.bytes.fill_buf() {
                Ok(buffer) => return buffer.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure.get_or_insert(error);
                    return None;
                }
            }
        }
    }

    /// Takes the next byte.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        match self.again {
            [_, rest @ ..] => self.again = rest,
            [] => self.bytes.consume(1),
        }
        self.location.offset += 1;
        match byte {
            b'\n' if self.after_carriage_return => self.location.column = 1,
            b'\n' | b'\r' => {
                self.location.line += 1;
                self.location.column = 1;
            }
            _ => self.location.column += 1,
        }
        self.after_carriage_return = byte == b'\r';
        Some(byte)
    }

    /// Takes the next byte if it passes.
    #[inline]
    pub(super) fn next_if(&mut self, passes: impl Fn(u8) -> bool) -> Option<u8> {
        self.peek().filter(|byte| passes(*byte)).and_then(|_| self.next())
    }

    /// Takes all bytes up to the first that does not pass, a buffer at a time, until `into` holds `limit` bytes. No
    /// byte that passes may end a line.
    pub(super) fn take_run(&mut self, passes: impl Fn(u8) -> bool, into: &mut Vec<u8>, limit: usize) {
        while self.again.is_empty() {
            // A failure is noted where the next byte is asked for.
            let Ok(buffer) = self.bytes.fill_buf() else { return };
            let room = limit.saturating_sub(into.len());
            let run = buffer.iter().take(room).take_while(|byte| passes(**byte)).count();
            if run == 0 {
                return;
            }
            into.extend_from_slice(&buffer[..run]);
            self.bytes.consume(run);
            self.location.offset += run as u64;
            self.location.column += run as u64;
            self.after_carriage_return = false;
        }
    }

    /// Hands back bytes of the present line that were just taken.
    pub(super) fn give_back(&mut self, bytes: &'static [u8]) {
        self.again = bytes;
        self.location.offset -= bytes.len() as u64;
        self.location.column -= bytes.len() as u64;
    }
}
