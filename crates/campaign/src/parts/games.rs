//! Fast games of the engine against itself: no time losses, no illegal moves, no crashes.

use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::process::Stdio;
use std::time::Duration;
use vernier_engine::Rng;
use vernier_lab::store::journal;

/// The time controls, one after the other.
const CONTROLS: [&str; 4] = ["0.5+0.005", "1+0.01", "1+0", "40/1"];
/// Pairs of games in a round.
const PAIRS: &str = "3";
/// Milliseconds over its time after which an engine loses.
const MARGIN: &str = "10";

pub fn round(
    setting: &Setting,
    number: u64,
    _: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let control = CONTROLS[number as usize % CONTROLS.len()];
    let out = setting.folder("games").join("match");
    let (engine, out_text) = (format!("cmd={}", setting.engine().display()), out.display().to_string());
    let (clock, seed) = (format!("tc={control}"), rng.below(1 << 30).to_string());
    let words = [
        "match",
        "--engine",
        &engine,
        "name=A",
        "--engine",
        &engine,
        "name=B",
        "--each",
        &clock,
        "option.Hash=8",
        "--rounds",
        PAIRS,
        "--concurrency",
        "2",
        "--margin",
        MARGIN,
        "--quiet",
        "--seed",
        &seed,
        "--out",
        &out_text,
    ];
    let output = setting.lab(&words).stdout(Stdio::null()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().last().unwrap_or_default();
        tally.fault(Fault::Death, format!("a match at {control}: {}, {last}", output.status));
    }
    let read = journal::each_game(&out.join("games.jsonl"), |game| {
        tally.count(control, 1);
        match game.termination.as_str() {
            "normal" => tally.accepted += 1,
            "time forfeit" => {
                tally.time_losses += 1;
                tally.find(format!("time loss at {control}: {}", game.reason));
            }
            "abandoned" => tally.fault(Fault::Death, format!("{control}: {}", game.reason)),
            _ if !game.white_faults.is_empty() || !game.black_faults.is_empty() => {
                tally.fault(Fault::Wrong, format!("{control}: {}", game.reason));
            }
            _ => tally.accepted += 1,
        }
    });
    read.map_err(|error| error.to_string())
}
