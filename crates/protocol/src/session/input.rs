//! Input lines. One thread owns the input and passes on what it reads.

use std::io::{BufRead, BufReader, Read};

/// The longest line. The rest is discarded up to the next line end.
pub(crate) const LONGEST_LINE: usize = 4 << 20;

/// A line, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A line without its end. Bytes that are not UTF-8 have become replacement characters.
    Text(String),
    /// A line longer than [`LONGEST_LINE`].
    TooLong,
}

impl Line {
    /// Its text, if it is not too long.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::TooLong => None,
        }
    }
}

/// Cuts a stream of bytes into lines.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, input) }
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Line;

    /// The next line; the last may lack its end. None at the end of the input or when it can no longer be read.
    fn next(&mut self) -> Option<Line> {
        let mut bytes = Vec::new();
        let mut limited = self.input.by_ref().take(LONGEST_LINE as u64 + 1);
        let read = limited.read_until(b'\n', &mut bytes);
        if bytes.is_empty() || read.is_err() {
            return None;
        }
        if bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n') {
            skip_line(&mut self.input);
            return Some(Line::TooLong);
        }
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        Some(Line::Text(String::from_utf8_lossy(text).into_owned()))
    }
}

/// Throws away everything up to the next line end.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let Ok(bytes) = input.fill_buf() else { return };
        if bytes.is_empty() {
            return;
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Line> {
        Lines::new(bytes).collect()
    }

    #[test]
    fn bytes_become_lines() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(read(b""), []);
        assert_eq!(read(b"uci\r\n\nquit"), [text("uci\r"), text(""), text("quit")]);
        assert_eq!(read(b"a\xff\0b\n"), [text("a\u{fffd}\0b")]);
    }

    #[test]
    fn an_endless_line_is_discarded() {
        let mut bytes = vec![b'x'; LONGEST_LINE];
        bytes.extend(b"\nok\n");
        assert!(matches!(&read(&bytes)[..], [Line::Text(long), Line::Text(_)] if long.len() == LONGEST_LINE));
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend(b"\nok\n");
        assert_eq!(read(&bytes), [Line::TooLong, Line::Text("ok".to_owned())]);
        assert_eq!(read(&vec![b'x'; LONGEST_LINE + 1]), [Line::TooLong]);
    }
}
