//! `vernier book`: looks into opening books, makes them from games or by analysis, merges and checks them.

mod analyst;
mod build;
mod check;
mod exits;
mod graph;
mod grow;
mod merge;
mod notes;
mod playout;
mod show;
mod tally;

use super::Command;
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use vernier_chess::polyglot::Entry;
use vernier_engine::OpeningBook;

pub const COMMAND: Command = Command {
    name: "book",
    about: "Look into opening books, make them from games or by analysis, merge and check them.",
    forms: &[
        "show BOOK [FEN] [--chess960]",
        "build --pgn FILE... --out BOOK [--max-ply N] [--min-games N] [--min-score PERCENT] [--memory MB]",
        "grow --out BOOK [--positions N] [--minutes N] [--nodes N] [--moves N] [--margin CP] [--bound CP] [--max-ply N] [--threads N] [--notes FILE]",
        "merge BOOK... --out BOOK",
        "check BOOK [FEN]",
        "exits BOOK [--games N] [--nodes N] [--bound CP] [--seed N] [--play NODES] [--threads N] [--out BOOK]",
    ],
    switches: &[
        Switch { name: "--chess960", value: None, help: "write castling as king takes rook" },
        Switch { name: "--pgn", value: Some("FILE..."), help: "build: the games to learn from" },
        Switch { name: "--out", value: Some("BOOK"), help: "where to write the book" },
        Switch { name: "--max-ply", value: Some("N"), help: "half-moves to learn (build: 40, grow: 24)" },
        Switch { name: "--min-games", value: Some("N"), help: "build: how often a move was played (3)" },
        Switch { name: "--min-score", value: Some("N"), help: "build: per cent its player scored (0)" },
        Switch { name: "--memory", value: Some("MB"), help: "build: count in so much memory (256)" },
        Switch { name: "--positions", value: Some("N"), help: "grow: positions to analyse (5000)" },
        Switch { name: "--minutes", value: Some("N"), help: "grow: stop after that time" },
        Switch { name: "--nodes", value: Some("N"), help: "nodes a search (grow: 150000, exits: 1000000)" },
        Switch {
            name: "--moves",
            value: Some("N"),
            help: "grow: moves looked at in a position, later half (8)",
        },
        Switch { name: "--margin", value: Some("CP"), help: "grow: what a move may lose at the start (50)" },
        Switch { name: "--bound", value: Some("CP"), help: "how uneven a line may be (grow: 50, exits: 60)" },
        Switch {
            name: "--notes",
            value: Some("FILE"),
            help: "grow: where to keep the analysis (BOOK.notes)",
        },
        Switch { name: "--games", value: Some("N"), help: "exits: games to play out of the book (500)" },
        Switch { name: "--seed", value: Some("N"), help: "exits: another seed, other games (1)" },
        Switch {
            name: "--play",
            value: Some("NODES"),
            help: "exits: play the games on, so many nodes a move",
        },
        Switch { name: "--threads", value: Some("N"), help: "positions searched at a time (1)" },
    ],
    run,
};

/// What can be done with books, and the switches that belong to it.
const ACTIONS: [(&str, &[&str]); 6] = [
    ("show", &["--chess960"]),
    ("build", &["--pgn", "--out", "--max-ply", "--min-games", "--min-score", "--memory"]),
    (
        "grow",
        &[
            "--out",
            "--positions",
            "--minutes",
            "--nodes",
            "--moves",
            "--margin",
            "--bound",
            "--max-ply",
            "--threads",
            "--notes",
        ],
    ),
    ("merge", &["--out"]),
    ("check", &[]),
    ("exits", &["--games", "--nodes", "--bound", "--seed", "--play", "--threads", "--out"]),
];

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let Some((action, rest)) = arguments.operands().split_first() else {
        return Err(usage("show, build, grow, merge, check or exits?"));
    };
    let Some((_, known)) = ACTIONS.iter().find(|(name, _)| name == action) else {
        return Err(usage(format!("'{action}' is none of show, build, grow, merge, check and exits")));
    };
    let given = COMMAND.switches.iter().map(|switch| switch.name).filter(|name| arguments.has(name));
    if let Some(name) = given.into_iter().find(|name| !known.contains(name)) {
        return Err(usage(format!("{name} makes no sense with 'book {action}'")));
    }
    match (action.as_str(), rest) {
        ("build", files) => build::run(files, arguments, out),
        ("grow", []) => grow::run(arguments, out),
        ("grow", [word, ..]) => Err(usage(format!("what is '{word}'?"))),
        (_, []) => Err(usage("which BOOK?")),
        ("show", [book, fen @ ..]) => show::run(book, fen, arguments, out),
        ("check", [book, fen @ ..]) => check::run(book, fen, out),
        ("exits", [book]) => exits::run(book, arguments, out),
        ("exits", [_, word, ..]) => Err(usage(format!("what is '{word}'?"))),
        _ => merge::run(rest, arguments, out),
    }
}

fn usage(reason: impl Into<String>) -> Failure {
    Failure::Usage(reason.into(), COMMAND.name)
}

fn load(path: &str) -> Result<OpeningBook, Failure> {
    OpeningBook::load(path).map_err(|error| Failure::Input(error.to_string()))
}

/// Where the book is to be written.
fn out_path(arguments: &Arguments) -> Result<PathBuf, Failure> {
    Ok(PathBuf::from(arguments.value("--out").ok_or_else(|| usage("--out BOOK is missing"))?))
}

/// Writes a book entry by entry. The file gets its name when it is complete, so no half-written book is left.
struct BookFile {
    path: PathBuf,
    partial: PathBuf,
    file: BufWriter<File>,
    entries: u64,
}

impl BookFile {
    fn create(path: &Path) -> Result<Self, Failure> {
        let path = path.to_path_buf();
        let mut partial = path.clone().into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let file = File::create(&partial).map_err(|error| cannot_write(&path, &error))?;
        Ok(Self { path, partial, file: BufWriter::new(file), entries: 0 })
    }

    /// Writes entries in the order of books; those given later must belong to later positions.
    fn write(&mut self, mut entries: Vec<Entry>) -> Result<(), Failure> {
        entries.sort_unstable();
        self.entries += entries.len() as u64;
        for entry in entries {
            self.file.write_all(&entry.to_bytes()).map_err(|error| cannot_write(&self.path, &error))?;
        }
        Ok(())
    }

    /// Puts the book in its place and says how many entries it has.
    fn finish(mut self) -> Result<u64, Failure> {
        if self.entries == 0 {
            return Err(Failure::Input("no move is left for the book".to_owned()));
        }
        let done = self.file.flush().and_then(|()| fs::rename(&self.partial, &self.path));
        done.map_err(|error| cannot_write(&self.path, &error))?;
        Ok(self.entries)
    }
}

impl Drop for BookFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.partial);
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {error}", path.display()))
}
