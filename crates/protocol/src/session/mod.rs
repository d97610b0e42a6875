//! A session: lines in, lines out, in the protocol of the other side.
//!
//! One thread reads the input, one writes the output, and the loop here does what the lines say. It never waits for
//! a search, so a search can be ended at any moment.

mod cecp;
mod context;
mod early_stop;
mod error;
mod inline;
mod input;
mod library;
mod limits;
mod options;
mod output;
mod perft;
mod plain;
mod plain_printer;
mod terminal;
mod tools;
mod uci;
mod uci_printer;
mod work;

use crate::uci::Reply;
use context::Context;
use early_stop::EarlyStop;
pub use error::SessionError;
pub use inline::InlineSession;
use input::{Line, Lines};
pub use options::session_options;
use output::Output;
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::Duration;
pub use terminal::Terminal;
use vernier_engine::{Engine, Event};
use work::{StopSignal, Work};

/// How many lines are read ahead before the reader waits.
const READ_AHEAD: usize = 256;
/// Enough for a thread that only moves lines: little memory is left for the search where there is little.
const SMALL_STACK: usize = 256 << 10;
/// How long the last lines may take to be written.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often work is asked to stop.
const STOP_AGAIN: Duration = Duration::from_millis(10);

/// What becomes of a line that is too long.
const TOO_LONG: &str = "a line of more than 4 MiB is ignored";

/// What is spoken in a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of XBoard and WinBoard.
    Cecp,
    /// Plain words, for a person at a terminal.
    Plain,
}

/// When the next line is taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ReadMode {
    /// At once, as protocols demand.
    #[default]
    Immediate,
    /// When the search that the last line started has ended, as a file of commands is meant to be read.
    Sequential,
}

/// A session about chess with an engine, over any pair of streams.
///
/// ```
/// use vernier_engine::Engine;
/// use vernier_protocol::Session;
/// Session::new(Engine::new()).run("uci\nquit\n".as_bytes(), std::io::sink())?;
/// # Ok::<(), vernier_protocol::SessionError>(())
/// ```
pub struct Session {
    engine: Engine,
    language: Option<Language>,
    read_mode: ReadMode,
    tuning: bool,
    terminal: Option<Terminal>,
}

/// What reaches the loop.
enum Message {
    Line(Line),
    EndOfInput,
    /// The reader of our output is gone.
    OutputClosed,
    /// News from a search, by its number.
    Search(u64, Event),
    /// A long piece of work is done.
    WorkDone,
}

/// What a line leads to.
enum Flow {
    Continue,
    Quit,
    /// The rest of the session is in another language, beginning with this same line.
    Switch(Language),
    /// Work that takes a while.
    Work(Work),
    /// No further line is taken before the search that runs has ended. One that only `stop` ends is not waited for.
    Wait,
}

/// What a line means that comes while work is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Urgency {
    /// It asks for the end of the work.
    Stop,
    /// It asks whether the engine is there.
    IsReady,
    /// It can wait for the end of the work.
    None,
}

/// Handles the lines of one language.
trait ProtocolHandler {
    /// Begins the session.
    fn greet(&mut self, context: &mut Context);

    /// Does what a line says.
    fn handle_line(&mut self, context: &mut Context, line: &str) -> Flow;

    /// Takes an event of a search that this handler has started.
    fn handle_event(&mut self, _host: &mut Context, _search: u64, _event: Event) {}

    /// True while a search runs that will end by itself.
    fn is_thinking(&self) -> bool;

    /// Whether a line that comes while work is done can wait.
    fn urgency(&self, _line: &str) -> Urgency {
        Urgency::None
    }

    /// Prints why a line was not taken.
    fn report_error(&self, context: &Context, reason: &str);
}

impl Session {
    /// A session whose first line decides the language.
    pub fn new(engine: Engine) -> Self {
        Self { engine, language: None, read_mode: ReadMode::default(), tuning: false, terminal: None }
    }

