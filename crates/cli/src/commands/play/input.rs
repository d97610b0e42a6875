//! Input lines: edited at a terminal, read plainly from anything else.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, Write};

/// A longer line is not a move.
const LONGEST: u64 = 4096;

pub(super) enum Input {
    Editor(Box<DefaultEditor>),
    Plain,
}

impl Input {
    /// A line editor if input and output are a terminal that can move its cursor.
    pub(super) fn open() -> Self {
        let editor = crate::terminal::is_interactive().then(DefaultEditor::new).and_then(Result::ok);
        editor.map_or(Self::Plain, |editor| Self::Editor(Box::new(editor)))
    }

    /// The next line; none at the end.
    pub(super) fn line(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        match self {
            Self::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(None),
                Err(error) => Err(io::Error::other(error)),
            },
            Self::Plain => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let line = read_line(&mut io::stdin().lock())?;
                writeln!(out, "{}", line.as_deref().unwrap_or_default())?;
                Ok(line)
            }
        }
    }
}

/// A line without its end; a line that is too long is cut, invalid UTF-8 is replaced.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_is_read() {
        let text = format!("{}\ne4\r\n\u{fffd}", "x".repeat(10_000));
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).expect("memory can be read");
        assert_eq!(next().map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!(next().as_deref(), Some("e4"));
        assert_eq!(next().as_deref(), Some("\u{fffd}"));
        assert_eq!(next(), None);
    }
}
