//! The terminal of a session.

use anstyle::{AnsiColor, Style};
use std::fmt::Display;

/// The user's terminal.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// How many columns it has at the moment.
    pub width: fn() -> usize,
    /// Whether it shows colors, and they are wanted.
    pub color: bool,
}

/// What stands out, and how.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default();
pub(super) const IMPORTANT: Style = Style::new().bold();

impl Terminal {
    /// A line cut to the width. The last column shows that there is more.
    pub(super) fn cut(&self, line: String) -> String {
        let width = (self.width)().max(20);
        if line.chars().count() <= width {
            return line;
        }
        let mut line: String = line.chars().take(width - 1).collect();
        line.push('…');
        line
    }

    /// A text in a style, where there are colors.
    pub(super) fn paint(&self, style: Style, text: impl Display) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_the_width_and_no_color_is_respected() {
        let plain = Terminal { width: || 24, color: false };
        assert_eq!(plain.cut("short".to_owned()), "short");
        assert_eq!(plain.cut("x".repeat(24)), "x".repeat(24));
        assert_eq!(plain.cut("é".repeat(25)), "é".repeat(23) + "…");
        assert_eq!(plain.paint(GOOD, 7), "7");
        let colored = Terminal { color: true, ..plain };
        assert_eq!(colored.paint(IMPORTANT, "Nf3"), "\u{1b}[1mNf3\u{1b}[0m");
    }
}
