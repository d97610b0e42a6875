//! A slot of the table in two words, which threads read and write without locks.

use crate::sync::{AtomicU64, Ordering::Relaxed};

/// A slot: the data, and the key mixed with it. Where two threads write at once, the key of one may meet the data of the
/// other; what is read then has neither key. `models/` tries every order.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) mixed: &'a AtomicU64,
    pub(super) data: &'a AtomicU64,
}

impl Pair<'_> {
    /// The data, if they were written for this key.
    #[inline]
    pub(super) fn read(&self, key: u64) -> Option<u64> {
        let (found, data) = self.read_any();
        (found == key).then_some(data)
    }

    /// The key and the data, whatever they are.
    #[inline]
    pub(super) fn read_any(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.mixed.load(Relaxed) ^ data, data)
    }

    #[inline]
    pub(super) fn write(&self, key: u64, data: u64) {
        self.mixed.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}
