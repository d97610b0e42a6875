//! Tablebases in the Syzygy format: results of positions with few pieces.
//!
//! Tablebases are found when a path is opened and read when they are needed. A damaged one is reported once and then ignored;
//! the others are still used. Positions with castling rights are not probed.

mod ending;
mod files;
mod folders;
mod material;
mod moves;
mod wdl;

pub use moves::TablebaseMove;
pub use wdl::{Dtz, FiftyMoveRule, Wdl};

use core::fmt;
use ending::Ending;
use files::Files;
use material::Signature;
use shakmaty_syzygy::{Metric, SyzygyError, Tablebase};
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use vernier_chess::Board;

/// The tablebases found in some folders.
pub struct Tablebases {
    tables: Tablebase<Ending>,
    /// Where each tablebase lies, by file name.
    files: HashMap<String, PathBuf>,
    /// The material for which there are results, either way round.
    known: HashSet<Signature>,
    wdl_tables: usize,
    dtz_tables: usize,
    /// Some tablebase has failed: check before probing.
    any_failed: AtomicBool,
    failures: Mutex<Failures>,
}

/// What has failed so far.
#[derive(Default)]
struct Failures {
    /// Material that is no longer probed.
    material: HashSet<Signature>,
    /// Problems already reported.
    reported: HashSet<String>,
}

/// Something wrong with a tablebase or a folder of tablebases, for a user to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablebaseError(String);

/// How tablebases are used in a search.
#[derive(Clone, Debug)]
pub struct SyzygyOptions {
    /// The tablebases; without them nothing is probed.
    pub tablebases: Option<Arc<Tablebases>>,
    /// Positions with more pieces are not probed.
    pub probe_limit: usize,
    /// Positions with as many pieces as the largest tablebase has are probed only from this depth on.
    pub probe_depth: i32,
    /// Whether the fifty-move rule counts.
    pub fifty_move_rule: FiftyMoveRule,
}

impl Tablebases {
    /// The tablebases in all folders of a path and their sub-folders, and what was wrong on the way.
    pub fn open(path: &str) -> (Self, Vec<TablebaseError>) {
        let mut found = Self {
            tables: Tablebase::with_filesystem(Arc::new(Files::new())),
            files: HashMap::new(),
            known: HashSet::new(),
            wdl_tables: 0,
            dtz_tables: 0,
            any_failed: AtomicBool::new(false),
            failures: Mutex::default(),
        };
        let (mut problems, mut seen) = (Vec::new(), HashSet::new());
        for folder in folders::folders(path) {
            match folders::table_files(&folder, &mut seen) {
                Ok(files) => problems.extend(files.into_iter().filter_map(|file| found.add(file).err())),
                Err(error) => problems.push(TablebaseError(format!("{}: {error}", folder.display()))),
            }
        }
        (found, problems)
    }

