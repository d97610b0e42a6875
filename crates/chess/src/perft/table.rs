//! Counts already made, shared by all threads without locks.

use crate::{Board, Color};
use std::sync::atomic::{AtomicU64, Ordering};

/// One count. Two threads may write one entry at the same time and leave halves of both, so the signature is
/// stored combined with the count: halves that do not belong together match no position.
#[derive(Default)]
struct Entry {
    leaves: AtomicU64,
    /// The signature, xor the leaves.
    check: AtomicU64,
}

impl Entry {
    fn leaves_of(&self, signature: u64) -> Option<u64> {
        let leaves = self.leaves.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ leaves == signature).then_some(leaves)
    }

    fn write(&self, signature: u64, leaves: u64) {
        self.leaves.store(leaves, Ordering::Relaxed);
        self.check.store(signature ^ leaves, Ordering::Relaxed);
    }
}

/// Two entries that share a place: one for what was most work, one for what came last.
#[derive(Default)]
#[repr(align(32))]
struct Bucket {
    large: Entry,
    latest: Entry,
}

/// A table of leaf counts by position and depth.
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// A table of that size, or of the largest half, quarter ... of it that memory allows; none for zero.
    pub(super) fn of_megabytes(megabytes: usize) -> Option<Self> {
        let mut count = megabytes.saturating_mul((1 << 20) / size_of::<Bucket>());
        while count > 0 {
            let mut buckets = Vec::new();
            if buckets.try_reserve_exact(count).is_ok() {
                buckets.resize_with(count, Bucket::default);
                return Some(Self { buckets });
            }
            count /= 2;
        }
        None
    }

    /// The count of leaves that deep below the position, if it is remembered.
    pub(super) fn probe(&self, board: &Board, depth: u32) -> Option<u64> {
        let (bucket, signature) = self.place(board, depth);
        bucket.large.leaves_of(signature).or_else(|| bucket.latest.leaves_of(signature))
    }

    /// Remembers a count.
    pub(super) fn store(&self, board: &Board, depth: u32, leaves: u64) {
        let (bucket, signature) = self.place(board, depth);
        let entry = if leaves >= bucket.large.leaves.load(Ordering::Relaxed) {
            &bucket.large
        } else {
            &bucket.latest
        };
        entry.write(signature, leaves);
    }

    /// Where a count belongs and how it is signed.
    ///
    /// Two positions with the same key would be taken for one. The key of White's pieces decides the place
    /// too, so such a pair meets in one bucket only by a second accident of the same kind.
    #[inline]
    fn place(&self, board: &Board, depth: u32) -> (&Bucket, u64) {
        let signature = board.key().0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let spread = signature ^ board.non_pawn_key(Color::White).0.rotate_left(29);
        let index = (u128::from(spread) * self.buckets.len() as u128) >> 64;
        (&self.buckets[index as usize], signature)
    }
}
