//! Files that users name in options: opened for reading, plain files only, and none larger than expected.

use core::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Why a file could not be taken in.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read.
    Unreadable(PathBuf, io::Error),
    /// It is a folder, a pipe or a device.
    NotAFile(PathBuf),
    /// It is larger than it should be.
    TooBig(PathBuf, u64),
}

/// All bytes of a plain file of at most that size.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let unreadable = |error| FileError::Unreadable(path.to_path_buf(), error);
    let data = std::fs::metadata(path).map_err(unreadable)?;
    if !data.is_file() {
        return Err(FileError::NotAFile(path.to_path_buf()));
    }
    if data.len() > limit {
        return Err(FileError::TooBig(path.to_path_buf(), data.len()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::NotAFile(path) => write!(f, "{} is not a file", path.display()),
            Self::TooBig(path, size) => write!(f, "{} is too big: {size} bytes", path.display()),
        }
    }
}

impl core::error::Error for FileError {}
