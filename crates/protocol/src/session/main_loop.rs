//! The loop of a session: takes lines and events one at a time, in order.

use super::context::Context;
use super::early_stop::EarlyStop;
use super::input::Line;
use super::work::{StopSignal, Work};
use super::{Flow, Language, Message, ProtocolHandler, ReadMode, Terminal, Urgency, cecp, plain, uci};
use crate::uci::Reply;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// How often work checks whether to stop.
const STOP_AGAIN: Duration = Duration::from_millis(10);

/// What becomes of a line that is too long.
const TOO_LONG: &str = "a line of more than 4 MiB is ignored";

/// The loop of a session.
pub(super) struct SessionLoop {
    pub(super) context: Context,
    pub(super) inbox: Receiver<Message>,
    pub(super) permits: Receiver<()>,
    pub(super) early_stop: EarlyStop,
    /// Lines that have arrived but must wait.
    pub(super) backlog: VecDeque<Line>,
    /// No more lines will come.
    pub(super) ended: bool,
    /// No line is taken before the search has ended.
    pub(super) waiting: bool,
    pub(super) read_mode: ReadMode,
    pub(super) terminal: Option<Terminal>,
}

impl SessionLoop {
    /// Runs the session to its end. Unless a protocol is given, the first line decides.
    pub(super) fn run(mut self, language: Option<Language>) {
        let mut handler = language.map(|language| self.begin(language));
        let mut is_first = true;
        loop {
            let thinking = handler.as_ref().is_some_and(|handler| handler.is_thinking());
            if self.waiting && !thinking {
                self.waiting = false;
                self.early_stop.handled();
            }
            match self.next(thinking && (self.waiting || self.read_mode == ReadMode::Sequential)) {
                None => break,
                Some(Message::Line(Line::TooLong)) => {
                    self.early_stop.handled();
                    if let Some(handler) = &handler {
                        handler.report_error(&self.context, TOO_LONG);
                    }
                }
                Some(Message::Line(Line::Text(line))) => {
                    // Some editors and shells begin a text with a byte order mark.
                    let line = line.strip_prefix('\u{feff}').filter(|_| is_first).unwrap_or(&line);
                    is_first = false;
                    if handler.is_some() || !line.trim_ascii().is_empty() {
                        let handler = handler
                            .get_or_insert_with(|| self.begin(first_language(line, self.terminal.is_some())));
                        if !self.handle_line(handler, line) {
                            break;
                        }
                    }
                    self.early_stop.handled();
                }
                Some(Message::Search(search, event)) => {
                    if let Some(handler) = &mut handler {
                        handler.handle_event(&mut self.context, search, event);
                    }
                }
                Some(_) => {}
            }
        }
        self.context.engine.stop();
    }

    fn begin(&mut self, language: Language) -> Box<dyn ProtocolHandler> {
        self.early_stop.enable(language == Language::Uci && self.read_mode == ReadMode::Immediate);
        let mut handler: Box<dyn ProtocolHandler> = match language {
            Language::Uci => Box::new(uci::UciHandler::default()),
            Language::Cecp => Box::new(cecp::CecpHandler::new()),
            Language::Plain => Box::new(plain::PlainHandler::new(self.terminal)),
        };
        handler.greet(&mut self.context);
        handler
    }

    /// Passes a line to the handler; false if that ends the session.
    fn handle_line(&mut self, handler: &mut Box<dyn ProtocolHandler>, line: &str) -> bool {
        match handler.handle_line(&mut self.context, line) {
            Flow::Continue => true,
            Flow::Quit => false,
            Flow::Switch(language) => {
                *handler = self.begin(language);
                self.handle_line(handler, line)
            }
            Flow::Work(work) => self.work(work, handler.as_mut()),
            Flow::Wait => {
                if !std::mem::replace(&mut self.waiting, true) {
                    self.early_stop.hold();
                }
                true
            }
        }
    }

    /// The next line or event; `None` when the session is over.
    fn next(&mut self, wait_for_search: bool) -> Option<Message> {
        loop {
            if !wait_for_search {
                if let Some(line) = self.backlog.pop_front() {
                    return Some(Message::Line(line));
                }
                if self.ended {
                    return None;
                }
            }
            match self.inbox.recv().ok()? {
                Message::Line(line) => {
                    let _ = self.permits.recv();
                    self.backlog.push_back(line);
                }
                Message::EndOfInput => self.ended = true,
                Message::OutputClosed => return None,
                other => return Some(other),
            }
        }
    }

