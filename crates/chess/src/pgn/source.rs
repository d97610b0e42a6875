//! The bytes of a text, and where each of them stands.

use super::swar;
use std::io::{self, Read};
use std::ops::Range;

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

/// Bytes that are held at a time. No run of bytes that is asked for in one piece is longer.
const BUFFER: usize = 1 << 16;

/// Reads ahead, hands out runs of bytes in place, and counts lines.
///
/// It never waits for bytes that are not needed yet, so a game that arrives through a pipe is complete as soon as
/// its last byte is there.
pub(super) struct Source<R> {
    input: R,
    buffer: Box<[u8]>,
    /// The next byte, and the end of what has been read into the buffer.
    at: usize,
    end: usize,
    /// How many bytes came before those in the buffer.
    before: u64,
    line: u64,
    /// The offset of the first byte of the line.
    line_start: u64,
    /// The offset behind the last carriage return, where a line feed ends no other line.
    after_return: Option<u64>,
    ended: bool,
    failure: Option<io::Error>,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; BUFFER].into(),
            at: 0,
            end: 0,
            before: 0,
            line: 1,
            line_start: 0,
            after_return: None,
            ended: false,
            failure: None,
        }
    }

    fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    /// Where the next byte stands.
    #[inline]
    pub(super) fn location(&self) -> Location {
        let offset = self.offset();
        Location { line: self.line, column: offset - self.line_start + 1, offset }
    }

    /// True if the next byte is the first of its line.
    #[inline]
    pub(super) fn at_line_start(&self) -> bool {
        self.offset() == self.line_start
    }

    /// Why the bytes ended too early, if they did and all before were taken.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        if self.at == self.end { self.failure.take() } else { None }
    }

    /// Reads more bytes behind those in the buffer; false if there are no more, or no room for any.
    #[cold]
    fn read_more(&mut self) -> bool {
        if self.end == self.buffer.len() && self.at > 0 {
            self.buffer.copy_within(self.at..self.end, 0);
            self.before += self.at as u64;
            self.end -= self.at;
            self.at = 0;
        }
        while !self.ended && self.end < self.buffer.len() {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => {
                    self.end += count;
                    return true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure.get_or_insert(error);
                    self.ended = true;
                }
            }
        }
        false
    }

    /// The next byte; none at the end, or where reading failed.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.at == self.end && !self.read_more() {
            return None;
        }
        Some(self.buffer[self.at])
    }

    /// Takes the next byte.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        if byte == b'\n' || byte == b'\r' {
            self.end_line(byte);
        }
        Some(byte)
    }

    fn end_line(&mut self, byte: u8) {
        let offset = self.offset();
        if byte == b'\r' || self.after_return != Some(offset - 1) {
            self.line += 1;
        }
        self.line_start = offset;
        if byte == b'\r' {
            self.after_return = Some(offset);
        }
    }

    /// Takes the next byte if it passes.
    #[inline(always)]
    pub(super) fn next_if(&mut self, passes: impl Fn(u8) -> bool) -> Option<u8> {
        self.peek().filter(|byte| passes(*byte)).and_then(|_| self.next())
    }

    /// The bytes ahead up to the first that does not pass, without taking them; at most `limit`, which is less than the
    /// buffer holds.
    #[inline(always)]
    pub(super) fn run(&mut self, limit: usize, passes: impl Fn(u8) -> bool) -> Range<usize> {
        debug_assert!(limit < BUFFER);
        let mut len = 0;
        loop {
            let end = self.end.min(self.at + limit);
            match self.buffer[self.at + len..end].iter().position(|byte| !passes(*byte)) {
                Some(more) => return self.at..self.at + len + more,
                None => len = end - self.at,
            }
            if len == limit || !self.read_more() {
                return self.at..self.at + len;
            }
        }
    }

    /// The bytes ahead up to the first of `stop`, a control character or a byte that is not ASCII, as far as they are
    /// in the buffer.
    #[inline]
    pub(super) fn plain_run(&mut self, stop: u8) -> Range<usize> {
        let mut len = 0;
        loop {
            let rest = &self.buffer[self.at + len..self.end];
            match swar::plain_prefix(rest, stop) {
                found if found < rest.len() => return self.at..self.at + len + found,
                all => len += all,
            }
            if !self.read_more() {
                return self.at..self.at + len;
            }
        }
    }

    /// Bytes of the buffer. They stay there until more is asked for than the buffer holds.
    #[inline(always)]
    pub(super) fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.buffer[range]
    }

    /// The first `len` of the last `back` bytes that were taken, which are still in the buffer.
    #[inline(always)]
    pub(super) fn behind(&self, back: usize, len: usize) -> &[u8] {
        &self.buffer[self.at - back..][..len]
    }

    /// What is in the buffer of the bytes to come.
    #[inline(always)]
    pub(super) fn ahead(&self) -> &[u8] {
        &self.buffer[self.at..self.end]
    }

    /// The byte behind a run.
    #[inline(always)]
    pub(super) fn byte_at(&self, index: usize) -> Option<u8> {
        (index < self.end).then(|| self.buffer[index])
    }

    /// True if those are the next bytes.
    pub(super) fn starts_with(&mut self, expected: &[u8]) -> bool {
        while self.end - self.at < expected.len() {
            let known = &self.buffer[self.at..self.end];
            if !expected.starts_with(known) || !self.read_more() {
                return false;
            }
        }
        self.buffer[self.at..].starts_with(expected)
    }

    /// Takes bytes that are in the buffer. Counts the lines they end, and notes where the last one begins.
    #[inline]
    pub(super) fn advance_lines(&mut self, count: usize, lines: Option<(u64, usize)>) {
        if let Some((ended, last_start)) = lines {
            self.line += ended;
            self.line_start = self.offset() + last_start as u64;
        }
        self.at += count;
    }

    /// Takes bytes that are in the buffer and end no line, and returns their place in it.
    #[inline(always)]
    pub(super) fn advance(&mut self, count: usize) -> usize {
        let start = self.at;
        self.at += count;
        start
    }
}
