//! `vernier book`: looks into opening books, makes them from games, merges and checks them. The laboratory grows books
//! by analysis.

mod build;
mod check;
mod merge;
mod show;
mod tally;

use crate::failure::{Failure, Outcome};
use clap::{Args, Subcommand};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vernier_chess::polyglot::Entry;
use vernier_engine::OpeningBook;

/// Show, build, merge and check opening books
#[derive(Args)]
pub struct Book {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Show(show::Show),
    Build(build::Build),
    Merge(merge::Merge),
    Check(check::Check),
}

impl Book {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        match self.action {
            Action::Show(arguments) => arguments.run(out),
            Action::Build(arguments) => arguments.run(out),
            Action::Merge(arguments) => arguments.run(out),
            Action::Check(arguments) => arguments.run(out),
        }
    }
}

/// The name of the book inside the program.
const EMBEDDED: &str = "embedded";

/// The book of that name: a file, or `embedded`.
fn load(path: &Path) -> Result<Arc<OpeningBook>, Failure> {
    if path.as_os_str() == EMBEDDED {
        return Ok(OpeningBook::embedded());
    }
    OpeningBook::load(path).map(Arc::new).map_err(|error| Failure::Input(error.to_string()))
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
