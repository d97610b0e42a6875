//! Bit flips and cuts over every file format with a checksum: none may go unnoticed.

use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::io::Cursor;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use vernier_engine::Rng;
use vernier_lab::store::journal;
use vernier_nnue::Network;
use vernier_nnue::policy::PolicyNetwork;
use vernier_records::Reader;

/// Damaged copies of each format in a round.
const DAMAGES: usize = 400;

/// A file, and how much of it is intact when it is read.
struct Format {
    name: &'static str,
    bytes: Vec<u8>,
    whole: fn(&[u8], &Path) -> Option<usize>,
}

pub fn round(
    setting: &Setting,
    number: u64,
    _: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let folder = setting.folder("flips");
    for format in formats(setting, number, &folder)? {
        let whole = (format.whole)(&format.bytes, &folder);
        if whole.is_none_or(|units| units == 0) {
            return Err(format!("the {} to be damaged cannot be read", format.name));
        }
        for _ in 0..DAMAGES {
            let (damaged, what) = damage(&format.bytes, rng);
            let found = (format.whole)(&damaged, &folder);
            if found.is_some_and(|found| Some(found) >= whole) {
                tally.fault(Fault::Wrong, format!("{}: {what} goes unnoticed", format.name));
            }
        }
        tally.count(format.name, DAMAGES as u64);
    }
    Ok(())
}

fn damage(bytes: &[u8], rng: &mut Rng) -> (Vec<u8>, String) {
    let mut damaged = bytes.to_vec();
    let (at, bit) = (rng.below(bytes.len()), rng.below(8));
    if rng.below(8) == 0 {
        damaged.truncate(at);
        (damaged, format!("a cut at byte {at}"))
    } else {
        damaged[at] ^= 1 << bit;
        (damaged, format!("a flip of bit {bit} of byte {at}"))
    }
}

fn formats(setting: &Setting, number: u64, folder: &Path) -> Result<Vec<Format>, String> {
    let network = Network::random(64, 1, number).map_err(|error| error.to_string())?.to_bytes();
    let policy = PolicyNetwork::random(128, number).map_err(|error| error.to_string())?.to_bytes();
    Ok(vec![
        Format {
            name: "network",
            bytes: network,
            whole: |bytes, _| Network::from_bytes(bytes).ok().map(|_| 1),
        },
        Format {
            name: "policy",
            bytes: policy,
            whole: |bytes, _| PolicyNetwork::from_bytes(bytes).ok().map(|_| 1),
        },
        Format { name: "records", bytes: records(setting, number, folder)?, whole: |bytes, _| games(bytes) },
        Format { name: "journal", bytes: journal(setting, number, folder)?, whole: journal_games },
    ])
}

/// Runs the laboratory and gives the file that it made.
fn made(setting: &Setting, words: &[&str], file: &Path) -> Result<Vec<u8>, String> {
    let status = setting.lab(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => std::fs::read(file).map_err(|error| error.to_string()),
        other => Err(format!("vernier-lab {words:?}: {other:?}")),
    }
}

fn records(setting: &Setting, number: u64, folder: &Path) -> Result<Vec<u8>, String> {
    let path = folder.join("games.vgr");
    let (file, seed) = (path.display().to_string(), number.to_string());
    let words =
        ["datagen", "--out", &file, "--games", "4", "--nodes", "20", "--threads", "1", "--seed", &seed];
    made(setting, &words, &path)
}

fn journal(setting: &Setting, number: u64, folder: &Path) -> Result<Vec<u8>, String> {
    let out = folder.join("match");
    let (out_text, seed) = (out.display().to_string(), number.to_string());
    let words = [
        "match",
        "--engine",
        "cmd=self",
        "name=A",
        "--engine",
        "cmd=self",
        "name=B",
        "--each",
        "nodes=20",
        "--rounds",
        "2",
        "--max-moves",
        "20",
        "--quiet",
        "--seed",
        &seed,
        "--out",
        &out_text,
    ];
    made(setting, &words, &out.join("games.jsonl"))
}

/// Games in intact blocks.
fn games(bytes: &[u8]) -> Option<usize> {
    let reader = Reader::new(Cursor::new(bytes)).ok()?;
    let blocks: Vec<_> = reader.take(bytes.len() + 1).flatten().collect();
    Some(blocks.iter().filter_map(|block| Some(block.games().ok()?.flatten().count())).sum())
}

fn journal_games(bytes: &[u8], folder: &Path) -> Option<usize> {
    let path = folder.join("flipped.jsonl");
    std::fs::write(&path, bytes).ok()?;
    journal::header(&path).ok()?;
    let mut count = 0;
    journal::each_game(&path, |_| count += 1).ok()?;
    Some(count)
}