    /// Speaks that language from the start.
    #[must_use]
    pub fn with_language(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// Sets when lines are taken.
    #[must_use]
    pub fn with_read_mode(self, read_mode: ReadMode) -> Self {
        Self { read_mode, ..self }
    }

    /// Declares every parameter of the search as an option. They can be set in any case.
    #[must_use]
    pub fn with_tuning(self, tuning: bool) -> Self {
        Self { tuning, ..self }
    }

    /// A person sits at the other end: greet, print for people, and take `go` as theirs.
    #[must_use]
    pub fn at_terminal(self, terminal: Terminal) -> Self {
        Self { terminal: Some(terminal), ..self }
    }

    /// Talks until `quit`, the end of the input, or the loss of the reader.
    pub fn run(
        self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> Result<(), SessionError> {
        let (sender, inbox) = channel();
        let on_close = sender.clone();
        let output = Output::start(output, move || drop(on_close.send(Message::OutputClosed)))
            .map_err(SessionError::NoOutputThread)?;
        let early_stop = EarlyStop::new(self.engine.stopper());
        let permits =
            read_lines(input, sender.clone(), early_stop.clone()).map_err(SessionError::NoInputThread)?;
        let session = SessionLoop {
            context: Context::new(self.engine, output.clone(), sender, self.tuning),
            inbox,
            permits,
            early_stop,
            backlog: VecDeque::new(),
            ended: false,
            waiting: false,
            read_mode: self.read_mode,
            terminal: self.terminal,
        };
        // A person is greeted at once; a program first says what it speaks.
        session.run(self.language.or(self.terminal.map(|_| Language::Plain)));
        output.finish(PATIENCE);
        Ok(())
    }
}

/// Starts the thread that reads. It stays at most [`READ_AHEAD`] lines ahead of the permits taken from the receiver.
fn read_lines(
    input: impl Read + Send + 'static,
    sender: Sender<Message>,
    early_stop: EarlyStop,
) -> std::io::Result<Receiver<()>> {
    let (permit, permits) = sync_channel(READ_AHEAD);
    std::thread::Builder::new().name("input".to_owned()).stack_size(SMALL_STACK).spawn(move || {
        for line in Lines::new(input) {
            early_stop.read(line.text().unwrap_or_default());
            if permit.send(()).is_err() || sender.send(Message::Line(line)).is_err() {
                return;
            }
        }
        let _ = sender.send(Message::EndOfInput);
    })?;
    Ok(permits)
}

/// The loop of a session.
struct SessionLoop {
    context: Context,
    inbox: Receiver<Message>,
    permits: Receiver<()>,
    early_stop: EarlyStop,
    /// Lines that have come but must wait.
    backlog: VecDeque<Line>,
    /// No more lines will come.
    ended: bool,
    /// No line is taken before the search has ended.
    waiting: bool,
    read_mode: ReadMode,
    terminal: Option<Terminal>,
}

impl SessionLoop {
    /// Talks to the end. Unless a language is given, the first line decides.
    fn run(mut self, language: Option<Language>) {
        let mut handler = language.map(|language| self.begin(language));
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
                    if handler.is_some() || !line.trim_ascii().is_empty() {
                        let handler = handler.get_or_insert_with(|| {
                            self.begin(first_language(&line, self.terminal.is_some()))
                        });
                        if !self.handle_line(handler, &line) {
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

    /// The next thing to attend to; none when the session is over.
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

    /// Does work on a thread of its own, so that it can be stopped; false if the session is over. Other lines wait for
    /// the end of the work, `quit` included: earlier commands are answered first. Only a person who types
    /// `quit` means at once.
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
                // The work may just have begun another search.
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

    /// How urgent a line is, given those that wait already: a `stop` behind a `go` is meant for that `go`.
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

/// The language in which a first line is spoken.
fn first_language(line: &str, at_terminal: bool) -> Language {
    let (word, _) = crate::text::split_word(line);
    match word {
        "xboard" | "protover" => Language::Cecp,
        "uci" => Language::Uci,
        // A person who types `go` wants to read the answer; a program wants `bestmove`.
        "go" | "stop" | "isready" if at_terminal => Language::Plain,
        "go" | "isready" | "position" | "setoption" | "ucinewgame" | "debug" | "register" | "stop"
        | "ponderhit" => Language::Uci,
        _ => Language::Plain,
    }
}
