//! Files of self-play games; blocks get the right checksum, so that what lies behind it is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use vernier_records::{Header, Reader, crc32};

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // A block: a mark, the length and the checksum of the rest, the rest.
    let mut file = Header::default().bytes();
    file.extend(b"VBLK");
    file.extend((bytes.len() as u32).to_le_bytes());
    file.extend(crc32(bytes).to_le_bytes());
    file.extend(bytes);
    read(&file);
});

fn read(bytes: &[u8]) {
    let Ok(reader) = Reader::new(Cursor::new(bytes)) else { return };
    for block in reader.take(bytes.len() + 1).flatten() {
        if let Ok(games) = block.games() {
            for game in games.flatten() {
                let _ = game.check();
            }
        }
    }
}
