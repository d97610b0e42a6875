//! The words of PGN. Knows bytes and brackets, nothing of chess.

use super::pass::Pass;
use super::result::parse_result;
use super::source::{Location, Source};
use super::swar;
use super::tags::is_name_byte;
use super::{Comment, ErrorKind, Limits, Nag, Part};
use crate::GameResult;
use std::io::{self, Read};
use std::ops::Range;

/// More than any move needs; anything longer is not a move.
const WORD_LIMIT: usize = 32;

/// How most games start. Inside a comment, a line like this means that the comment was never closed.
pub(super) const NEXT_GAME: &[u8] = b"[Event \"";

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

/// What is wrong with the bytes themselves: the part of [`ErrorKind`] that needs no chess, and that is small, since every
/// token is returned beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LexError {
    MalformedTag,
    Unterminated(Part),
    TooLong(Part),
    NagTooLarge,
    Unexpected(u8),
}

impl From<LexError> for ErrorKind {
    fn from(error: LexError) -> Self {
        match error {
            LexError::MalformedTag => Self::MalformedTag,
            LexError::Unterminated(part) => Self::Unterminated(part),
            LexError::TooLong(part) => Self::TooLong(part),
            LexError::NagTooLarge => Self::NagTooLarge,
            LexError::Unexpected(byte) => Self::Unexpected(byte),
        }
    }
}

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

    /// Reads the rest of a tag after its bracket into [`Lexer::name`] and [`Lexer::text`]; what is left of the line
    /// after an error is skipped.
    pub(super) fn tag(&mut self) -> Result<(), LexError> {
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

    fn comment(&mut self) -> Result<Option<Token>, LexError> {
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

    fn line_comment(&mut self) -> Result<Option<Token>, LexError> {
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

    fn suffix(&mut self) -> Option<Token> {
        self.bytes.clear();
        while let Some(byte) = self.source.next_if(|byte| byte == b'!' || byte == b'?') {
            if self.bytes.len() < 2 {
                self.bytes.push(byte);
            }
        }
        self.text.decode(&self.bytes);
        Nag::from_glyph(&self.text.copy).map(Token::Nag)
    }

    fn nag(&mut self) -> Result<Token, LexError> {
        self.source.next();
        let mut number = None;
        while let Some(byte) = self.source.next_if(|byte| byte.is_ascii_digit()) {
            number = Some(number.unwrap_or(0u32).saturating_mul(10).saturating_add(u32::from(byte - b'0')));
        }
        let number = number.ok_or(LexError::Unexpected(b'$'))?;
        u8::try_from(number).map(|number| Token::Nag(Nag(number))).map_err(|_| LexError::NagTooLarge)
    }

    /// A move, a result, a move number (no token) or a judgement.
    #[inline]
    fn word(&mut self) -> Option<Token> {
        // A dot ends a move number and belongs to `exd6e.p.`.
        let numbered = self.source.peek().is_some_and(|byte| byte.is_ascii_digit());
        let ends = |byte: u8| ENDS_WORD[usize::from(byte)] || byte == b'.' && numbered;
        let word = self.source.run(WORD_LIMIT, |byte| !ends(byte));
        self.source.advance(word.len());
        if word.len() < WORD_LIMIT
            && let [first, second, ..] = *self.source.bytes(word.clone())
            && STARTS_MOVE[usize::from(first)] & FOLLOWS[usize::from(second)]
        {
            self.text.at(word);
            return Some(Token::Move);
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(self.source.bytes(word));
        while self.source.next_if(|byte| !ends(byte)).is_some() {}
        self.unusual_word()
    }

    /// What a word is that does not begin like a move; it stands in [`Lexer::bytes`].
    fn unusual_word(&mut self) -> Option<Token> {
        let digits = self.bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == self.bytes.len() {
            return None;
        }
        // A move may stick to its number.
        let glued = self.bytes[digits].is_ascii_alphabetic();
        self.text.decode(&self.bytes[if glued { digits } else { 0 }..]);
        match self.text.copy.as_str() {
            "--" | "Z0" | "@@@@" => Some(Token::NullMove),
            "e.p." | "ep" => None,
            text => Some(match (parse_result(text), Nag::from_glyph(text)) {
                (Ok(result), _) => Token::Result(result),
                (_, Some(nag)) => Token::Nag(nag),
                _ => Token::Move,
            }),
        }
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

/// A table with one entry a byte.
macro_rules! by_byte {
    ($($pattern:pat_param)|+) => {{
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = matches!(byte as u8, $($pattern)|+);
            byte += 1;
        }
        table
    }};
}

/// Blanks and everything that means something by itself.
static ENDS_WORD: [bool; 256] = by_byte!(
    0..=b' '
        | 0x7f
        | b'('
        | b')'
        | b'{'
        | b'}'
        | b'['
        | b']'
        | b';'
        | b'!'
        | b'?'
        | b'$'
        | b'"'
        | b'*'
        | b'<'
        | b'>'
);
/// A word that begins with one of these, followed by one of those, is a move.
static STARTS_MOVE: [bool; 256] = by_byte!(b'a'..=b'h' | b'B' | b'K' | b'N' | b'O' | b'Q' | b'R');
static FOLLOWS: [bool; 256] = by_byte!(b'a'..=b'h' | b'x' | b'-' | b'1'..=b'8');

/// Adds a text: UTF-8 where it is that, Latin-1 otherwise, as old files are.
pub(super) fn decode(bytes: &[u8], text: &mut String) {
    match core::str::from_utf8(bytes) {
        Ok(valid) => text.push_str(valid),
        Err(_) => text.extend(bytes.iter().map(|byte| *byte as char)),
    }
}
