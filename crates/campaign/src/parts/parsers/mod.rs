//! Random and damaged bytes at every parser. None may panic, and accepted input must survive a round trip.

mod files;
mod lines;
mod notation;
mod tables;

use crate::damage::damaged;
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};
use vernier_engine::Rng;

/// What a parser did with an input.
enum Verdict {
    /// Accepted.
    Accepted,
    /// Refused.
    Refused,
    /// Accepted, but the result makes no sense.
    Wrong(&'static str),
}

/// Reads bytes; a parser of files may use the folder.
type Read = dyn Fn(&[u8], &Path) -> Verdict;

/// A parser with good inputs to start from.
struct Target {
    name: String,
    seeds: Vec<Vec<u8>>,
    read: Box<Read>,
}

impl Target {
    fn new<T: AsRef<[u8]>>(
        name: &str,
        seeds: impl IntoIterator<Item = T>,
        read: impl Fn(&[u8], &Path) -> Verdict + 'static,
    ) -> Self {
        let seeds = seeds.into_iter().map(|seed| seed.as_ref().to_vec()).collect();
        Self { name: name.to_owned(), seeds, read: Box::new(read) }
    }
}

/// How long each parser runs before the next takes over.
const SLICE: Duration = Duration::from_millis(150);
/// No small input should take nearly this long.
const TOO_LONG: Duration = Duration::from_secs(10);

pub fn round(
    setting: &Setting,
    _: u64,
    left: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    // Panics are counted; millions of messages would drown everything else.
    std::panic::set_hook(Box::new(|_| ()));
    let folder = setting.folder("parsers");
    let began = Instant::now();
    for target in targets(setting, rng) {
        if began.elapsed() >= left {
            break;
        }
        attack(&target, &folder, rng, tally);
    }
    drop(std::panic::take_hook());
    Ok(())
}

fn attack(target: &Target, folder: &Path, rng: &mut Rng, tally: &mut Tally) {
    let end = Instant::now() + SLICE;
    let mut inputs = 0;
    while Instant::now() < end {
        for _ in 0..16 {
            let bytes = damaged(&target.seeds, rng);
            inputs += 1;
            let began = Instant::now();
            let verdict = catch_unwind(AssertUnwindSafe(|| (target.read)(&bytes, folder)));
            let broken = match verdict {
                Ok(Verdict::Accepted) => {
                    tally.accepted += 1;
                    None
                }
                Ok(Verdict::Refused) => None,
                Ok(Verdict::Wrong(why)) => Some((Fault::Wrong, why)),
                Err(_) => Some((Fault::Death, "panics")),
            };
            let slow = (began.elapsed() > TOO_LONG).then_some((Fault::Hang, "takes seconds"));
            if let Some((fault, why)) = broken.or(slow) {
                tally.fault(fault, format!("{} {why}: {:?}", target.name, String::from_utf8_lossy(&bytes)));
            }
        }
    }
    tally.count(&target.name, inputs);
}

fn targets(setting: &Setting, rng: &mut Rng) -> Vec<Target> {
    let mut targets = notation::targets();
    targets.extend(lines::targets());
    targets.extend(files::targets());
    targets.extend(tables::targets(setting, rng));
    targets
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn accepted(accepted: bool) -> Verdict {
    if accepted { Verdict::Accepted } else { Verdict::Refused }
}

fn parse<T: FromStr>(bytes: &[u8], _: &Path) -> Verdict {
    accepted(text(bytes).parse::<T>().is_ok())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::path::PathBuf {
    let path = folder.join(name);
    // A value that cannot be written cannot be read back either, so it is refused.
    let _ = std::fs::write(&path, bytes);
    path
}
