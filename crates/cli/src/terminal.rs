//! A session at a terminal: a prompt, line editing and history. Lines that the engine prints appear above the prompt.

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor, ExternalPrinter};
use std::env;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use vernier_protocol::Terminal;

const PROMPT: &str = "vernier> ";
/// How many lines are remembered from session to session.
const HISTORY: usize = 1_000;
/// The width of a terminal that does not say.
const USUAL_WIDTH: u16 = 80;

/// True if input and output are a terminal.
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// What the session needs to know about the terminal.
pub fn describe() -> Terminal {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    Terminal { width: || usize::from(width()), color: !no_color && !is_dumb }
}

fn width() -> u16 {
    terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| width.0)
}

/// Lines that a person types, edited and remembered.
pub struct Input {
    editor: Editor<(), FileHistory>,
    history: Option<PathBuf>,
    /// What has been typed but not read yet.
    pending: io::Cursor<Vec<u8>>,
    /// The user has left. Another prompt would leave the terminal in a state that no shell expects.
    ended: bool,
}

/// Prints above the prompt.
pub struct Output<P> {
    printer: P,
    /// A line that is not complete yet.
    pending: Vec<u8>,
}

/// Both ends of the terminal; an error where it cannot be used for editing.
pub fn open() -> rustyline::Result<(Input, Output<impl ExternalPrinter + Send + 'static>)> {
    let config = Config::builder().max_history_size(HISTORY)?.history_ignore_space(true).build();
    let mut editor = Editor::with_config(config)?;
    let history = history_file();
    if let Some(file) = &history {
        // The first session has none.
        let _ = editor.load_history(file);
    }
    let printer = editor.create_external_printer()?;
    let input = Input { editor, history, pending: io::Cursor::default(), ended: false };
    Ok((input, Output { printer, pending: Vec::new() }))
}

/// Where the history is kept, by the rules of the system.
fn history_file() -> Option<PathBuf> {
    let folder = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("vernier").join("history"))
}

impl Input {
    /// The next line with its end; empty at the end.
    fn next_line(&mut self) -> io::Result<String> {
        if self.ended {
            return Ok(String::new());
        }
        match self.editor.readline(PROMPT) {
            Ok(line) => {
                self.remember(&line);
                self.ended = matches!(line.trim(), "quit" | "exit" | "bye");
                Ok(line + "\n")
            }
            // Ctrl-C ends what the engine does, not the session.
            Err(ReadlineError::Interrupted) => Ok("stop\n".to_owned()),
            Err(ReadlineError::Eof) => {
                self.ended = true;
                Ok(String::new())
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// A history that cannot be kept is ignored.
    fn remember(&mut self, line: &str) {
        if !self.editor.add_history_entry(line).unwrap_or(false) {
            return;
        }
        if let Some(file) = &self.history {
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = self.editor.save_history(file);
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pending.position() == self.pending.get_ref().len() as u64 {
            self.pending = io::Cursor::new(self.next_line()?.into_bytes());
        }
        self.pending.read(buffer)
    }
}

impl<P: ExternalPrinter> Write for Output<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&self.pending).into_owned();
        self.pending.clear();
        self.printer.print(text).map_err(io::Error::other)
    }
}
