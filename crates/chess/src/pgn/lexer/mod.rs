//! The words of PGN. Knows bytes and brackets, nothing of chess.

mod comment;
mod tag;
mod token;
mod word;

pub(super) use comment::NEXT_GAME;
pub(super) use token::{LexError, Token};

use super::pass::Pass;
use super::source::{Location, Source};
use super::swar;
use super::{Comment, Limits, Part};
use std::io::{self, Read};
use std::ops::Range;
use word::STARTS_MOVE;

/// What most of a game consists of.
pub(super) enum Plain<'a> {
    Move(&'a [u8]),
    /// Perhaps empty.
    Comment(Comment<'a>),
}

pub(super) struct Lexer<R> {
    source: Source<R>,
    limits: Limits,
    /// Bytes that had to be put together or mended.
    bytes: Vec<u8>,
    name: Piece,
    text: Piece,
    start: Location,
    /// True while the line holds nothing but blanks and tags, so that a bracket opens a tag.
    fresh_line: bool,
}

/// A piece of text: where it stands in the buffer, if it is there in one piece and needs no mending, or a copy.
#[derive(Default)]
struct Piece {
    range: Option<Range<usize>>,
    copy: String,
}

impl Piece {
    fn at(&mut self, range: Range<usize>) {
        self.range = Some(range);
    }

    /// Takes a copy.
    fn decode(&mut self, bytes: &[u8]) {
        self.range = None;
        self.copy.clear();
        decode(bytes, &mut self.copy);
    }
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(source: R, limits: Limits) -> Self {
        let source = Source::new(source);
        let start = source.location();
        let (name, text) = (Piece::default(), Piece::default());
        Self { source, limits, bytes: Vec::new(), name, text, start, fresh_line: true }
    }

    /// The name and the value of the tag read last.
    pub(super) fn tag_text(&self) -> (&str, &str) {
        let (Some(name), Some(value)) = (&self.name.range, &self.text.range) else {
            return (&self.name.copy, &self.text.copy);
        };
        // Both stand in one line, and all of it is ASCII.
        let line = swar::ascii(self.source.bytes(name.start..value.end)).unwrap_or_default();
        let within = |range: &Range<usize>| range.start - name.start..range.end - name.start;
        (line.get(within(name)).unwrap_or_default(), line.get(within(value)).unwrap_or_default())
    }

    /// The comment read last.
    #[inline]
    pub(super) fn comment_text(&self) -> Comment<'_> {
        Comment::from_bytes(self.word_bytes())
    }

    /// The bytes of the move read last.
    #[inline]
    pub(super) fn word_bytes(&self) -> &[u8] {
        match &self.text.range {
            Some(range) => self.source.bytes(range.clone()),
            None => self.text.copy.as_bytes(),
        }
    }

    /// Where the last token starts.
    #[inline]
    pub(super) fn start(&self) -> Location {
        self.start
    }

    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.source.take_failure()
    }

    /// Takes a move or a comment that is written as most are, with its number and the spaces before it: in one piece,
    /// in one line, in ASCII. Anything else is left to [`Lexer::token`], which gives the same, only more slowly.
    #[inline(always)]
    pub(super) fn plain(&mut self) -> Option<Plain<'_>> {
        let ahead = self.source.ahead();
        let start = swar::filler(ahead)?;
        let (skip, len) = match *ahead.get(start)? {
            b'{' => {
                let rest = &ahead[start + 1..];
                let len = swar::plain_prefix(rest, b'}');
                if len > self.limits.text || rest.get(len) != Some(&b'}') {
                    return None;
                }
                (1, len)
            }
            byte if STARTS_MOVE[usize::from(byte)] => (0, swar::word(&ahead[start..])?),
            _ => return None,
        };
        self.fresh_line = false;
        self.source.advance(start + 2 * skip + len);
        let text = self.source.behind(skip + len, len);
        Some(if skip == 0 {
            Plain::Move(text)
        } else {
            Plain::Comment(Comment::from_bytes(text.trim_ascii()))
        })
    }

    /// Passes over moves, numbers and comments that are written as most are. Results are left, and whatever else may
    /// mean something to a reader who does not look at the moves.
    pub(super) fn pass_plain(&mut self) {
        let ahead = self.source.ahead();
        let mut pass = Pass::default();
        // A comment is no longer than the buffer, so none can be too long.
        let mut at = if self.limits.text >= ahead.len() { pass.blocks(ahead) } else { 0 };
        loop {
            at += swar::words_prefix(&ahead[at..]);
            match ahead[at..] {
                [b'{', ..] => match pass.comment(ahead, at, self.limits.text) {
                    Some(end) => at = end,
                    None => break,
                },
                [b'\n', _, ..] | [b'\r', b'\n', _, ..] => {
                    at += usize::from(ahead[at] == b'\r') + 1;
                    pass.end_line(at);
                }
                // The hyphen of a castling move; that of a result follows a digit.
                [b'-', ..] if ahead[..at].last() == Some(&b'O') => at += 1,
                _ => break,
            }
        }
        // What is left may be a part of a word.
        let word = ahead[pass.end..at].iter().rev().position(|byte| *byte == b' ');
        let end = word.map_or(pass.end, |len| at - len);
        let is_blank = ahead[pass.end..end].iter().all(|byte| *byte == b' ');
        self.fresh_line = is_blank && pass.fresh_line.unwrap_or(self.fresh_line);
        self.source.advance_lines(end, pass.lines);
    }

    /// Where the word begins that was just taken.
    pub(super) fn location_before(&self, len: usize) -> Location {
        let Location { line, column, offset } = self.source.location();
        Location { line, column: column - len as u64, offset: offset - len as u64 }
    }

    /// The next token. After an error, reading can continue.
    pub(super) fn token(&mut self) -> Result<Token, LexError> {
        loop {
            self.skip_blanks();
            self.start = self.source.location();
            let Some(byte) = self.source.peek() else { return Ok(Token::End) };
            if byte == b'[' && self.fresh_line {
                self.source.next();
                if self.source.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
                    return Ok(Token::TagOpen);
                }
                return Err(LexError::Unexpected(byte));
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
                    return Err(LexError::Unexpected(byte));
                }
                _ => self.word(),
            };
            if let Some(token) = token {
                return Ok(token);
            }
        }
    }

    /// True if anything but blanks follows on the line.
    pub(super) fn line_goes_on(&mut self) -> bool {
        while self.source.next_if(|byte| byte == b' ' || byte == b'\t').is_some() {}
        self.source.peek().is_some_and(|byte| byte > b' ')
    }

    /// Blanks, control characters, dots, byte order marks and escaped lines.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.source.peek() {
            match byte {
                b'\n' | b'\r' => self.fresh_line = true,
                0..=b' ' | 0x7f | b'.' => {}
                b'%' if self.source.at_line_start() => {
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

    #[inline]
    fn push(&mut self, byte: u8, part: Part) -> Result<(), LexError> {
        if self.bytes.len() >= self.limits.text {
            return Err(LexError::TooLong(part));
        }
        self.bytes.push(if byte.is_ascii_control() { b' ' } else { byte });
        Ok(())
    }
}

/// Adds a text: UTF-8 where it is that, Latin-1 otherwise, as old files are.
pub(super) fn decode(bytes: &[u8], text: &mut String) {
    match core::str::from_utf8(bytes) {
        Ok(valid) => text.push_str(valid),
        Err(_) => text.extend(bytes.iter().map(|byte| *byte as char)),
    }
}
