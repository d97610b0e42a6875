//! `vernier uci`, `vernier xboard`, `vernier run FILE` and plain `vernier`: the engine in conversation.

use super::Command;
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use crate::log::{Log, Logged};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Write};
use vernier_engine::Engine;
use vernier_protocol::{Language, ReadMode, Session};

const TUNE: Switch =
    Switch { name: "--tune", value: None, help: "declare every parameter of the search as an option" };

const LOG: Switch = Switch { name: "--log", value: Some("FILE"), help: "write all that is said to a file" };

pub const UCI: Command = Command {
    name: "uci",
    about: "Speak UCI from the first line, as most graphical interfaces do.",
    forms: &["[--tune] [--log FILE]"],
    switches: &[TUNE, LOG],
    run: |arguments, _| {
        let session = Session::new(Engine::new()).with_language(Language::Uci);
        talk(session.with_tuning(arguments.has("--tune")), arguments.value("--log"))
    },
};

pub const XBOARD: Command = Command {
    name: "xboard",
    about: "Speak the protocol of XBoard and WinBoard from the first line.",
    forms: &["[--log FILE]"],
    switches: &[LOG],
    run: |arguments, _| {
        talk(Session::new(Engine::new()).with_language(Language::Cecp), arguments.value("--log"))
    },
};

pub const RUN: Command = Command {
    name: "run",
    about: "Carry out a file of commands in order, waiting for each search to end.",
    forms: &["FILE"],
    switches: &[],
    run: run_file,
};

/// No command: whoever is there decides by the first line.
pub fn open() -> Result<Outcome, Failure> {
    talk(Session::new(Engine::new()).at_terminal(io::stdin().is_terminal()), None)
}

/// Each word is a line, as if typed.
pub fn say_lines(lines: &[OsString]) -> Result<Outcome, Failure> {
    let text: Vec<_> = lines.iter().map(|line| line.to_string_lossy()).collect();
    let session = Session::new(Engine::new()).with_read_mode(ReadMode::Sequential);
    session.run(Cursor::new(text.join("\n").into_bytes()), io::stdout())?;
    Ok(Outcome::Done)
}

fn talk(session: Session, log: Option<&str>) -> Result<Outcome, Failure> {
    let create =
        |path| Log::create(path).map_err(|error| Failure::Input(format!("cannot write {path}: {error}")));
    let log = log.map(create).transpose()?;
    session.run(Logged::new(io::stdin(), log.clone(), '>'), Logged::new(io::stdout(), log, '<'))?;
    Ok(Outcome::Done)
}

fn run_file(arguments: &Arguments, _: &mut dyn Write) -> Result<Outcome, Failure> {
    let [path] = arguments.operands() else {
        return Err(Failure::Usage("run needs one file".to_owned(), "run"));
    };
    let file = File::open(path).map_err(|error| Failure::Input(format!("cannot read {path}: {error}")))?;
    Session::new(Engine::new()).with_read_mode(ReadMode::Sequential).run(file, io::stdout())?;
    Ok(Outcome::Done)
}
