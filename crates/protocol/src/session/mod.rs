//! A session: lines in, lines out, in the protocol of the other side.
//!
//! One thread reads the input, one writes the output, and `main_loop` does what the lines say. It never waits for
//! a search, so a search can be ended at any moment.

mod cecp;
mod context;
mod early_stop;
mod error;
mod inline;
mod input;
mod library;
mod limits;
mod main_loop;
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

use context::Context;
use early_stop::EarlyStop;
pub use error::SessionError;
pub use inline::InlineSession;
use input::{Line, Lines};
use main_loop::SessionLoop;
pub use options::session_options;
use output::Output;
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::time::Duration;
pub use terminal::Terminal;
use vernier_engine::{Engine, Event};
use work::Work;

/// How many lines are read ahead before the reader waits.
const READ_AHEAD: usize = 256;
/// Enough for a thread that only moves lines: where memory is scarce, the search needs it.
const SMALL_STACK: usize = 256 << 10;
/// How long the last lines may take to be written.
const PATIENCE: Duration = Duration::from_millis(500);

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

/// When the next line is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ReadMode {
    /// At once, as protocols demand.
    #[default]
    Immediate,
    /// After the search that the last line started has ended, as in a file of commands.
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

/// What a session was like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionEnd {
    /// How often it said that something was rejected: a command, a move, a position, an option.
    pub rejected: u64,
}

/// What reaches the loop.
enum Message {
    Line(Line),
    EndOfInput,
    /// The reader of our output is gone.
    OutputClosed,
    /// An event of a search, by its number.
    Search(u64, Event),
    /// A long piece of work is done.
    WorkDone,
}

/// What happens after a line.
enum Flow {
    Continue,
    Quit,
    /// The rest of the session uses another protocol, beginning with this same line.
    Switch(Language),
    /// Work that takes a while.
    Work(Work),
    /// No further line is handled before the running search has ended. A search that only `stop` ends is not waited for.
    Wait,
}

/// What to do with a line that arrives during work.
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

    /// Handles a line.
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
    /// A session whose first line decides the protocol.
    pub fn new(engine: Engine) -> Self {
        Self { engine, language: None, read_mode: ReadMode::default(), tuning: false, terminal: None }
    }

    /// Uses that protocol from the start.
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

    /// A person is at the other end: greet, print readable output, and read `go` accordingly.
    #[must_use]
    pub fn at_terminal(self, terminal: Terminal) -> Self {
        Self { terminal: Some(terminal), ..self }
    }

    /// Runs until `quit`, the end of the input, or the loss of the reader. Returns what became of the lines.
    pub fn run(
        self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> Result<SessionEnd, SessionError> {
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
        // A person is greeted at once; a program first chooses its protocol.
        session.run(self.language.or(self.terminal.map(|_| Language::Plain)));
        output.finish(PATIENCE);
        Ok(SessionEnd { rejected: output.rejections() })
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
