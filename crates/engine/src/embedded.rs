//! The networks and the book inside the program. They are kept packed, which saves a third of their size, and unpacked when they
//! are needed.

use crate::memory;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A file as the build script packs it.
struct Packed {
    bytes: &'static [u8],
    /// Bytes of the file.
    length: usize,
}

/// The file of the network that evaluates; nothing if the program was built without one or there is no memory for it.
pub(crate) fn network() -> Option<Vec<u8>> {
    NETWORK.as_ref().filter(|network| network.has_room())?.unpack()
}

/// True if the program was built with a network.
pub(crate) const fn has_network() -> bool {
    NETWORK.is_some()
}

/// The file of the policy network; nothing if the program was built without one or there is no memory for it.
pub(crate) fn policy() -> Option<Vec<u8>> {
    POLICY.as_ref().filter(|policy| policy.has_room())?.unpack()
}

/// The file of the opening book.
pub(crate) fn book() -> Option<Vec<u8>> {
    BOOK.as_ref()?.unpack()
}

impl Packed {
    /// True if there is memory for the file: unpacking takes up to three times its size, and what is made of it as much again.
    fn has_room(&self) -> bool {
        memory::can_be_had(4 * self.length)
    }

    /// The file; nothing if it is damaged.
    fn unpack(&self) -> Option<Vec<u8>> {
        let halves = decompress_to_vec_with_limit(self.bytes, self.length).ok()?;
        let (low, high) = halves.split_at_checked(self.length.div_ceil(2))?;
        let mut bytes = vec![0; self.length];
        bytes.iter_mut().step_by(2).zip(low).for_each(|(byte, low)| *byte = *low);
        bytes.iter_mut().skip(1).step_by(2).zip(high).for_each(|(byte, high)| *byte = *high);
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> Option<Vec<u8>> {
        std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()
    }

    #[test]
    fn what_is_unpacked_is_what_was_packed() {
        assert!(book() == file("books/default.bin"), "the book");
        assert!(policy() == file("nets/policy.nnue"), "the policy network");
        // A build may have been asked for another network.
        if option_env!("EVALFILE").is_none_or(str::is_empty) {
            assert!(network() == file("nets/default.nnue"), "the network");
        }
    }

    #[test]
    fn damaged_bytes_unpack_to_nothing() {
        assert_eq!(Packed { bytes: &[0xff; 8], length: 100 }.unpack(), None);
        assert_eq!(Packed { bytes: &[], length: 1 }.unpack(), None);
    }
}
