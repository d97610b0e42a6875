//! The transposition table: what earlier searches found about positions, shared by all threads.
//!
//! Threads read and write it without locks. A slot is two words: the data, and the key mixed with the data. Two
//! threads that write one slot at the same time may leave the key of one with the data of the other; mixing the two
//! then gives neither key, and the slot reads as empty. What is read is therefore always something that was once
//! written whole for this key, or for another position with the same 64 bits, which is why search asks the board
//! whether a tt move is legal before it plays one.

mod pair;

use crate::prefetch::prefetch;
use crate::{Bound, MAX_PLY, Ply, Score, huge_pages, memory};
use core::fmt;
use pair::Pair;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;
use vernier_chess::{Key, Move};

/// Words of a cache line.
const LINE: usize = 8;
/// Slots that share a cache line; a position may lie in any of them.
const BUCKET: usize = LINE / 2;
/// Generations wrap around after this many searches.
const GENERATIONS: u8 = 32;
/// A generation of age counts against an entry as much as this many plies of depth.
const AGE_WEIGHT: i32 = 4;

/// What is remembered about one position. Scores count mates from this position, not from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: Option<Move>,
    pub(crate) score: Score,
    pub(crate) evaluation: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The position was once on a principal variation.
    pub(crate) on_pv: bool,
}

/// The place for a position's entry.
#[derive(Clone, Copy)]
pub(crate) struct Slot<'a> {
    bucket: &'a Bucket,
    key: Key,
    generation: u8,
    ply: Ply,
}

/// The table.
pub(crate) struct TranspositionTable {
    /// Zeroes that the system hands out as they are touched, so that a large table costs nothing before it is used.
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    first: usize,
    generation: AtomicU8,
}

/// The pairs of one cache line.
type Bucket = [AtomicU64; LINE];

impl TranspositionTable {
    /// A table of that many mebibytes, or why there cannot be one. `reclaimed` bytes are about to be freed.
    pub(crate) fn new(mebibytes: usize, reclaimed: usize) -> Result<Self, TableError> {
        let too_big = TableError { mebibytes, available: memory::available() };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or_else(|| too_big.clone())?;
        if too_big.available.is_some_and(|available| (bytes as u64) > available + reclaimed as u64) {
            return Err(too_big);
        }
        // Wherever the memory begins, there is room for exactly that many whole lines.
        let count = LINE * (bytes / size_of::<Bucket>()).max(1) + LINE - 1;
        if !memory::can_be_had(count.saturating_mul(size_of::<u64>()).saturating_add(memory::RESERVE)) {
            return Err(too_big);
        }
        Ok(Self::with_words(count))
    }

    /// A table of one cache line, for a machine with hardly any memory.
    pub(crate) fn smallest() -> Self {
        Self::with_words(2 * LINE - 1)
    }

    fn with_words(count: usize) -> Self {
        // The compiler sees that nothing moves here: the zeroes stay where, and as untouched as, they are.
        let words: Vec<AtomicU64> = vec![0; count].into_iter().map(AtomicU64::new).collect();
        huge_pages::advise(&words);
        let first = words.as_ptr().align_offset(size_of::<Bucket>()).min(LINE - 1);
        Self { words, first, generation: AtomicU8::new(0) }
    }

    /// The table line by line.
    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        self.words[self.first..].as_chunks().0
    }

    /// Bytes taken.
    pub(crate) fn size(&self) -> usize {
        size_of_val(self.buckets())
    }

    /// A new search begins: what is there becomes older.
    pub(crate) fn age(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Forgets everything, with up to `threads` threads, and gives how many there were: this one alone if the system has
    /// no more.
    pub(crate) fn clear(&self, threads: usize) -> usize {
        self.clear_with(threads, thread::Builder::new)
    }

    fn clear_with(&self, threads: usize, builder: impl Fn() -> thread::Builder) -> usize {
        let share = self.buckets().len().div_ceil(threads.max(1));
        let mut parts = self.buckets().chunks(share);
        let own = parts.next().unwrap_or_default();
        let others = thread::scope(|scope| {
            let spawned = parts.map(|part| {
                let work = move || part.iter().for_each(wipe);
                let refused = builder().spawn_scoped(scope, work).is_err();
                if refused {
                    work();
                }
                usize::from(!refused)
            });
            let others = spawned.sum::<usize>();
            own.iter().for_each(wipe);
            others
        });
        self.generation.store(0, Relaxed);
        1 + others
    }

    /// Has a position's bucket fetched from memory while other work is done, to be there when it is probed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        prefetch(&self.buckets()[self.bucket_of(key)]);
    }

    /// A copy of what is known about a position, and the place to write what will be known.
    #[inline]
    pub(crate) fn probe(&self, key: Key, ply: Ply) -> (Option<Entry>, Slot<'_>) {
        let bucket = &self.buckets()[self.bucket_of(key)];
        let entry =
            pairs(bucket).find_map(|pair| Packed::read(pair, key)).map(|packed| packed.entry.seen_from(ply));
        (entry, Slot { bucket, key, generation: self.generation.load(Relaxed), ply })
    }

    /// How full of entries of this search the table is, in thousandths, judged by its first thousand slots.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets()[..self.buckets().len().min(1000 / BUCKET)];
        let slots = sample.iter().flat_map(pairs);
        let fresh = slots.filter_map(Packed::read_any).filter(|(_, packed)| packed.generation == generation);
        (fresh.count() * 1000 / (sample.len() * BUCKET)) as u32
    }

    /// Spreads keys evenly over any number of buckets.
    #[inline(always)]
    fn bucket_of(&self, key: Key) -> usize {
        ((u128::from(key.0) * self.buckets().len() as u128) >> 64) as usize
    }
}

