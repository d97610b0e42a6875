//! What every language of a session works with: the engine, what the user prefers, and where to speak.

use super::Message;
use super::options::{Preferences, settings};
use super::output::Output;
use crate::uci::Reply;
use crate::{SettingError, Settings};
use std::fmt::Display;
use std::sync::mpsc::Sender;
use vernier_chess::{CastlingMode, Game};
use vernier_engine::Engine;

/// The engine, what the user prefers, and where to speak.
pub(super) struct Host {
    pub(super) engine: Engine,
    pub(super) preferences: Preferences,
    pub(super) output: Output,
    pub(super) messages: Sender<Message>,
    /// What is to be told once an option is set.
    remarks: Vec<String>,
}

impl Host {
    pub(super) fn new(engine: Engine, output: Output, messages: Sender<Message>, tuning: bool) -> Self {
        let preferences = Preferences { tuning, ..Preferences::default() };
        Self { engine, preferences, output, messages, remarks: Vec::new() }
    }

    /// Says a line.
    pub(super) fn say(&self, line: impl Display) {
        self.output.say(line);
    }

    /// Says that something was not done, and why.
    pub(super) fn say_error(&self, reason: impl Display) {
        self.say(Reply::remark(format!("error: {reason}")));
    }

    /// Everything that can be set.
    pub(super) fn settings(&self) -> Settings<Self> {
        settings(self.preferences.tuning)
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), SettingError> {
        self.settings().set(self, name, value)
    }

    /// Leaves a remark about the option being set, to be put into words by whoever speaks.
    pub(super) fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// Takes the remarks about the last option.
    pub(super) fn take_remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    /// How castling is written.
    pub(super) fn castling_mode(&self) -> CastlingMode {
        if self.preferences.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    /// Shows the engine where a game stands.
    pub(super) fn look_at(&mut self, game: &Game) {
        let keys = game.keys();
        self.engine.set_position(*game.board(), &keys[..keys.len() - 1]);
    }
}
