//! A session: lines in, lines out, in whichever language the other side speaks.
//!
//! One thread reads the input, one writes the output, and the loop here does what the lines say. It never waits for
//! a search, so a search can be ended at any moment.

mod cecp;
mod context;
mod input;
mod library;
mod limits;
mod network;
mod options;
mod output;
mod plain;
mod tools;
mod uci;
mod uci_printer;

use context::Context;
use input::{Line, Lines};
use output::Output;
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::time::Duration;
use vernier_engine::{Engine, Event};

/// So many lines are read ahead; then the reader waits.
const READ_AHEAD: usize = 256;
/// How long the last lines may take to be written.
const PATIENCE: Duration = Duration::from_millis(500);

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
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Session {
    engine: Engine,
    language: Option<Language>,
    read_mode: ReadMode,
    tuning: bool,
    at_terminal: bool,
}

/// What reaches the loop.
enum Message {
    Line(Line),
    EndOfInput,
    /// Nobody reads what we say any more.
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
}

/// Something that takes a while and says lines itself.
type Work = Box<dyn FnOnce(&Output) + Send>;

/// Someone who understands one language.
trait ProtocolHandler {
    /// Begins the session.
    fn greet(&mut self, context: &mut Context);

    /// Does what a line says.
    fn handle_line(&mut self, context: &mut Context, line: &str) -> Flow;

    /// Hears from a search that this handler has started and asked to be told about.
    fn handle_event(&mut self, _host: &mut Context, _search: u64, _event: Event) {}

    /// True while a search runs that will end by itself.
    fn is_thinking(&self) -> bool;

    /// Says that a line could not even be looked at.
    fn report_error(&self, context: &Context, reason: &str);
}

impl Session {
    /// A session whose first line decides the language.
    pub fn new(engine: Engine) -> Self {
        Self { engine, language: None, read_mode: ReadMode::default(), tuning: false, at_terminal: false }
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

    /// A person sits at the other end: greet, prompt, and take `go` as theirs.
    #[must_use]
    pub fn at_terminal(self, at_terminal: bool) -> Self {
        Self { at_terminal, ..self }
    }

    /// Talks until `quit`, the end of the input, or the loss of the reader.
    pub fn run(
        self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> std::io::Result<()> {
        let (sender, inbox) = channel();
        let on_close = sender.clone();
        let output = Output::start(output, move || drop(on_close.send(Message::OutputClosed)))?;
        let permits = read_lines(input, sender.clone())?;
        let session = SessionLoop {
            context: Context::new(self.engine, output.clone(), sender, self.tuning),
            inbox,
            permits,
            backlog: VecDeque::new(),
            ended: false,
            read_mode: self.read_mode,
            at_terminal: self.at_terminal,
        };
        // A person is greeted at once; a program first says what it speaks.
        session.hold(self.language.or(self.at_terminal.then_some(Language::Plain)));
        output.finish(PATIENCE);
        Ok(())
    }
}

/// Starts the thread that reads. It stays at most [`READ_AHEAD`] lines ahead of the permits taken from the receiver.
fn read_lines(input: impl Read + Send + 'static, sender: Sender<Message>) -> std::io::Result<Receiver<()>> {
    let (permit, permits) = sync_channel(READ_AHEAD);
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        for line in Lines::new(input) {
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
    /// Lines that have come but must wait.
    backlog: VecDeque<Line>,
    /// No more lines will come.
    ended: bool,
    read_mode: ReadMode,
    at_terminal: bool,
}

impl SessionLoop {
    /// Talks to the end. Unless a language is given, the first line decides.
    fn hold(mut self, language: Option<Language>) {
        let mut handler = language.map(|language| self.begin(language));
        loop {
            let thinking = handler.as_ref().is_some_and(|handler| handler.is_thinking());
            match self.next(self.read_mode == ReadMode::Sequential && thinking) {
                None => break,
                Some(Message::Line(Line::TooLong)) => {
                    if let Some(handler) = &handler {
                        handler.report_error(&self.context, TOO_LONG);
                    }
                }
                Some(Message::Line(Line::Text(line))) => {
                    if handler.is_none() && line.trim_ascii().is_empty() {
                        continue;
                    }
                    let handler =
                        handler.get_or_insert_with(|| self.begin(first_language(&line, self.at_terminal)));
                    if !self.handle_line(handler, &line) {
                        break;
                    }
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
        let mut handler: Box<dyn ProtocolHandler> = match language {
            Language::Uci => Box::new(uci::UciHandler::default()),
            Language::Cecp => Box::new(cecp::CecpHandler::new()),
            Language::Plain => Box::new(plain::PlainHandler::new(self.at_terminal)),
        };
        handler.greet(&mut self.context);
        handler
    }

    /// Lets the handler hear a line; false if that ends the session.
    fn handle_line(&mut self, handler: &mut Box<dyn ProtocolHandler>, line: &str) -> bool {
        match handler.handle_line(&mut self.context, line) {
            Flow::Continue => true,
            Flow::Quit => false,
            Flow::Switch(language) => {
                *handler = self.begin(language);
                self.handle_line(handler, line)
            }
            Flow::Work(work) => self.work(work),
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

    /// Does a long piece of work aside, so that `quit` is heard; false if it was, or if nobody listens any more.
    fn work(&mut self, work: Work) -> bool {
        let (output, done) = (self.context.output.clone(), self.context.messages.clone());
        let worker = std::thread::Builder::new().name("work".to_owned()).spawn(move || {
            work(&output);
            let _ = done.send(Message::WorkDone);
        });
        if let Err(error) = worker {
            self.context.print_error(error);
            return true;
        }
        loop {
            match self.inbox.recv() {
                Ok(Message::Line(line)) => {
                    let _ = self.permits.recv();
                    let is_quit = matches!(&line, Line::Text(text) if text.trim_ascii() == "quit");
                    if is_quit && self.read_mode == ReadMode::Immediate {
                        return false;
                    }
                    self.backlog.push_back(line);
                }
                Ok(Message::EndOfInput) => self.ended = true,
                Ok(Message::WorkDone) => return true,
                Ok(Message::OutputClosed) | Err(_) => return false,
                Ok(Message::Search(..)) => {}
            }
        }
    }
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
