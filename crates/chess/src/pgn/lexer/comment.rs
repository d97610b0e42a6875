//! Comments between braces, and those that end with their line.

use super::{LexError, Lexer, Token};
use crate::pgn::Part;
use std::io::Read;

/// How most games start. Inside a comment, a line like this means that the comment was never closed.
pub(in crate::pgn) const NEXT_GAME: &[u8] = b"[Event \"";

impl<R: Read> Lexer<R> {
    pub(super) fn comment(&mut self) -> Result<Option<Token>, LexError> {
        self.source.next();
        let run = self.source.plain_run(b'}');
        if run.len() <= self.limits.text && self.source.byte_at(run.end) == Some(b'}') {
            self.source.advance(run.len() + 1);
            let bytes = self.source.bytes(run.clone());
            let start = run.start + bytes.len() - bytes.trim_ascii_start().len();
            let len = bytes.trim_ascii().len();
            self.text.at(start..start + len);
            return Ok((len > 0).then_some(Token::Comment));
        }
        self.long_comment()
    }

    /// A comment over several lines, or with letters beyond ASCII.
    fn long_comment(&mut self) -> Result<Option<Token>, LexError> {
        self.bytes.clear();
        let mut fits = Ok(());
        loop {
            if self.source.at_line_start() && self.source.starts_with(NEXT_GAME) {
                self.fresh_line = true;
                return Err(LexError::Unterminated(Part::Comment));
            }
            let run = self.source.plain_run(b'}');
            let room = self.limits.text.saturating_sub(self.bytes.len()).min(run.len());
            self.bytes.extend_from_slice(self.source.bytes(run.start..run.start + room));
            if room < run.len() {
                fits = Err(LexError::TooLong(Part::Comment));
            }
            self.source.advance(run.len());
            match self.source.next() {
                None => return Err(LexError::Unterminated(Part::Comment)),
                Some(b'}') => break,
                Some(b'\r') => {
                    self.source.next_if(|byte| byte == b'\n');
                    fits = fits.and(self.push(b' ', Part::Comment));
                }
                Some(byte) => fits = fits.and(self.push(byte, Part::Comment)),
            }
        }
        fits?;
        Ok(self.finished_comment())
    }

    pub(super) fn line_comment(&mut self) -> Result<Option<Token>, LexError> {
        self.source.next();
        self.bytes.clear();
        let mut fits = Ok(());
        while let Some(byte) = self.source.next_if(|byte| byte != b'\n' && byte != b'\r') {
            fits = fits.and(self.push(byte, Part::Comment));
        }
        fits?;
        Ok(self.finished_comment())
    }

    fn finished_comment(&mut self) -> Option<Token> {
        self.text.decode(&self.bytes);
        let text = &mut self.text.copy;
        text.truncate(text.trim_end().len());
        text.drain(..text.len() - text.trim_start().len());
        (!text.is_empty()).then_some(Token::Comment)
    }
}
