//! Files of games, analysed one game at a time.
//!
//! With an output file the work can be stopped at any moment and continued by the same command: after every game a note beside
//! the output says how far it is good. Games are read as they are needed; one that cannot be read is skipped with a message.

use crate::annotate::{Progress, Settings, Thinker, annotate};
use crate::report::GameReport;
use crate::{html, pgn};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use vernier_chess::pgn::Reader;
use vernier_engine::SearchKind;

/// A file of games to analyse, and what to make of it.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The games.
    pub source: Source,
    /// Where the annotated games go; nowhere means the writer that is handed over.
    pub out: Option<PathBuf>,
    /// One JSON object a line instead of PGN.
    pub json: bool,
    /// A page of all games.
    pub html: Option<PathBuf>,
    /// How to analyse.
    pub settings: Settings,
    /// How the thinker searches: another search does not resume.
    pub search: SearchKind,
}

/// Where the games come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file. A run that was stopped can be continued.
    File(PathBuf),
    /// Standard input, which can be read only once.
    StandardInput,
}

impl Source {
    /// What its games are called in titles.
    fn title(&self) -> Cow<'_, str> {
        match self {
            Self::File(path) => path.file_name().unwrap_or_default().to_string_lossy(),
            Self::StandardInput => "Games".into(),
        }
    }

    fn open(&self) -> Result<Box<dyn Read>, BatchError> {
        let Self::File(path) = self else { return Ok(Box::new(io::stdin().lock())) };
        let failed = |error| BatchError::File(path.clone(), error);
        let file = File::open(path).map_err(failed)?;
        // A folder opens, but every read fails.
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        Ok(Box::new(file))
    }
}

/// What happens on the way.
pub enum BatchNews<'a> {
    /// The run resumes after this many games.
    Continued(u64),
    /// A game begins, with its number in the file and its players.
    Game(u64, String),
    /// How many positions of the game, of how many, have been searched.
    Position(usize, usize),
    /// A game is done.
    Done(&'a GameReport),
    /// A game cannot be read, and why.
    Skipped(String),
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Games read, good or bad.
    pub read: u64,
    /// Games analysed.
    pub analysed: u64,
    /// Games that could not be read.
    pub skipped: u64,
    /// The thinker gave up before the end.
    pub stopped: bool,
}

/// Why a batch cannot continue.
#[derive(Debug)]
pub enum BatchError {
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// The output exists and was not written by this command.
    Exists(PathBuf),
    /// The writer failed.
    Output(io::Error),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Exists(path) => {
                write!(
                    f,
                    "{} exists and is not the unfinished output of this command; remove it or name another",
                    path.display()
                )
            }
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl core::error::Error for BatchError {}

/// How much of the output is complete, in a file beside it.
#[derive(Serialize, Deserialize, PartialEq, Default)]
struct Note {
    /// Identifies the work: only the same command may resume it.
    work: String,
    out_bytes: u64,
    html_bytes: u64,
    tally: Tally,
}

/// A file that grows game by game.
struct Growing {
    path: PathBuf,
    file: File,
    bytes: u64,
}

impl Growing {
    /// Opens a file at a known length; everything after it is dropped.
    fn open(path: &Path, bytes: u64) -> Result<Self, BatchError> {
        let failed = |error| BatchError::File(path.to_path_buf(), error);
        let mut file =
            OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(failed)?;
        file.set_len(bytes).map_err(failed)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).map_err(failed)?;
        Ok(Self { path: path.to_path_buf(), file, bytes })
    }

    fn add(&mut self, text: &str) -> Result<(), BatchError> {
        let failed = |error| BatchError::File(self.path.clone(), error);
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush()).map_err(failed)?;
        self.bytes += text.len() as u64;
        Ok(())
    }
}

