//! Tags: a name and a value between brackets.

use super::{LexError, Lexer};
use crate::pgn::tags::is_name_byte;
use crate::pgn::{Part, swar};
use std::io::Read;

impl<R: Read> Lexer<R> {
    /// Reads the rest of a tag after its bracket into [`Lexer::name`] and [`Lexer::text`]; what is left of the line
    /// after an error is skipped.
    pub(in crate::pgn) fn tag(&mut self) -> Result<(), LexError> {
        if self.plain_tag() { Ok(()) } else { self.name_and_value().inspect_err(|_| self.skip_line()) }
    }

    /// Takes a tag that stands in one piece, with nothing escaped and nothing but ASCII, which most are.
    fn plain_tag(&mut self) -> bool {
        let ahead = self.source.ahead();
        let name = swar::plain_prefix(ahead, b'"').saturating_sub(1);
        let Some(value) = ahead[name..].strip_prefix(b" \"") else { return false };
        let len = swar::plain_prefix(value, b'"');
        let escaped = || value[..len].contains(&b'\\');
        if !ahead[..name].iter().all(|byte| is_name_byte(*byte))
            || !value[len..].starts_with(b"\"]")
            || len.max(name) > self.limits.text
            || escaped()
        {
            return false;
        }
        let start = self.source.advance(name + 2 + len + 2);
        self.name.at(start..start + name);
        self.text.at(start + name + 2..start + name + 2 + len);
        true
    }

    fn name_and_value(&mut self) -> Result<(), LexError> {
        self.bytes.clear();
        while let Some(byte) = self.source.next_if(is_name_byte) {
            self.push(byte, Part::Tag)?;
        }
        self.name.decode(&self.bytes);
        while self.source.next_if(|byte| byte == b' ' || byte == b'\t').is_some() {}
        self.source.next_if(|byte| byte == b'"').ok_or(LexError::MalformedTag)?;
        self.bytes.clear();
        while let Some(byte) = self.source.next_if(|byte| byte != b'\n' && byte != b'\r') {
            match byte {
                b'"' => {
                    // Only a quote before the closing bracket ends the value; writers forget to escape the others.
                    let len = self.bytes.len();
                    self.push(b'"', Part::Tag)?;
                    while self.source.next_if(|byte| byte == b' ' || byte == b'\t').is_some() {
                        self.push(b' ', Part::Tag)?;
                    }
                    if self.source.next_if(|byte| byte == b']').is_some() {
                        self.text.decode(&self.bytes[..len]);
                        return Ok(());
                    }
                }
                b'\\' => {
                    let escaped = self.source.next_if(|byte| byte == b'"' || byte == b'\\');
                    self.push(escaped.unwrap_or(b'\\'), Part::Tag)?;
                }
                _ => self.push(byte, Part::Tag)?,
            }
        }
        Err(LexError::Unterminated(Part::Tag))
    }
}
