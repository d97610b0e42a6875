//! Damaged copies of good texts and files, and noise.

use vernier_engine::Rng;

/// Pieces of text that parsers have tripped over.
const TRAPS: [&str; 18] = [
    "\0",
    "\u{feff}",
    "é",
    "９",
    "♞",
    "-",
    "--",
    "0",
    "99999999999999999999",
    "-1",
    "/",
    " ",
    "\t",
    "\r\n",
    "\"",
    "{",
    "[[",
    "1e999",
];

/// A damaged copy of one of the seeds, or noise.
pub fn damaged(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = match rng.below(10) {
        0 => noise(rng),
        _ => seeds[rng.below(seeds.len())].clone(),
    };
    for _ in 0..rng.below(6) {
        damage(&mut bytes, seeds, rng);
    }
    bytes
}

fn noise(rng: &mut Rng) -> Vec<u8> {
    (0..rng.below(120)).map(|_| rng.below(256) as u8).collect()
}

/// Changes bytes in one place.
fn damage(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    let end = (at + rng.below(8)).min(bytes.len());
    match rng.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => bytes.insert(at, rng.below(256) as u8),
        3 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        4 if at < bytes.len() => bytes[at] = b' ' + rng.below(95) as u8,
        5 => {
            let again = bytes[at..end].repeat(1 + rng.below(40));
            bytes.splice(at..at, again);
        }
        6 => drop(bytes.splice(at..end, TRAPS[rng.below(TRAPS.len())].bytes())),
        _ => {
            let other = &seeds[rng.below(seeds.len())];
            let from = rng.below(other.len() + 1);
            bytes.splice(at.., other[from..].iter().copied());
        }
    }
}