    /// Adds a file. The first of several of the same name counts.
    fn add(&mut self, path: PathBuf) -> Result<(), TablebaseError> {
        let problem = |reason: &dyn fmt::Display| TablebaseError(format!("{}: {reason}", path.display()));
        let text = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
        let name = text(path.file_name()).unwrap_or_default();
        let stem = text(path.file_stem()).unwrap_or_default();
        let signature = Signature::from_name(&stem).ok_or_else(|| problem(&"not the name of a tablebase"))?;
        if self.files.contains_key(&name) {
            return Ok(());
        }
        self.tables.add_file(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidData => {
                problem(&"the file is damaged: it does not have the size of a tablebase")
            }
            std::io::ErrorKind::InvalidInput => problem(&"not a tablebase"),
            _ => problem(&error),
        })?;
        if name.ends_with(".rtbw") {
            self.known.extend([signature, signature.flipped()]);
            self.wdl_tables += 1;
        } else {
            self.dtz_tables += 1;
        }
        self.files.insert(name, path);
        Ok(())
    }

    /// Files that are not there but should be, in order: the other tablebase of an ending, and the results of what an
    /// ending becomes with a capture.
    pub fn missing(&self) -> Vec<String> {
        let other = |name: &String| match name.strip_suffix(".rtbw") {
            Some(stem) => format!("{stem}.rtbz"),
            None => name.replace(".rtbz", ".rtbw"),
        };
        let smaller = self.known.iter().flat_map(|signature| signature.after_captures());
        let unknown = smaller.filter(|signature| !self.known.contains(signature));
        let unknown = unknown.map(|signature| format!("{}.rtbw", signature.as_named().name()));
        let wanted = self.files.keys().map(other).filter(|name| !self.files.contains_key(name));
        let names: std::collections::BTreeSet<String> = wanted.chain(unknown).collect();
        names.into_iter().collect()
    }

    /// How many WDL tablebases there are, and how many DTZ.
    pub const fn count(&self) -> (usize, usize) {
        (self.wdl_tables, self.dtz_tables)
    }

    /// The names of all tablebases, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.files.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// The most pieces, kings included, of any tablebase.
    pub fn max_pieces(&self) -> usize {
        if self.wdl_tables == 0 { 0 } else { self.tables.max_pieces() }
    }

    /// The result of a position that a capture or pawn move has just led to. None if no tablebase has it; an error, once,
    /// if one should but is damaged.
    pub fn wdl(&self, board: &Board) -> Result<Option<Wdl>, TablebaseError> {
        self.ask(board, |ending| self.tables.probe_wdl_after_zeroing(ending).map(Wdl::from))
    }

    /// The distance to the next capture, pawn move or mate. None if no tablebase has it; an error, once, if one should
    /// but is damaged.
    pub fn dtz(&self, board: &Board) -> Result<Option<Dtz>, TablebaseError> {
        self.ask(board, |ending| self.tables.probe_dtz(ending).map(|dtz| Dtz(dtz.ignore_rounding().0)))
    }

    fn ask<T>(
        &self,
        board: &Board,
        probe: impl FnOnce(&Ending) -> Result<T, SyzygyError>,
    ) -> Result<Option<T>, TablebaseError> {
        let pieces = board.occupied().len();
        if pieces > self.max_pieces() || !board.castling().is_none() {
            return Ok(None);
        }
        let signature = Signature::of(board);
        let bare_kings = pieces == 2;
        if !(bare_kings || self.known.contains(&signature)) || self.has_failed(signature) {
            return Ok(None);
        }
        let Some(ending) = Ending::new(board) else { return Ok(None) };
        // A damaged tablebase must not end the game, even if the library panics.
        match catch_unwind(AssertUnwindSafe(|| probe(&ending))) {
            Ok(Ok(answer)) => Ok(Some(answer)),
            Ok(Err(SyzygyError::ProbeFailed { metric, material, error })) => {
                let kind = if matches!(metric, Metric::Wdl) { "rtbw" } else { "rtbz" };
                let name = format!("{material}.{kind}");
                let place = self.files.get(&name).map_or(name, |path| path.display().to_string());
                self.fail(signature, format!("{place}: the tablebase is damaged: {error}"))
            }
            Ok(Err(_)) => Ok(None),
            Err(_) => self.fail(signature, format!("a tablebase for {} is damaged", signature.name())),
        }
    }

    fn has_failed(&self, signature: Signature) -> bool {
        self.any_failed.load(Relaxed) && self.failures().material.contains(&signature)
    }

    /// Stops probing for that material and reports why, unless that was reported before.
    #[cold]
    fn fail<T>(&self, signature: Signature, reason: String) -> Result<Option<T>, TablebaseError> {
        self.any_failed.store(true, Relaxed);
        let mut failures = self.failures();
        failures.material.insert(signature);
        if failures.reported.insert(reason.clone()) { Err(TablebaseError(reason)) } else { Ok(None) }
    }

    fn failures(&self) -> std::sync::MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SyzygyOptions {
    /// The most pieces of a position worth probing; zero without tablebases.
    pub(crate) fn max_pieces(&self) -> usize {
        self.tablebases.as_ref().map_or(0, |tables| tables.max_pieces().min(self.probe_limit))
    }
}

impl Default for SyzygyOptions {
    fn default() -> Self {
        Self { tablebases: None, probe_limit: 7, probe_depth: 1, fifty_move_rule: FiftyMoveRule::default() }
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases({} results, {} distances)", self.wdl_tables, self.dtz_tables)
    }
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for TablebaseError {}