impl Batch {
    /// Analyses every game that is left. Without an output file the games go to `writer`.
    pub fn run(
        &self,
        writer: &mut dyn Write,
        think: &mut Thinker,
        news: &mut dyn FnMut(BatchNews),
    ) -> Result<Tally, BatchError> {
        let source = self.source.open()?;
        let note = self.resume()?.unwrap_or_else(|| Note { work: self.work(), ..Note::default() });
        let (mut tally, done) = (note.tally, note.tally.read);
        if done > 0 {
            news(BatchNews::Continued(done));
        }
        let mut out = self.out.as_ref().map(|path| Growing::open(path, note.out_bytes)).transpose()?;
        let mut page = self.html.as_ref().map(|path| Growing::open(path, note.html_bytes)).transpose()?;
        // Written before any output, so that a run cut off in its first game is recognised too.
        self.note(&note)?;
        if let Some(page) = page.as_mut().filter(|page| page.bytes == 0) {
            page.add(&html::head(&self.source.title()))?;
        }
        for (number, game) in (1..).zip(Reader::new(BufReader::new(source))) {
            if number <= done {
                continue;
            }
            tally.read = number;
            match game {
                Err(error) => {
                    tally.skipped += 1;
                    news(BatchNews::Skipped(error.to_string()));
                }
                Ok(mut tree) => {
                    let player = |name: &str| tree.tags.get(name).unwrap_or("?").to_owned();
                    news(BatchNews::Game(number, format!("{} - {}", player("White"), player("Black"))));
                    let mut progress = |progress: Progress| {
                        if let Progress::Position { done, all } = progress {
                            news(BatchNews::Position(done, all));
                        }
                    };
                    let Some(report) = annotate(&tree, &self.settings, think, &mut progress) else {
                        return Ok(Tally { stopped: true, read: number - 1, ..tally });
                    };
                    let text = if self.json {
                        serde_json::to_string(&report).map_err(|error| BatchError::Output(error.into()))?
                            + "\n"
                    } else {
                        pgn::write(&mut tree, &report);
                        format!("{tree}\n")
                    };
                    match &mut out {
                        Some(out) => out.add(&text)?,
                        None => writer
                            .write_all(text.as_bytes())
                            .and_then(|()| writer.flush())
                            .map_err(BatchError::Output)?,
                    }
                    if let Some(page) = &mut page {
                        page.add(&html::game(&report))?;
                    }
                    tally.analysed += 1;
                    news(BatchNews::Done(&report));
                }
            }
            self.note(&Note {
                work: self.work(),
                out_bytes: out.as_ref().map_or(0, |out| out.bytes),
                html_bytes: page.as_ref().map_or(0, |page| page.bytes),
                tally,
            })?;
        }
        if let Some(page) = &mut page {
            page.add(html::FOOT)?;
        }
        if let Some(path) = self.note_path() {
            let _ = fs::remove_file(path);
        }
        Ok(tally)
    }

    /// The settings that determine the output, in words.
    fn work(&self) -> String {
        let Source::File(source) = &self.source else { return String::new() };
        let length = fs::metadata(source).map_or(0, |metadata| metadata.len());
        let limits = &self.settings.limits;
        format!(
            "{} ({length} bytes), json {}, html {:?}, {} with tablebases {}, lines {}, depth {:?}, nodes {:?}, time {:?}",
            source.display(),
            self.json,
            self.html,
            self.search.name(),
            self.settings.tablebases.is_some(),
            self.settings.lines,
            limits.depth,
            limits.nodes,
            limits.movetime
        )
    }

    /// Where it is noted how far the output is good. What cannot be continued needs no note.
    fn note_path(&self) -> Option<PathBuf> {
        if self.source == Source::StandardInput {
            return None;
        }
        let mut name = self.out.clone()?.into_os_string();
        name.push(".unfinished");
        Some(name.into())
    }

    /// Where an earlier run stopped. An unknown output is never overwritten.
    fn resume(&self) -> Result<Option<Note>, BatchError> {
        if self.out.is_none() {
            return Ok(None);
        }
        let note: Option<Note> = self
            .note_path()
            .and_then(|path| fs::read_to_string(path).ok())
            .and_then(|text| serde_json::from_str(&text).ok())
            .filter(|note: &Note| note.work == self.work());
        let unknown = |path: &&PathBuf| {
            note.is_none() && fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0)
        };
        match [&self.out, &self.html].into_iter().flatten().find(unknown) {
            Some(path) => Err(BatchError::Exists(path.clone())),
            None => Ok(note),
        }
    }

    /// Writes the note in one step, so that it is never half written.
    fn note(&self, note: &Note) -> Result<(), BatchError> {
        let Some(path) = self.note_path() else { return Ok(()) };
        let text = serde_json::to_string(note).map_err(|error| BatchError::Output(error.into()))?;
        let fresh = path.with_extension("new");
        fs::write(&fresh, text)
            .and_then(|()| fs::rename(&fresh, &path))
            .map_err(|error| BatchError::File(path, error))
    }
}
