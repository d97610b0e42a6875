//! The networks and the book inside the program. In a browser they are kept packed, which saves a sixth of their size, and
//! unpacked when they are needed.

use crate::memory;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::borrow::Cow;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A file as the build script has put it here.
struct Embedded {
    bytes: &'static [u8],
    /// Bytes of the file.
    length: usize,
    is_packed: bool,
}

/// The file of the network that evaluates; nothing if the program was built without one or there is no memory for it.
pub(crate) fn network() -> Option<Cow<'static, [u8]>> {
    NETWORK.as_ref().filter(|network| network.has_room())?.file()
}

/// True if the program was built with a network.
pub(crate) const fn has_network() -> bool {
    NETWORK.is_some()
}

/// The file of the policy network; nothing if the program was built without one or there is no memory for it.
pub(crate) fn policy() -> Option<Cow<'static, [u8]>> {
    POLICY.as_ref().filter(|policy| policy.has_room())?.file()
}

/// The file of the opening book.
pub(crate) fn book() -> Option<Cow<'static, [u8]>> {
    BOOK.as_ref()?.file()
}

impl Embedded {
    /// True if there is memory for what is made of the file, which is up to twice as large, and for unpacking, which takes up to
    /// three times its size.
    fn has_room(&self) -> bool {
        memory::can_be_had(if self.is_packed { 5 } else { 2 } * self.length)
    }

    /// The file; nothing if it is damaged.
    fn file(&self) -> Option<Cow<'static, [u8]>> {
        if self.is_packed { self.unpack().map(Cow::Owned) } else { Some(Cow::Borrowed(self.bytes)) }
    }

    fn unpack(&self) -> Option<Vec<u8>> {
        decompress_to_vec_with_limit(self.bytes, self.length).ok().filter(|bytes| bytes.len() == self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> Option<Vec<u8>> {
        std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()
    }

    #[test]
    fn files_come_back_as_they_were() {
        assert!(book().as_deref() == file("books/default.bin").as_deref(), "the book");
        assert!(policy().as_deref() == file("nets/policy.nnue").as_deref(), "the policy network");
        // A build may have been asked for another network.
        if option_env!("EVALFILE").is_none_or(str::is_empty) {
            assert!(network().as_deref() == file("nets/default.nnue").as_deref(), "the network");
        }
    }

    #[test]
    fn a_packed_file_is_unpacked() {
        let bytes = miniz_oxide::deflate::compress_to_vec(&[1, 2, 3, 4, 5], 9).leak();
        let packed = |length| Embedded { bytes, length, is_packed: true };
        assert_eq!(packed(5).file().as_deref(), Some(&[1, 2, 3, 4, 5][..]));
        // Shorter or longer than promised.
        assert_eq!((packed(6).file(), packed(4).file()), (None, None));
    }

    #[test]
    fn damaged_bytes_unpack_to_nothing() {
        assert_eq!(Embedded { bytes: &[0xff; 8], length: 100, is_packed: true }.file(), None);
        assert_eq!(Embedded { bytes: &[], length: 1, is_packed: true }.file(), None);
    }
}
