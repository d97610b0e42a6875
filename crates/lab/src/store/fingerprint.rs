//! Short texts that identify a program, a book or a set of openings.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// A text that is the same for the same bytes and hardly for others (FNV-1a: enough to see that something has changed).
///
/// ```
/// assert_eq!(vernier_lab::store::fingerprint::of(b"vernier"), vernier_lab::store::fingerprint::of(b"vernier"));
/// assert_ne!(vernier_lab::store::fingerprint::of(b"vernier"), vernier_lab::store::fingerprint::of(b"Vernier"));
/// ```
pub fn of(bytes: &[u8]) -> String {
    format!("{:016x}", hash(bytes.iter().copied()))
}

/// The same for a file, which may be too large to hold in memory.
pub fn of_file(path: &Path) -> io::Result<String> {
    let mut reader = BufReader::with_capacity(64 << 10, File::open(path)?);
    let mut hash = EMPTY;
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(format!("{hash:016x}"));
        }
        hash = bytes.iter().copied().fold(hash, add);
        let read = bytes.len();
        reader.consume(read);
    }
}

/// FNV-1a of some bytes.
pub fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(EMPTY, add)
}

/// The hash before the first byte.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

const fn add(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_depends_on_the_bytes() {
        let program = std::env::current_exe().unwrap();
        let bytes = std::fs::read(&program).unwrap();
        assert!(bytes.len() > 1 << 20, "more than is held at a time");
        assert_eq!(of_file(&program).unwrap(), of(&bytes));
        assert!(of_file(Path::new("/no/such/program")).is_err());
    }
}
