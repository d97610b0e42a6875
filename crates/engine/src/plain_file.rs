//! Files that users name: opened for reading, regular files only, and none larger than expected.
//!
//! Folders, pipes and devices are refused before they are opened, so nothing waits for a writer. No more is read than the
//! size the file had when it was opened: special files such as those in `/proc`, which declare no size and may never end,
//! read as empty.

use core::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read, Take};
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read.
    Unreadable(PathBuf, io::Error),
    /// It is a folder, a pipe or a device.
    NotAFile(PathBuf),
    /// It is larger than it should be.
    TooBig(PathBuf, u64),
    /// It should hold text and does not.
    NotText(PathBuf),
}

/// Opens a regular file of at most that many bytes.
pub fn open(path: &Path, limit: u64) -> Result<Take<File>, FileError> {
    let unreadable = |error| FileError::Unreadable(path.to_path_buf(), error);
    let check = |data: Metadata| match data.len() {
        _ if !data.is_file() => Err(FileError::NotAFile(path.to_path_buf())),
        size if size > limit => Err(FileError::TooBig(path.to_path_buf(), size)),
        size => Ok(size),
    };
    check(std::fs::metadata(path).map_err(unreadable)?)?;
    let file = File::open(path).map_err(unreadable)?;
    // Another file may have taken its place.
    let size = check(file.metadata().map_err(unreadable)?)?;
    Ok(file.take(size))
}

/// All bytes of a regular file of at most that many bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let mut file = open(path, limit)?;
    file.read_to_end(&mut bytes).map_err(|error| FileError::Unreadable(path.to_path_buf(), error))?;
    Ok(bytes)
}

/// The text of a regular file of at most that many bytes.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    String::from_utf8(read(path, limit)?).map_err(|_| FileError::NotText(path.to_path_buf()))
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::NotAFile(path) => write!(f, "{} is not a file", path.display()),
            Self::TooBig(path, size) => write!(f, "{} is too big: {size} bytes", path.display()),
            Self::NotText(path) => write!(f, "{} is not a text file", path.display()),
        }
    }
}

impl core::error::Error for FileError {}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Unreadable(_, error) => error,
            other => Self::new(io::ErrorKind::InvalidInput, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_the_right_size_are_read() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("vernier-plain-file-{}", std::process::id()));
        std::fs::write(&path, [b'x', 0xff]).unwrap();
        assert_eq!(read(&path, 2).unwrap(), [b'x', 0xff]);
        assert!(matches!(read(&path, 1), Err(FileError::TooBig(_, 2))));
        assert!(matches!(read_text(&path, 2), Err(FileError::NotText(_))));
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(read(&path, 2), Err(FileError::Unreadable(..))));
        assert!(matches!(read(&folder, u64::MAX), Err(FileError::NotAFile(_))));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_rejected_and_endless_files_are_empty() {
        for path in ["/dev/zero", "/dev/null", "/dev/random"] {
            assert!(read(Path::new(path), u64::MAX).is_err(), "{path}");
        }
        // It has no size, and reading it waits for the next message of the kernel.
        assert!(read(Path::new("/proc/kmsg"), u64::MAX).map_or(true, |bytes| bytes.is_empty()));
        assert!(read(Path::new("/proc/self/status"), u64::MAX).unwrap().is_empty());
    }
}