impl Slot<'_> {
    /// Remembers an entry, unless something worth more is there. A known best move outlives an entry without one.
    pub(crate) fn write(self, entry: Entry) {
        let entry = Entry { score: entry.score.counted_from_node(self.ply), ..entry };
        let mut worst = (i32::MAX, 0);
        for (index, pair) in pairs(self.bucket).enumerate() {
            let worth = match Packed::read_any(pair) {
                Some((key, old)) if key == self.key => {
                    if old.gives_way_to(&entry, self.generation) {
                        self.write_at(index, Entry { mv: entry.mv.or(old.entry.mv), ..entry });
                    }
                    return;
                }
                Some((_, old)) => old.worth(self.generation),
                None => i32::MIN,
            };
            worst = worst.min((worth, index));
        }
        self.write_at(worst.1, entry);
    }

    fn write_at(self, index: usize, entry: Entry) {
        if let Some(pair) = pairs(self.bucket).nth(index) {
            pair.write(self.key.0, Packed { entry, generation: self.generation }.pack());
        }
    }
}

impl Entry {
    /// The entry with mates counted from the root.
    fn seen_from(self, ply: Ply) -> Self {
        Self { score: self.score.counted_from_root(ply), ..self }
    }
}

impl Score {
    /// A mate counted from the root becomes one counted from a node.
    fn counted_from_node(self, ply: Ply) -> Self {
        match self {
            score if !score.is_decisive() => score,
            score => score + score.0.signum() * ply as i32,
        }
    }

    /// A mate counted from a node becomes one counted from the root.
    fn counted_from_root(self, ply: Ply) -> Self {
        match self {
            score if !score.is_decisive() => score,
            score => score - score.0.signum() * ply as i32,
        }
    }
}

/// An entry with its age, as it lies in 64 bits: move 0-15, score 16-31, evaluation 32-47, depth 48-55, generation
/// 56-60, principal variation 61, bound 62-63. The bound is never zero, so an empty slot is.
#[derive(Clone, Copy)]
struct Packed {
    entry: Entry,
    generation: u8,
}

/// Stands for "not evaluated" inside the packed form only.
const NO_EVALUATION: i16 = i16::MIN;

impl Packed {
    fn pack(self) -> u64 {
        let Entry { mv, score, evaluation, depth, bound, on_pv } = self.entry;
        let evaluation = evaluation.map_or(NO_EVALUATION, |score| score.0 as i16);
        u64::from(mv.map_or(0, Move::bits))
            | u64::from(score.0 as i16 as u16) << 16
            | u64::from(evaluation as u16) << 32
            | u64::from(depth.clamp(0, 255) as u8) << 48
            | u64::from(self.generation) << 56
            | u64::from(on_pv) << 61
            | (bound as u64) << 62
    }

    #[inline]
    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 62 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let evaluation = (data >> 32) as i16;
        let entry = Entry {
            mv: Move::from_bits(data as u16),
            score: Score(i32::from((data >> 16) as i16)),
            evaluation: (evaluation != NO_EVALUATION).then_some(Score(i32::from(evaluation))),
            depth: i32::from((data >> 48) as u8),
            bound,
            on_pv: data >> 61 & 1 != 0,
        };
        Some(Self { entry, generation: (data >> 56) as u8 % GENERATIONS })
    }

    /// What a slot holds for this key.
    #[inline]
    fn read(slot: Pair<'_>, key: Key) -> Option<Self> {
        slot.read(key.0).and_then(Self::unpack)
    }

    /// What a slot holds, and for which key.
    fn read_any(slot: Pair<'_>) -> Option<(Key, Self)> {
        let (key, data) = slot.read_any();
        Self::unpack(data).map(|packed| (Key(key), packed))
    }

    /// How much an entry of another position is worth keeping.
    fn worth(&self, generation: u8) -> i32 {
        let age = (generation + GENERATIONS - self.generation) % GENERATIONS;
        self.entry.depth - AGE_WEIGHT * i32::from(age)
    }

    /// True if an entry of the same position should take this one's place: it is exact, or not much shallower, or
    /// this one is old.
    fn gives_way_to(&self, new: &Entry, generation: u8) -> bool {
        new.bound == Bound::Exact || self.generation != generation || new.depth + 4 > self.entry.depth
    }
}

/// Empties a cache line. One that is empty already is only read, so that memory never used stays with the system.
fn wipe(bucket: &Bucket) {
    if bucket.iter().any(|word| word.load(Relaxed) != 0) {
        bucket.iter().for_each(|word| word.store(0, Relaxed));
    }
}

