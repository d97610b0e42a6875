//! How tablebase files are read: small ones once and whole, large ones piece by piece.

#[cfg(any(unix, windows))]
use shakmaty_syzygy::filesystem::OsFilesystem;
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Files up to this size are kept in memory ...
const SMALL: u64 = 4 << 20;
/// ... until they take this much altogether.
const ROOM: u64 = 256 << 20;

/// The file system, with small files kept in memory.
pub(super) struct Files {
    system: OsFilesystem,
    taken: AtomicU64,
}

struct InMemory(Vec<u8>);

/// Where there are no files, as in a browser, there are no tablebases.
#[cfg(not(any(unix, windows)))]
struct OsFilesystem;

#[cfg(not(any(unix, windows)))]
impl OsFilesystem {
    fn new() -> Self {
        Self
    }
}

#[cfg(not(any(unix, windows)))]
impl Filesystem for OsFilesystem {
    fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Files {
    pub(super) fn new() -> Self {
        Self { system: OsFilesystem::new(), taken: AtomicU64::new(0) }
    }
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let size = self.regular_file_size(path)?;
        if size <= SMALL && self.taken.fetch_add(size, Relaxed) + size <= ROOM {
            return Ok(Box::new(InMemory(std::fs::read(path)?)));
        }
        self.system.open(path)
    }
}

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
