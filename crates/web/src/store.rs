//! Results on disk, by position, so that no analysis is lost.
//!
//! A key is a position, the number of lines and the network; a value is the deepest result for it. When the store is full the
//! oldest results go. A store that cannot be opened or written is ignored: the page works without it.

use crate::message::{SearchLine, Stored};
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use vernier_chess::Board;

/// Position, lines, network.
type Key = (u64, u8, u32);

const RESULTS: TableDefinition<Key, &[u8]> = TableDefinition::new("results");
/// The order in which results were written, oldest first.
const ORDER: TableDefinition<u64, Key> = TableDefinition::new("order");
/// When each result was written.
const STAMPS: TableDefinition<Key, u64> = TableDefinition::new("stamps");

/// Results kept by default: some hundred megabytes at most.
const MOST: u64 = 100_000;

/// The store.
pub struct Store {
    database: Database,
    most: u64,
}

impl Store {
    /// Opens or makes a store.
    pub fn open(path: &Path) -> Result<Self, redb::Error> {
        Self::with_limit(path, MOST)
    }

    /// Opens or makes a store of this many results.
    pub fn with_limit(path: &Path, most: u64) -> Result<Self, redb::Error> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(redb::Error::Io)?;
        }
        Ok(Self { database: Database::create(path)?, most: most.max(1) })
    }

    /// The best stored result of a position: most lines first (at least this many, if any has), then the deepest.
    pub fn get(&self, board: &Board, network: u32) -> Option<Stored> {
        let read = self.database.begin_read().ok()?;
        let table = read.open_table(RESULTS).ok()?;
        let key = board.polyglot_key().0;
        let found = table.range((key, 0, 0)..=(key, u8::MAX, u32::MAX)).ok()?;
        let results = found.filter_map(|entry| {
            let (key, value) = entry.ok()?;
            let stored: Stored = serde_json::from_slice(value.value()).ok()?;
            // Two positions may share a key: the moves must be legal here.
            let legal =
                |line: &SearchLine| line.uci.first().is_some_and(|word| board.parse_uci(word).is_ok());
            (key.value().2 == network && stored.lines.iter().all(legal)).then_some(stored)
        });
        results.max_by_key(|stored| (stored.depth, stored.lines.len()))
    }

    /// Stores a result unless a deeper one exists. True if it was written.
    pub fn put(&self, board: &Board, network: u32, wanted: u8, lines: &[SearchLine]) -> bool {
        self.write(board, network, wanted, lines).unwrap_or(false)
    }

    fn write(
        &self,
        board: &Board,
        network: u32,
        wanted: u8,
        lines: &[SearchLine],
    ) -> Result<bool, redb::Error> {
        let Some(depth) = lines.iter().map(|line| line.depth).min() else { return Ok(false) };
        let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or(0);
        let date = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let key: Key = (board.polyglot_key().0, wanted, network);
        let stored = Stored { depth, nodes, date, lines: lines.to_vec() };
        let Ok(bytes) = serde_json::to_vec(&stored) else { return Ok(false) };
        // A commit is on the disk: neither a crash nor a power cut loses it.
        let transaction = self.database.begin_write()?;
        {
            let mut results = transaction.open_table(RESULTS)?;
            let known =
                results.get(key)?.and_then(|value| serde_json::from_slice::<Stored>(value.value()).ok());
            if known.is_some_and(|known| (known.depth, known.nodes) >= (depth, nodes)) {
                return Ok(false);
            }
            let (mut order, mut stamps) = (transaction.open_table(ORDER)?, transaction.open_table(STAMPS)?);
            let stamp = order.last()?.map_or(0, |(stamp, _)| stamp.value() + 1);
            if let Some(old) = stamps.insert(key, stamp)?.map(|old| old.value()) {
                order.remove(old)?;
            }
            order.insert(stamp, key)?;
            results.insert(key, bytes.as_slice())?;
            while results.len()? > self.most {
                let Some((_, oldest)) = order.pop_first()?.map(|(stamp, key)| (stamp.value(), key.value()))
                else {
                    break;
                };
                results.remove(oldest)?;
                stamps.remove(oldest)?;
            }
        }
        transaction.commit()?;
        Ok(true)
    }
}
