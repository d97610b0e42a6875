//! Makes a book.

use super::{Entry, MoveCode};
use crate::{Board, Key, Move};
use alloc::{collections::BTreeMap, vec::Vec};

/// Collects moves and writes them as a book. A move added twice has the sum of both weights.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    entries: BTreeMap<(Key, MoveCode), (u64, u32)>,
}

impl BookBuilder {
    /// An empty book.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a legal move of a position. How often it is played depends on its weight beside the other moves'.
    pub fn add(&mut self, board: &Board, mv: Move, weight: u64) {
        debug_assert!(board.is_legal(mv));
        self.add_weight(board.polyglot_key(), MoveCode::of(mv), weight);
    }

    /// Adds an entry of another book, with what has been learned about it unless something is known already.
    pub fn add_entry(&mut self, entry: Entry) {
        let (_, learn) = self.add_weight(entry.key, entry.code, entry.weight.into());
        if *learn == 0 {
            *learn = entry.learn;
        }
    }

    fn add_weight(&mut self, key: Key, code: MoveCode, weight: u64) -> &mut (u64, u32) {
        let found = self.entries.entry((key, code)).or_default();
        found.0 = found.0.saturating_add(weight);
        found
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if nothing was added.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The bytes of the book: positions in order, the heaviest move of each first.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.entries.len() * Entry::SIZE);
        let collected: Vec<_> = self.entries.into_iter().collect();
        for position in collected.chunk_by(|one, other| one.0.0 == other.0.0) {
            let weights = Entry::fit_weights(position.iter().map(|(_, (weight, _))| *weight));
            let entries = position.iter().zip(weights).map(|(((key, code), (_, learn)), weight)| Entry {
                key: *key,
                code: *code,
                weight,
                learn: *learn,
            });
            let mut entries: Vec<Entry> = entries.collect();
            entries.sort_unstable();
            bytes.extend(entries.into_iter().flat_map(Entry::to_bytes));
        }
        bytes
    }
}

impl Entry {
    /// Weights of one position, made to fit the format: if one is too big all shrink by the same factor, but none
    /// that counts to nothing.
    ///
    /// ```
    /// use vernier_chess::polyglot::Entry;
    /// assert_eq!(Entry::fit_weights([7, 0, 3].into_iter()).collect::<Vec<_>>(), [7, 0, 3]);
    /// assert_eq!(Entry::fit_weights([131_070, 1, 0].into_iter()).collect::<Vec<_>>(), [65_535, 1, 0]);
    /// ```
    pub fn fit_weights(weights: impl Iterator<Item = u64> + Clone) -> impl Iterator<Item = u16> {
        const MOST: u64 = u16::MAX as u64;
        let heaviest = weights.clone().max().unwrap_or(0);
        weights.map(move |weight| {
            if heaviest <= MOST {
                return weight as u16;
            }
            let scaled = (u128::from(weight) * u128::from(MOST) / u128::from(heaviest)) as u16;
            scaled.max(u16::from(weight > 0))
        })
    }
}