    /// Runs work on its own thread, so that it can be stopped; false if the session is over. Other lines wait for the end of
    /// the work, `quit` included: earlier commands are answered first. Only when a person types `quit` does it take effect at
    /// once.
    fn work(&mut self, work: Work, handler: &mut dyn ProtocolHandler) -> bool {
        let stop = StopSignal::default();
        let (output, done, signal) =
            (self.context.output.clone(), self.context.messages.clone(), stop.clone());
        let worker = std::thread::Builder::new().name("work".to_owned()).spawn(move || {
            work(&output, &signal);
            let _ = done.send(Message::WorkDone);
        });
        if let Err(error) = worker {
            self.context.print_error(format_args!("the system refuses a thread for this: {error}"));
            return true;
        }
        for line in std::mem::take(&mut self.backlog) {
            if !self.take_while_busy(line, handler, &stop) {
                return false;
            }
        }
        loop {
            let message = match stop.is_raised() {
                true => self.inbox.recv_timeout(STOP_AGAIN),
                false => self.inbox.recv().map_err(RecvTimeoutError::from),
            };
            match message {
                // The work may just have started another search.
                Err(RecvTimeoutError::Timeout) => stop.raise(),
                Ok(Message::Line(line)) => {
                    let _ = self.permits.recv();
                    if !self.take_while_busy(line, handler, &stop) {
                        return false;
                    }
                }
                Ok(Message::EndOfInput) => self.ended = true,
                Ok(Message::WorkDone) => return true,
                Ok(Message::Search(search, event)) => handler.handle_event(&mut self.context, search, event),
                Ok(Message::OutputClosed) | Err(RecvTimeoutError::Disconnected) => {
                    stop.raise();
                    return false;
                }
            }
        }
    }

    /// Takes a line while work is done; false if it ends the session.
    fn take_while_busy(&mut self, line: Line, handler: &dyn ProtocolHandler, stop: &StopSignal) -> bool {
        match self.urgency(&line, handler) {
            Urgency::Stop => {
                stop.raise();
                self.early_stop.handled();
            }
            Urgency::IsReady => {
                self.context.print(Reply::ReadyOk);
                self.early_stop.handled();
            }
            Urgency::None if self.terminal.is_some() && is_quit(&line) => {
                stop.raise();
                return false;
            }
            Urgency::None => self.backlog.push_back(line),
        }
        true
    }

    /// How urgent a line is, given the waiting lines: a `stop` behind a `go` belongs to that `go`.
    fn urgency(&self, line: &Line, handler: &dyn ProtocolHandler) -> Urgency {
        let Line::Text(text) = line else { return Urgency::None };
        if self.read_mode == ReadMode::Sequential {
            return Urgency::None;
        }
        match handler.urgency(text) {
            Urgency::Stop if !self.backlog.iter().any(starts_something) => Urgency::Stop,
            Urgency::IsReady if self.backlog.is_empty() => Urgency::IsReady,
            _ => Urgency::None,
        }
    }
}

fn is_quit(line: &Line) -> bool {
    matches!(line, Line::Text(text) if text.trim_ascii() == "quit")
}

/// True for lines after which a `stop` makes sense.
fn starts_something(line: &Line) -> bool {
    let Line::Text(text) = line else { return false };
    matches!(crate::text::split_word(text).0, "go" | "play" | "bench" | "perft" | "genfens")
}

/// The protocol that a first line belongs to.
fn first_language(line: &str, at_terminal: bool) -> Language {
    let (word, rest) = crate::text::split_word(line);
    match word {
        "xboard" | "protover" => Language::Cecp,
        "uci" => Language::Uci,
        // UCI has `startpos` or `fen` here; only a person types the position at once.
        "position" if crate::text::split_word(rest).0.contains('/') => Language::Plain,
        // A person who types `go` wants readable output; a program wants `bestmove`.
        "go" | "stop" | "isready" if at_terminal => Language::Plain,
        "go" | "isready" | "position" | "setoption" | "ucinewgame" | "debug" | "register" | "stop"
        | "ponderhit" => Language::Uci,
        _ => Language::Plain,
    }
}
