//! Writes a game as PGN, in lines of less than eighty columns.

use super::track::Track;
use super::{GameTree, Node, Visit, result_text};
use crate::Color;
use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt::{self, Write};

/// The last column used.
const WIDTH: usize = 79;

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut moves = Moves { lines: Lines::new(f), track: Track::new(*self.start()), numbered: true };
        moves.comments(&self.comments)?;
        for visit in self.walk() {
            match visit {
                Visit::Move(id) => moves.node(&self[id])?,
                Visit::Open => {
                    // A variation always follows the move it varies.
                    let _ = moves.track.open();
                    moves.lines.open()?;
                    moves.numbered = true;
                }
                Visit::Close => {
                    moves.track.close();
                    moves.lines.close();
                    moves.numbered = true;
                }
            }
        }
        moves.lines.word(result_text(self.result))?;
        moves.lines.end()
    }
}

/// Writes moves and what is said about them.
struct Moves<'a, W> {
    lines: Lines<'a, W>,
    track: Track,
    /// True if the next move must show its number though it is Black's.
    numbered: bool,
}

impl<W: Write> Moves<'_, W> {
    fn node(&mut self, node: &Node) -> fmt::Result {
        self.comments(&node.leads)?;
        let board = self.track.board();
        let number = board.fullmove_number();
        match board.turn() {
            Color::White => self.lines.word(&format!("{number}."))?,
            Color::Black if self.numbered => self.lines.word(&format!("{number}..."))?,
            Color::Black => {}
        }
        match node.mv() {
            Some(mv) => self.lines.word(&board.san(mv).to_string())?,
            None => self.lines.word("--")?,
        }
        self.track.play(node.mv());
        self.numbered = false;
        for nag in &node.nags {
            self.lines.word(&nag.to_string())?;
        }
        self.comments(&node.comments)
    }

    fn comments(&mut self, comments: &[String]) -> fmt::Result {
        for comment in comments {
            let text = comment.replace(|letter: char| letter.is_ascii_control(), " ");
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            self.numbered = true;
            // A brace cannot be written between braces, but it can on a line of its own.
            if text.contains('}') {
                self.lines.line(&format!("; {text}"))?
            } else {
                self.lines.comment(text)?
            }
        }
        Ok(())
    }
}

/// Breaks lines between words. The last word is kept back, for a parenthesis may still stick to it.
struct Lines<'a, W> {
    out: &'a mut W,
    column: usize,
    /// True if nothing is on the line, not even an empty word.
    blank: bool,
    kept: Option<String>,
    /// True if the next word sticks to the one kept back.
    sticky: bool,
}

impl<'a, W: Write> Lines<'a, W> {
    fn new(out: &'a mut W) -> Self {
        Self { out, column: 0, blank: true, kept: None, sticky: false }
    }

    fn word(&mut self, text: &str) -> fmt::Result {
        if !core::mem::take(&mut self.sticky) {
            self.flush()?;
        }
        self.kept.get_or_insert_default().push_str(text);
        Ok(())
    }

    fn open(&mut self) -> fmt::Result {
        self.word("(")?;
        self.sticky = true;
        Ok(())
    }

    fn close(&mut self) {
        self.kept.get_or_insert_default().push(')');
    }

    /// Words of a comment part only at single blanks, so that reading the line ends as blanks restores the text.
    fn comment(&mut self, text: &str) -> fmt::Result {
        for (index, word) in format!("{{{text}}}").split(' ').enumerate() {
            // Where a line starts, these would mean something else.
            if index > 0 && (word.starts_with('%') || word.starts_with("[Event")) {
                self.kept.get_or_insert_default().push(' ');
                self.sticky = true;
            }
            self.word(word)?;
        }
        Ok(())
    }

    /// A text that takes the rest of the line.
    fn line(&mut self, text: &str) -> fmt::Result {
        self.word(text)?;
        self.flush()?;
        self.break_line()
    }

    fn flush(&mut self) -> fmt::Result {
        let Some(word) = self.kept.take() else { return Ok(()) };
        let width = word.chars().count();
        if !self.blank {
            if self.column + 1 + width > WIDTH {
                self.break_line()?;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.out.write_str(&word)?;
        self.column += width;
        self.blank = false;
        Ok(())
    }

    fn break_line(&mut self) -> fmt::Result {
        self.column = 0;
        self.blank = true;
        self.out.write_char('\n')
    }

    fn end(mut self) -> fmt::Result {
        self.flush()?;
        self.break_line()
    }
}
