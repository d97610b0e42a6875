//! Skips movetext, for readers of headers.

use super::lexer::NEXT_GAME;
use super::movetext::Movetext;
use super::swar;

/// How far the reader of headers has come in the movetext.
#[derive(Default)]
pub(super) struct Pass {
    /// Behind the last comment or line.
    pub(super) end: usize,
    /// How many lines were ended, and where the last of them began.
    pub(super) lines: Option<(u64, usize)>,
    /// Whether only blanks follow the last line's end; none if no line has ended.
    pub(super) fresh_line: Option<bool>,
}

impl Pass {
    /// Skips most of the movetext, and returns where to continue: within a word, or where a comment begins.
    pub(super) fn blocks(&mut self, ahead: &[u8]) -> usize {
        let Movetext { len, open, lines } = Movetext::at_start_of(ahead);
        let at = open.unwrap_or(len);
        let ends = |byte: &u8| matches!(byte, b' ' | b'\n' | b'}');
        let end = ahead[..at].iter().rposition(ends).map_or(0, |last| last + 1);
        self.end = if open.is_some() { at } else { end };
        self.lines = match lines {
            // The last lines are within the comment that is still open, and not ended yet.
            Some((_, start)) if start > self.end => {
                let newlines = || ahead[..self.end].iter().enumerate().filter(|(_, byte)| **byte == b'\n');
                newlines().next_back().map(|(last, _)| (newlines().count() as u64, last + 1))
            }
            lines => lines,
        };
        let line = self.lines.map_or(0, |(_, start)| start);
        let is_blank = ahead[line..self.end].iter().all(|byte| *byte == b' ');
        self.fresh_line = if is_blank { self.lines.map(|_| true) } else { Some(false) };
        at
    }

    pub(super) fn end_line(&mut self, start: usize) {
        self.lines = Some((self.lines.map_or(1, |(count, _)| count + 1), start));
        (self.end, self.fresh_line) = (start, Some(true));
    }

    /// Skips the comment that begins there and returns where it ends. Nothing happens if it is damaged, long or not ASCII.
    pub(super) fn comment(&mut self, ahead: &[u8], start: usize, limit: usize) -> Option<usize> {
        let (mut at, mut lines) = (start + 1, self.lines);
        loop {
            at += swar::plain_prefix(&ahead[at..], b'}');
            at += match ahead[at..] {
                [b'}', ..] => break,
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => return None,
            };
            lines = Some((lines.map_or(1, |(count, _)| count + 1), at));
            if ahead.len() - at < NEXT_GAME.len() || ahead[at..].starts_with(NEXT_GAME) {
                return None;
            }
        }
        if at - start > limit {
            return None;
        }
        *self = Self { end: at + 1, lines, fresh_line: Some(false) };
        Some(self.end)
    }
}
