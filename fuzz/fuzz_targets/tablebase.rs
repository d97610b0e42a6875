//! Syzygy tablebases: whatever a file holds, a probe answers, refuses, or says that it is damaged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::Once;
use vernier_chess::Board;
use vernier_engine::Tablebases;

const FENS: [&str; 3] =
    ["8/8/8/8/3k4/8/8/KQ6 w - - 0 1", "8/8/8/8/3k4/8/8/K6Q b - - 0 1", "7k/8/5Q2/8/8/8/8/K7 b - - 0 1"];

fuzz_target!(|bytes: &[u8]| {
    static QUIET: Once = Once::new();
    // The engine catches panics of the library that reads tables; libFuzzer's hook would end the program before.
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| ())));
    let folder = folder();
    // The magic numbers of both kinds of table are given away, so that the rest is reached.
    for (kind, magic) in [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])] {
        let padding = vec![0; (80 - (bytes.len() + 4) % 64) % 64];
        std::fs::write(folder.join(format!("KQvK.{kind}")), [&magic, bytes, &padding].concat()).expect("a file");
    }
    let (tables, _) = Tablebases::open(&folder.display().to_string());
    for fen in FENS {
        let board: Board = fen.parse().expect("a position");
        let _ = (tables.wdl(&board), tables.dtz(&board));
    }
});

/// A folder of this process, in memory where the system has such.
fn folder() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let root = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = root.join(format!("vernier-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