/// The slots of a cache line.
#[inline(always)]
fn pairs(bucket: &Bucket) -> impl Iterator<Item = Pair<'_>> {
    bucket.as_chunks().0.iter().map(|[mixed, data]| Pair { mixed, data })
}

/// The table wanted is more than can be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    mebibytes: usize,
    available: Option<u64>,
}

impl TableError {
    /// There is not enough memory.
    pub(crate) fn for_size(mebibytes: usize) -> Self {
        Self { mebibytes, available: memory::available() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no room for a table of {} MB", self.mebibytes)?;
        self.available.map_or(Ok(()), |bytes| write!(f, "; {} MB are available", bytes >> 20))
    }
}

impl core::error::Error for TableError {}

const _: () = assert!(size_of::<Bucket>() == 64);
const _: () = assert!(Score::INFINITE.0 + (MAX_PLY as i32) < i16::MAX as i32);

#[cfg(test)]
mod tests {
    use super::*;
    use vernier_chess::{MoveKind, Square};

    const KEY: Key = Key(0x0123_4567_89ab_cdef);

    fn entry(depth: i32, mv: Option<Move>) -> Entry {
        let evaluation = Some(Score(-17));
        Entry { mv, score: Score(42), evaluation, depth, bound: Bound::Lower, on_pv: true }
    }

    fn store(table: &TranspositionTable, key: Key, ply: Ply, entry: Entry) {
        table.probe(key, ply).1.write(entry);
    }

    #[test]
    fn entries_round_trip() {
        let table = TranspositionTable::new(1, 0).expect("a megabyte");
        assert_eq!(table.probe(KEY, 0).0, None);
        let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
        let written = entry(7, Some(mv));
        store(&table, KEY, 3, written);
        assert_eq!(table.probe(KEY, 3).0, Some(written));
        assert_eq!(table.probe(Key(KEY.0 ^ 1), 3).0, None);
        table.clear(2);
        assert_eq!(table.probe(KEY, 3).0, None);
    }

    #[test]
    fn clearing_works_without_extra_threads() {
        let table = TranspositionTable::new(1, 0).expect("a megabyte");
        for low in 0..1000 {
            store(&table, Key(low << 54), 0, entry(5, None));
        }
        // No system has room for such a stack.
        let refused = || thread::Builder::new().stack_size(1 << 50);
        assert_eq!(table.clear_with(4, refused), 1);
        assert!((0..1000).all(|low| table.probe(Key(low << 54), 0).0.is_none()));
        assert_eq!(table.clear(4), 4);
    }

    #[test]
    fn the_smallest_table_works() {
        let table = TranspositionTable::smallest();
        store(&table, KEY, 0, entry(5, None));
        assert!(table.probe(KEY, 0).0.is_some() && table.size() == size_of::<Bucket>());
        assert!(table.hashfull() <= 1000 && table.clear(8) == 1);
    }

    #[test]
    fn mate_scores_are_stored_relative_to_the_node() {
        let table = TranspositionTable::new(1, 0).expect("a megabyte");
        let mate = Entry { score: Score::mate_in(9), ..entry(7, None) };
        store(&table, KEY, 4, mate);
        assert_eq!(table.probe(KEY, 0).0.map(|entry| entry.score), Some(Score::mate_in(5)));
        assert_eq!(table.probe(KEY, 10).0.map(|entry| entry.score), Some(Score::mate_in(15)));
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let table = TranspositionTable::new(1, 0).expect("a megabyte");
        let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
        store(&table, KEY, 0, entry(5, Some(mv)));
        store(&table, KEY, 0, entry(8, None));
        let read = table.probe(KEY, 0).0.expect("an entry");
        assert_eq!((read.depth, read.mv), (8, Some(mv)));
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let table = TranspositionTable::new(1, 0).expect("a megabyte");
        // Keys that differ in their low bits share a bucket.
        let keys: Vec<Key> = (0..5).map(|low| Key(KEY.0 + low)).collect();
        for (key, depth) in keys.iter().zip([6, 9, 2, 7]) {
            store(&table, *key, 0, entry(depth, None));
        }
        store(&table, keys[4], 0, entry(3, None));
        let present: Vec<bool> = keys.iter().map(|key| table.probe(*key, 0).0.is_some()).collect();
        assert_eq!(present, [true, true, false, true, true]);
    }

    #[test]
    fn a_torn_pair_reads_as_empty() {
        let table = TranspositionTable::new(1, 0).expect("a megabyte");
        store(&table, KEY, 0, entry(5, None));
        let pair = pairs(&table.buckets()[table.bucket_of(KEY)]).next().expect("a slot");
        pair.data.store(pair.data.load(Relaxed) ^ 1 << 20, Relaxed);
        assert_eq!(table.probe(KEY, 0).0, None);
    }

    #[test]
    fn a_table_larger_than_memory_is_rejected() {
        let error = TranspositionTable::new(usize::MAX >> 21, 0).err().expect("a refusal");
        assert!(error.to_string().starts_with("no room for a table of"), "{error}");
    }
}
