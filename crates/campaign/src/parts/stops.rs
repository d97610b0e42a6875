//! Cycles of `go infinite` and `stop`, and how soon the answers come.

use crate::child::{Talk, TalkError};
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::process::Command;
use std::time::{Duration, Instant};
use vernier_engine::Rng;

/// Cycles in a round.
const CYCLES: u64 = 200;

pub fn round(
    setting: &Setting,
    number: u64,
    _: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let threads = if number.is_multiple_of(2) { 1 } else { 8 };
    let errors = setting.folder("stops").join("stderr");
    let mut talk = Talk::start(&mut Command::new(setting.engine()), &errors)?;
    match cycles(&mut talk, threads, rng, tally) {
        Ok(()) => {
            if talk.quit("quit").is_none() {
                tally.fault(Fault::Hang, "no end after stop cycles".to_owned());
            }
        }
        Err(TalkError::Silence) => {
            tally.fault(Fault::Hang, format!("no answer to stop with {threads} threads"));
            talk.kill();
        }
        Err(TalkError::End(status)) => tally.fault(Fault::Death, format!("{status:?} during stop cycles")),
    }
    Ok(())
}

fn cycles(talk: &mut Talk, threads: u32, rng: &mut Rng, tally: &mut Tally) -> Result<(), TalkError> {
    talk.ask("uci", "uciok")?;
    talk.ask(&format!("setoption name Threads value {threads}\nisready"), "readyok")?;
    let figure = format!("tenths of a millisecond to the answer, {threads} threads");
    for _ in 0..CYCLES {
        talk.say("go infinite");
        std::thread::sleep(Duration::from_micros(rng.below(12_000) as u64));
        let asked = Instant::now();
        talk.ask("stop", "bestmove")?;
        tally.measure(&figure, asked.elapsed().as_micros() as u64 / 100);
    }
    tally.count(&format!("{threads} threads"), CYCLES);
    Ok(())
}
