//! The words of PGN. Knows bytes and brackets, nothing of chess.

use super::result::parse_result;
use super::source::{Location, Source};
use super::tags::is_name_byte;
use super::{ErrorKind, Limits, Nag, Part};
use crate::GameResult;
use std::io::{self, BufRead};

/// More than any move needs; what is longer is no move.
const WORD_LIMIT: usize = 32;

/// How most games start. Inside a comment, a line like this means that the comment was never closed.
const NEXT_GAME: &[u8] = b"[Event \"";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A bracket that opens a tag; [`Lexer::tag`] reads on.
    TagOpen,
    /// A tag that has been read already.
    Tag,
    /// In [`Lexer::text`], never empty.
    Comment,
    /// In [`Lexer::text`].
    Move,
    NullMove,
    Nag(Nag),
    Open,
    Close,
    Result(Option<GameResult>),
    End,
}

pub(super) struct Lexer<R> {
    source: Source<R>,
    limits: Limits,
    bytes: Vec<u8>,
    name: String,
    text: String,
    start: Location,
    /// True while the line holds nothing but blanks and tags, so that a bracket opens a tag.
    fresh_line: bool,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(source: R, limits: Limits) -> Self {
        let source = Source::new(source);
        let start = source.location();
        let (name, text) = (String::new(), String::new());
        Self { source, limits, bytes: Vec::new(), name, text, start, fresh_line: true }
    }

