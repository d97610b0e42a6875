//! What every protocol of a session works with: the engine, the user's preferences, and the output.

use super::Message;
use super::options::{Preferences, declared, session_options};
use super::output::Output;
use crate::uci::{OptionLine, Reply};
use std::fmt::Display;
use std::sync::mpsc::Sender;
use vernier_chess::CastlingMode;
use vernier_engine::{Engine, OptionError};

/// The engine, what the user prefers, and the output.
pub(super) struct Context {
    pub(super) engine: Engine,
    pub(super) preferences: Preferences,
    pub(super) output: Output,
    pub(super) messages: Sender<Message>,
}

impl Context {
    pub(super) fn new(engine: Engine, output: Output, messages: Sender<Message>, tuning: bool) -> Self {
        let preferences = Preferences { tuning, ..Preferences::default() };
        Self { engine, preferences, output, messages }
    }

    /// Prints a line.
    pub(super) fn print(&self, line: impl Display) {
        self.output.print(line);
    }

    /// Prints a line that says that something was rejected.
    pub(super) fn reject(&self, line: impl Display) {
        self.output.reject(line);
    }

    /// Says as UCI does that something was rejected, and why.
    pub(super) fn print_error(&self, reason: impl Display) {
        self.reject(Reply::info_string(format!("error: {reason}")));
    }

    /// Every option as it is declared.
    pub(super) fn options(&self) -> impl Iterator<Item = OptionLine> {
        declared(self.preferences.tuning)
    }

    /// Sets an option of the session or of the engine.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let value = value.unwrap_or_default();
        match session_options().iter().find(|spec| spec.is_called(name)) {
            Some(spec) => {
                self.preferences.apply(spec.name, spec.read(value)?);
                Ok(())
            }
            None => self.engine.set_option(name, value),
        }
    }

    /// Takes the notes about the last option.
    pub(super) fn take_notes(&mut self) -> Vec<String> {
        self.engine.take_notes()
    }

    /// How castling is written.
    pub(super) fn castling_mode(&self) -> CastlingMode {
        if self.preferences.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }
}
