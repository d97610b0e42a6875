//! `vernier book`: looks into opening books, makes them from games, merges and checks them.

mod build;
mod check;
mod merge;
mod show;
mod tally;

use super::Command;
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use vernier_chess::polyglot::Entry;
use vernier_engine::OpeningBook;

pub const COMMAND: Command = Command {
    name: "book",
    about: "Look into opening books, make them from games, merge and check them.",
    forms: &[
        "show BOOK [FEN] [--chess960]",
        "build --pgn FILE... --out BOOK [--max-ply N] [--min-games N] [--min-score PERCENT] [--memory MB]",
        "merge BOOK... --out BOOK",
        "check BOOK [FEN]",
    ],
    switches: &[
        Switch { name: "--chess960", value: None, help: "write castling as king takes rook" },
        Switch { name: "--pgn", value: Some("FILE..."), help: "the games to learn from" },
        Switch { name: "--out", value: Some("BOOK"), help: "where to write the book" },
        Switch {
            name: "--max-ply",
            value: Some("N"),
            help: "half-moves of each game to learn (default: 40)",
        },
        Switch { name: "--min-games", value: Some("N"), help: "how often a move was played (default: 3)" },
        Switch { name: "--min-score", value: Some("N"), help: "per cent its player scored (default: 0)" },
        Switch { name: "--memory", value: Some("MB"), help: "count in so much memory (default: 256)" },
    ],
    run,
};

/// What belongs to which action; `--out` to two of them.
const FOR_BUILDING: [&str; 5] = ["--pgn", "--max-ply", "--min-games", "--min-score", "--memory"];

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let Some((action, rest)) = arguments.operands().split_first() else {
        return Err(usage("show, build, merge or check?"));
    };
    let misplaced = |names: &[&str]| match names.iter().find(|name| arguments.has(name)) {
        Some(name) => Err(usage(format!("{name} makes no sense with 'book {action}'"))),
        None => Ok(()),
    };
    if action != "build" {
        misplaced(&FOR_BUILDING)?;
    }
    if action != "show" {
        misplaced(&["--chess960"])?;
    }
    match (action.as_str(), rest) {
        ("show", [book, fen @ ..]) => {
            misplaced(&["--out"]).and_then(|()| show::run(book, fen, arguments, out))
        }
        ("check", [book, fen @ ..]) => misplaced(&["--out"]).and_then(|()| check::run(book, fen, out)),
        ("build", files) => build::run(files, arguments, out),
        ("merge", [_, ..]) => merge::run(rest, arguments, out),
        ("show" | "check" | "merge", []) => Err(usage("which BOOK?")),
        _ => Err(usage(format!("'{action}' is none of show, build, merge and check"))),
    }
}

fn usage(reason: impl Into<String>) -> Failure {
    Failure::Usage(reason.into(), COMMAND.name)
}

fn load(path: &str) -> Result<OpeningBook, Failure> {
    OpeningBook::load(path).map_err(|error| Failure::Input(error.to_string()))
}

/// Writes a book entry by entry. The file gets its name when it is complete, so no half-written book is left.
struct BookFile {
    path: PathBuf,
    partial: PathBuf,
    file: BufWriter<File>,
    entries: u64,
}

impl BookFile {
    fn create(arguments: &Arguments) -> Result<Self, Failure> {
        let path = PathBuf::from(arguments.value("--out").ok_or_else(|| usage("--out BOOK is missing"))?);
        let mut partial = path.clone().into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let file = File::create(&partial).map_err(|error| cannot_write(&path, &error))?;
        Ok(Self { path, partial, file: BufWriter::new(file), entries: 0 })
    }

    /// Writes the entries of one position, the heaviest first.
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

fn cannot_write(path: &std::path::Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {error}", path.display()))
}
