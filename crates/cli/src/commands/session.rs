//! `vernier uci`, `vernier xboard`, `vernier run FILE` and plain `vernier`: sessions with the engine.

use crate::failure::{Failure, Outcome};
use crate::log::{Log, Logged};
use crate::terminal;
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use vernier_engine::{Engine, plain_file};
use vernier_protocol::{Language, ReadMode, Session};

/// The largest file of commands.
const MAX_SCRIPT: u64 = 64 << 20;

/// Set by `make TUNE=yes`. OpenBench starts the program without arguments, and its match runner does not pass on an option
/// that was not declared.
const IS_BUILT_FOR_TUNING: bool = matches!(option_env!("VERNIER_TUNE"), Some(text) if !text.is_empty());

/// Speak UCI from the first line, as most graphical interfaces do
#[derive(Args)]
pub struct Uci {
    /// Declare every parameter of the search as an option
    #[arg(long)]
    tune: bool,

    /// Copy the whole session to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl Uci {
    pub fn run(self, _: &mut dyn Write) -> Result<Outcome, Failure> {
        let session = Session::new(Engine::new()).with_language(Language::Uci);
        talk(session.with_tuning(self.tune || IS_BUILT_FOR_TUNING), self.log.as_deref())
    }
}

/// Speak the protocol of XBoard and WinBoard from the first line
#[derive(Args)]
pub struct Xboard {
    /// Copy the whole session to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl Xboard {
    pub fn run(self, _: &mut dyn Write) -> Result<Outcome, Failure> {
        talk(Session::new(Engine::new()).with_language(Language::Cecp), self.log.as_deref())
    }
}

/// Run a file of commands in order, waiting for each search to end
///
/// All commands are run; if one of them was rejected, the exit status is 1.
#[derive(Args)]
pub struct Run {
    /// The commands, one a line
    file: PathBuf,
}

impl Run {
    pub fn run(self, _: &mut dyn Write) -> Result<Outcome, Failure> {
        let file =
            plain_file::open(&self.file, MAX_SCRIPT).map_err(|error| Failure::Input(error.to_string()))?;
        let session = Session::new(Engine::new()).with_read_mode(ReadMode::Sequential);
        Ok(Outcome::of(session.run(file, io::stdout())?.rejected == 0))
    }
}

/// A session whose first line decides the language.
pub fn open() -> Result<Outcome, Failure> {
    let session = Session::new(Engine::new()).with_tuning(IS_BUILT_FOR_TUNING);
    if !terminal::is_interactive() {
        return talk(session, None);
    }
    let session = session.at_terminal(terminal::describe());
    match terminal::open() {
        Ok((input, output)) => session.run(input, output)?,
        // A terminal that cannot move its cursor still shows lines.
        Err(_) => session.run(io::stdin(), io::stdout())?,
    };
    Ok(Outcome::Done)
}

/// A session in which each argument is a line.
pub fn run_lines(lines: &[OsString]) -> Result<Outcome, Failure> {
    let text: Vec<_> = lines.iter().map(|line| line.to_string_lossy()).collect();
    let session = Session::new(Engine::new()).with_read_mode(ReadMode::Sequential);
    let end = session.run(Cursor::new(text.join("\n").into_bytes()), io::stdout())?;
    Ok(Outcome::of(end.rejected == 0))
}

fn talk(session: Session, log: Option<&Path>) -> Result<Outcome, Failure> {
    let create = |path: &Path| {
        Log::create(path).map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
    };
    let log = log.map(create).transpose()?;
    session.run(Logged::new(io::stdin(), log.clone(), '>'), Logged::new(io::stdout(), log, '<'))?;
    Ok(Outcome::Done)
}