    /// The comment, the move or the value of the tag read last.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The name of the tag read last.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Where the last token starts.
    pub(super) fn start(&self) -> Location {
        self.start
    }

    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.source.take_failure()
    }

    /// The next token. After an error, reading can go on.
    pub(super) fn token(&mut self) -> Result<Token, ErrorKind> {
        loop {
            self.skip_blanks();
            self.start = self.source.location();
            let Some(byte) = self.source.peek() else { return Ok(Token::End) };
            if byte == b'[' && self.fresh_line {
                self.source.next();
                if self.source.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
                    return Ok(Token::TagOpen);
                }
                return Err(ErrorKind::Unexpected(byte));
            }
            self.fresh_line = false;
            let token = match byte {
                b'{' => self.comment()?,
                b';' => self.line_comment()?,
                b'(' => self.single(Token::Open),
                b')' => self.single(Token::Close),
                b'*' => self.single(Token::Result(None)),
                b'!' | b'?' => self.suffix(),
                b'$' => Some(self.nag()?),
                b'[' | b']' | b'}' | b'"' | b'<' | b'>' => {
                    self.source.next();
                    return Err(ErrorKind::Unexpected(byte));
                }
                _ => self.word(),
            };
            if let Some(token) = token {
                return Ok(token);
            }
        }
    }

    /// True if the line goes on with anything but blanks.
    pub(super) fn line_goes_on(&mut self) -> bool {
        while self.source.next_if(|byte| byte == b' ' || byte == b'\t').is_some() {}
        self.source.peek().is_some_and(|byte| byte > b' ')
    }

    /// Reads the rest of a tag after its bracket into [`Lexer::name`] and [`Lexer::text`]; what is left of the line
    /// after an error is passed over.
    pub(super) fn tag(&mut self) -> Result<(), ErrorKind> {
        self.name_and_value().inspect_err(|_| self.skip_line())
    }

    fn name_and_value(&mut self) -> Result<(), ErrorKind> {
        self.bytes.clear();
        while let Some(byte) = self.source.next_if(is_name_byte) {
            self.push(byte, Part::Tag)?;
        }
        decode(&self.bytes, &mut self.name);
        while self.source.next_if(|byte| byte == b' ' || byte == b'\t').is_some() {}
        self.source.next_if(|byte| byte == b'"').ok_or(ErrorKind::MalformedTag)?;
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
                        decode(&self.bytes[..len], &mut self.text);
                        return Ok(());
                    }
                }
                b'\\' => {
                    let escaped = self.source.next_if(|byte| byte == b'"' || byte == b'\\');
                    self.push(escaped.unwrap_or(b'\\'), Part::Tag)?;
                }
                _ => self.push(byte, Part::Tag)?,
            }
            self.take_run(|byte| byte != b'"' && byte != b'\\');
        }
        Err(ErrorKind::Unterminated(Part::Tag))
    }

    /// Blanks, control characters, dots, byte order marks and escaped lines.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.source.peek() {
            match byte {
                b'\n' | b'\r' => self.fresh_line = true,
                0..=b' ' | 0x7f | b'.' => {}
                b'%' if self.source.location().column == 1 => {
                    self.skip_line();
                    continue;
                }
                0xef => {
                    self.source.next();
                    self.source.next_if(|byte| byte == 0xbb);
                    self.source.next_if(|byte| byte == 0xbf);
                    continue;
                }
                _ => return,
            }
            self.source.next();
        }
    }

    fn skip_line(&mut self) {
        while self.source.next_if(|byte| byte != b'\n' && byte != b'\r').is_some() {}
    }

    fn single(&mut self, token: Token) -> Option<Token> {
        self.source.next();
        Some(token)
    }

    fn comment(&mut self) -> Result<Option<Token>, ErrorKind> {
        self.source.next();
        self.bytes.clear();
        let mut fits = Ok(());
        loop {
            if self.source.location().column == 1
                && self.source.peek() == Some(b'[')
                && self.next_game_starts()
            {
                return Err(ErrorKind::Unterminated(Part::Comment));
            }
            self.take_run(|byte| byte != b'}');
            match self.source.next() {
                None => return Err(ErrorKind::Unterminated(Part::Comment)),
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

    fn line_comment(&mut self) -> Result<Option<Token>, ErrorKind> {
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
        decode(&self.bytes, &mut self.text);
        self.text.truncate(self.text.trim_end().len());
        self.text.drain(..self.text.len() - self.text.trim_start().len());
        (!self.text.is_empty()).then_some(Token::Comment)
    }

    /// True if the first line of another game stands here; it is left to be read again.
    fn next_game_starts(&mut self) -> bool {
        for (index, expected) in NEXT_GAME.iter().enumerate() {
            if self.source.next_if(|byte| byte == *expected).is_none() {
                self.bytes.extend(&NEXT_GAME[..index]);
                return false;
            }
        }
        self.source.give_back(NEXT_GAME);
        self.fresh_line = true;
        true
    }

    fn suffix(&mut self) -> Option<Token> {
        self.bytes.clear();
        while let Some(byte) = self.source.next_if(|byte| byte == b'!' || byte == b'?') {
            if self.bytes.len() < 2 {
                self.bytes.push(byte);
            }
        }
        decode(&self.bytes, &mut self.text);
        Nag::from_glyph(&self.text).map(Token::Nag)
    }

    fn nag(&mut self) -> Result<Token, ErrorKind> {
        self.source.next();
        let mut number = None;
        while let Some(byte) = self.source.next_if(|byte| byte.is_ascii_digit()) {
            number = Some(number.unwrap_or(0u32).saturating_mul(10).saturating_add(u32::from(byte - b'0')));
        }
        let number = number.ok_or(ErrorKind::Unexpected(b'$'))?;
        u8::try_from(number).map(|number| Token::Nag(Nag(number))).map_err(|_| ErrorKind::NagTooLarge)
    }

    /// A move, a result, a move number (no token) or a judgement.
    fn word(&mut self) -> Option<Token> {
        self.bytes.clear();
        // A dot ends a move number and belongs to `exd6e.p.`.
        let numbered = self.source.peek().is_some_and(|byte| byte.is_ascii_digit());
        let ends = |byte: u8| ends_word(byte) || byte == b'.' && numbered;
        while let Some(byte) = self.source.next_if(|byte| !ends(byte)) {
            if self.bytes.len() < WORD_LIMIT {
                self.bytes.push(byte);
            }
        }
        let digits = self.bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == self.bytes.len() {
            return None;
        }
        // A move may stick to its number.
        let glued = self.bytes[digits].is_ascii_alphabetic();
        decode(&self.bytes[if glued { digits } else { 0 }..], &mut self.text);
        match self.text.as_str() {
            "--" | "Z0" | "@@@@" => Some(Token::NullMove),
            "e.p." | "ep" => None,
            text => Some(match (parse_result(text), Nag::from_glyph(text)) {
                (Ok(result), _) => Token::Result(result),
                (_, Some(nag)) => Token::Nag(nag),
                _ => Token::Move,
            }),
        }
    }

    /// Takes printable text as long as it passes.
    fn take_run(&mut self, passes: impl Fn(u8) -> bool) {
        let plain = |byte: u8| !byte.is_ascii_control() && passes(byte);
        self.source.take_run(plain, &mut self.bytes, self.limits.text);
    }

    #[inline]
    fn push(&mut self, byte: u8, part: Part) -> Result<(), ErrorKind> {
        if self.bytes.len() >= self.limits.text {
            return Err(ErrorKind::TooLong(part));
        }
        self.bytes.push(if byte.is_ascii_control() { b' ' } else { byte });
        Ok(())
    }
}

/// Blanks and everything that means something by itself.
fn ends_word(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7f) || b"(){}[];!?$\"*<>".contains(&byte)
}

/// UTF-8 where it is that, Latin-1 otherwise: old files are.
fn decode(bytes: &[u8], text: &mut String) {
    text.clear();
    match core::str::from_utf8(bytes) {
        Ok(valid) => text.push_str(valid),
        Err(_) => text.extend(bytes.iter().map(|byte| *byte as char)),
    }
}
