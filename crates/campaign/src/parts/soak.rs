//! Mixed traffic, and the memory in use afterwards.

use crate::child::{Talk, TalkError};
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::process::Command;
use std::time::Duration;
use vernier_engine::Rng;

/// Actions in a round.
const ACTIONS: u64 = 300;
/// Megabytes that an idle engine with `Hash` 16 may use.
const MOST_MEMORY: u64 = 128;

pub fn round(setting: &Setting, _: u64, _: Duration, rng: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let errors = setting.folder("soak").join("stderr");
    let mut talk = Talk::start(&mut Command::new(setting.engine()), &errors)?;
    match traffic(&mut talk, rng, tally) {
        Ok(()) => {
            if let Some(megabytes) = own_memory(talk.id()) {
                tally.measure("megabytes at Hash 16 after mixed traffic", megabytes);
                if megabytes > MOST_MEMORY {
                    tally.fault(Fault::Wrong, format!("{megabytes} MB at Hash 16"));
                }
            }
            if talk.quit("quit").is_none() {
                tally.fault(Fault::Hang, "no end after mixed traffic".to_owned());
            }
        }
        Err(TalkError::Silence) => {
            tally.fault(Fault::Hang, "no answer in mixed traffic".to_owned());
            talk.kill();
        }
        Err(TalkError::End(status)) => tally.fault(Fault::Death, format!("{status:?} in mixed traffic")),
    }
    Ok(())
}

fn traffic(talk: &mut Talk, rng: &mut Rng, tally: &mut Tally) -> Result<(), TalkError> {
    talk.ask("uci", "uciok")?;
    for _ in 0..ACTIONS {
        match rng.below(14) {
            0 => talk.say(format!("setoption name Hash value {}", [1, 2, 8, 16, 32, 64][rng.below(6)])),
            1 => talk.say(format!("setoption name Threads value {}", 1 + rng.below(8))),
            2 => talk.say(format!("setoption name MultiPV value {}", 1 + rng.below(3))),
            3 => talk.say("ucinewgame"),
            4 => talk.say(format!("setoption name Use NNUE value {}", rng.below(2) == 0)),
            5 => talk.say(format!("setoption name Search value {}", ["alphabeta", "mcts"][rng.below(2)])),
            6 => talk.say("eval\nperft 3\ngenfens 2 seed 7 book None"),
            7 => talk.say(format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(1000))),
            8 | 9 => drop(talk.ask("go infinite\nstop", "bestmove")?),
            _ => drop(talk.ask(&format!("go nodes {}", 1 + rng.below(20_000)), "bestmove")?),
        }
    }
    tally.count("actions", ACTIONS);
    let usual =
        "setoption name Search value alphabeta\nsetoption name Threads value 1\nsetoption name Hash value 16";
    talk.ask(&format!("{usual}\nisready"), "readyok").map(drop)
}

/// Megabytes of private memory of a process, where the system reports it.
fn own_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
}
