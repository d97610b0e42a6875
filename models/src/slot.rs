//! A slot of the transposition table is read as it was written for its key, or not at all.

use super::pair::Pair;
use crate::sync::AtomicU64;
use loom::sync::Arc;
use loom::thread;

const WRITTEN: [(u64, u64); 2] = [(0x1234_5678, 0xa5a5), (0x8765_4321, 0x5a5a)];

#[test]
fn a_slot_is_read_as_it_was_written() {
    loom::model(|| {
        let words = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let slot = |words: &Arc<[AtomicU64; 2]>, act: &dyn Fn(Pair<'_>)| {
            act(Pair { mixed: &words[0], data: &words[1] });
        };
        let writers = WRITTEN.map(|(key, data)| {
            let words = Arc::clone(&words);
            thread::spawn(move || slot(&words, &|slot| slot.write(key, data)))
        });
        slot(&words, &|slot| {
            for (key, data) in WRITTEN {
                assert!(slot.read(key).is_none_or(|found| found == data));
            }
        });
        for writer in writers {
            writer.join().expect("no panic");
        }
    });
}
