//! Values of positions by key, shared between lines that transpose.

use super::node::Value;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use vernier_chess::Key;

/// Values and visits, eight bytes each: 32 bits of the key, 12 of the value, 8 of the draws, 12 of the visits.
pub(super) struct Transpositions(Box<[AtomicU64]>);

const MOST_VISITS: u64 = 0xfff;

impl Transpositions {
    /// As many entries as fit into this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self((0..(bytes / 8).max(1)).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn size(&self) -> usize {
        8 * self.0.len()
    }

    pub(super) fn clear(&self) {
        self.0.iter().for_each(|entry| entry.store(0, Relaxed));
    }

    fn entry(&self, key: Key) -> &AtomicU64 {
        &self.0[((u128::from(key.0) * self.0.len() as u128) >> 64) as usize]
    }

    /// The value of a position to its side to move, if it is known.
    pub(super) fn get(&self, key: Key) -> Option<Value> {
        let bits = self.entry(key).load(Relaxed);
        let known = bits & MOST_VISITS > 0 && bits >> 32 == key.0 & 0xffff_ffff;
        known.then(|| Value {
            points: (bits >> 20 & 0xfff) as f64 / 4095.0,
            draw: (bits >> 12 & 0xff) as f64 / 255.0,
        })
    }

    /// Keeps a value, unless a value from more visits is known of the same position.
    pub(super) fn put(&self, key: Key, value: Value, visits: u32) {
        let (entry, visits) = (self.entry(key), u64::from(visits).min(MOST_VISITS));
        let old = entry.load(Relaxed);
        if old >> 32 == key.0 & 0xffff_ffff && old & MOST_VISITS > visits {
            return;
        }
        let (points, draw) = ((value.points * 4095.0).round() as u64, (value.draw * 255.0).round() as u64);
        entry.store((key.0 & 0xffff_ffff) << 32 | points << 20 | draw << 12 | visits, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_again_and_more_visits_win() {
        let table = Transpositions::new(1 << 10);
        let key = Key(0x1234_5678_9abc_def0);
        assert_eq!(table.get(key), None);
        table.put(key, Value { points: 0.25, draw: 0.5 }, 10);
        let found = table.get(key).expect("it is there");
        assert!((found.points - 0.25).abs() < 1e-3 && (found.draw - 0.5).abs() < 1e-2);
        table.put(key, Value::WIN, 5);
        assert_eq!(table.get(key), Some(found));
        table.put(key, Value::WIN, 1_000_000);
        assert_eq!(table.get(key), Some(Value::WIN));
        assert_eq!(table.get(Key(key.0 ^ 1)), None);
    }
}
