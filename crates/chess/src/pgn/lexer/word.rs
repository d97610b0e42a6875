//! Moves, numbers, results and annotations: whatever stands between blanks.

use super::{LexError, Lexer, Token};
use crate::pgn::Nag;
use crate::pgn::result::parse_result;
use std::io::Read;

/// More than any move needs; anything longer is not a move.
const WORD_LIMIT: usize = 32;

impl<R: Read> Lexer<R> {
    pub(super) fn suffix(&mut self) -> Option<Token> {
        self.bytes.clear();
        while let Some(byte) = self.source.next_if(|byte| byte == b'!' || byte == b'?') {
            if self.bytes.len() < 2 {
                self.bytes.push(byte);
            }
        }
        self.text.decode(&self.bytes);
        Nag::from_glyph(&self.text.copy).map(Token::Nag)
    }

    pub(super) fn nag(&mut self) -> Result<Token, LexError> {
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
    pub(super) fn word(&mut self) -> Option<Token> {
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
pub(super) static STARTS_MOVE: [bool; 256] = by_byte!(b'a'..=b'h' | b'B' | b'K' | b'N' | b'O' | b'Q' | b'R');
static FOLLOWS: [bool; 256] = by_byte!(b'a'..=b'h' | b'x' | b'-' | b'1'..=b'8');
