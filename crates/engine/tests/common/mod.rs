//! Runs an engine and collects its events.
#![allow(dead_code, reason = "not every test needs every helper")]

use std::sync::mpsc::{Receiver, channel};
use vernier_chess::{Board, Move};
use vernier_engine::{Engine, Event, Limits, Report, Request, SearchJob, Sink};

pub fn listener() -> (Sink, Receiver<Event>) {
    let (events, inbox) = channel();
    (Box::new(move |event| drop(events.send(event))), inbox)
}

/// The events of one finished search.
pub struct SearchRun {
    pub reports: Vec<Report>,
    pub best: Option<Move>,
    pub ponder: Option<Move>,
    pub notes: Vec<String>,
}

impl SearchRun {
    /// Reads all events of a search that has ended; there must be exactly one answer, and it must be the last.
    pub fn read(inbox: &Receiver<Event>) -> Self {
        let (mut reports, mut notes, mut answers) = (Vec::new(), Vec::new(), Vec::new());
        for event in inbox.try_iter() {
            assert!(answers.is_empty(), "nothing may follow the answer: {event:?}");
            match event {
                Event::Iteration(report) => reports.push(report),
                Event::Note(note) => notes.push(note),
                Event::CurrentMove { .. } | Event::Summary(_) => {}
                Event::Done(answer) => answers.push((answer.best, answer.ponder)),
            }
        }
        assert_eq!(answers.len(), 1, "one answer for one search");
        Self { reports, best: answers[0].0, ponder: answers[0].1, notes }
    }

    pub fn last(&self) -> &Report {
        self.reports.iter().rfind(|report| report.line == 1).expect("a report")
    }
}

/// An engine and the position that it is asked about.
pub struct Subject {
    engine: Engine,
    pub position: Request,
}

impl Subject {
    /// At the start position.
    pub fn new(engine: Engine) -> Self {
        Self { engine, position: Request::new(Board::start()) }
    }

    pub fn start(&mut self, limits: Limits, sink: Sink) -> SearchJob {
        self.engine.start(self.position.clone().limits(limits), sink)
    }
}

impl std::ops::Deref for Subject {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl std::ops::DerefMut for Subject {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

/// Runs a search to its end.
pub fn search(subject: &mut Subject, limits: Limits) -> SearchRun {
    let (sink, inbox) = listener();
    subject.start(limits, sink).wait();
    SearchRun::read(&inbox)
}

pub fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A new engine at a position.
pub fn at(fen: &str) -> Subject {
    Subject { engine: Engine::new(), position: Request::new(board(fen)) }
}

/// Where a file or folder of the test data lies.
pub fn data_path(path: &str) -> std::path::PathBuf {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(path)
}

/// The text of a file of test data.
pub fn data(path: &str) -> String {
    let file = data_path(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// An empty folder for one test, removed when it is over.
pub struct Scratch(pub std::path::PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("vernier-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
