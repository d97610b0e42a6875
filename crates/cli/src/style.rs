//! Messages beside the result, on standard error: in color at a terminal, unless `NO_COLOR` is set.

use anstyle::{AnsiColor, Style};
use std::fmt::Display;
use std::io::{self, Write};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// Prints an error.
pub fn error(message: impl Display) -> io::Result<()> {
    labelled(ERROR, "error", message)
}

/// Prints a note. A closed standard error is ignored.
pub fn note(message: impl Display) {
    let _ = labelled(NOTE, "note", message);
}

fn labelled(style: Style, label: &str, message: impl Display) -> io::Result<()> {
    writeln!(anstream::stderr(), "{style}{label}:{style:#} {message}")
}
