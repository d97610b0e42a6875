//! Limits of the system: address space, threads, open files, and a disk that fills up.

use crate::child::{PATIENCE, Talk, TalkError, end};
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use vernier_engine::Rng;

/// Kilobytes of address space with which a session must work.
const ENOUGH: u64 = 96_000;

pub fn round(
    setting: &Setting,
    number: u64,
    _: Duration,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let (kind, limit, must_work) = match number % 3 {
        0 => {
            let kilobytes = 20_000 + rng.below(200_000) as u64;
            ("address space", format!("--as={}", kilobytes * 1024), kilobytes >= ENOUGH)
        }
        1 => {
            let files = 3 + rng.below(12);
            ("open files", format!("--nofile={files}"), files >= 8)
        }
        _ => ("stack", format!("--stack={}", 65_536 << rng.below(6)), false),
    };
    let errors = setting.folder("limits").join("stderr");
    let mut command = Command::new("prlimit");
    command.arg(&limit).arg(setting.engine());
    let mut talk = Talk::start(&mut command, &errors)?;
    tally.count(kind, 1);
    match session(&mut talk) {
        Ok(()) => match talk.quit("quit") {
            Some(status) if status.success() => tally.accepted += 1,
            Some(status) => tally.fault(Fault::Death, format!("{limit}: {status} at the end")),
            None => tally.fault(Fault::Hang, format!("{limit}: no end")),
        },
        Err(TalkError::Silence) => {
            tally.fault(Fault::Hang, format!("{limit}: no answer"));
            talk.kill();
        }
        Err(TalkError::End(status)) => {
            let said = std::fs::read_to_string(&errors).unwrap_or_default();
            let orderly = status.and_then(|status| status.code()) == Some(3) && !said.is_empty();
            if must_work || said.contains("panicked") {
                tally.fault(Fault::Death, format!("{limit}: {status:?} {said}"));
            } else if !orderly {
                tally.find(format!("{limit}: {}, as expected: {}", ended(status), why_expected(kind)));
            }
        }
    }
    Ok(())
}

fn ended(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "no status".to_owned(), |status| status.to_string())
}

/// Why a program may end without a word of its own under a limit that is too low for any.
const fn why_expected(kind: &str) -> &'static str {
    match kind.as_bytes() {
        b"address space" => "a first allocation finds no room",
        b"open files" => "the loader can open no library, before our code runs",
        _ => "the loader needs more stack",
    }
}

fn session(talk: &mut Talk) -> Result<(), TalkError> {
    talk.ask("uci", "uciok")?;
    talk.ask("setoption name Threads value 4\nsetoption name Hash value 64\nucinewgame\nisready", "readyok")?;
    talk.ask("go depth 4", "bestmove")?;
    talk.ask("setoption name Threads value 1\ngo infinite\nstop", "bestmove").map(drop)
}

/// Games fill a small disk; with more room, the same command resumes and loses nothing.
pub fn disk(
    setting: &Setting,
    number: u64,
    _: Duration,
    _: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let folder = setting.folder(&format!("disk-{number}"));
    let mount = |words: &[&str]| {
        let status = Command::new("mount").args(words).arg(&folder).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !mount(&["-t", "tmpfs", "-o", "size=24k", "tmpfs"]) {
        return Err("mounting a small disk needs root rights".to_owned());
    }
    let result = fill(setting, number, &folder, tally, || mount(&["-o", "remount,size=16m"]));
    let _ = Command::new("umount").arg(&folder).status();
    result
}

fn fill(
    setting: &Setting,
    number: u64,
    folder: &Path,
    tally: &mut Tally,
    make_room: impl Fn() -> bool,
) -> Result<(), String> {
    let out = folder.join("games").display().to_string();
    let words = match number % 2 {
        0 => vec![
            "match", "--engine", "cmd=self", "name=A", "--engine", "cmd=self", "name=B", "--each",
            "nodes=50", "--rounds", "20", "--quiet", "--out", &out,
        ],
        _ => vec!["datagen", "--out", &out, "--games", "400", "--nodes", "30", "--threads", "2"],
    };
    tally.count(words[0], 1);
    match finish(setting, &words)? {
        Some(status) if status.code() == Some(3) => {}
        other => tally.fault(Fault::Wrong, format!("{} on a full disk: {other:?}", words[0])),
    }
    if !make_room() {
        return Err("the small disk cannot be made larger".to_owned());
    }
    match finish(setting, &words)? {
        Some(status) if status.success() => tally.accepted += 1,
        other => tally.fault(Fault::Wrong, format!("{} with room again: {other:?}", words[0])),
    }
    Ok(())
}

fn finish(setting: &Setting, words: &[&str]) -> Result<Option<ExitStatus>, String> {
    let mut command = setting.lab(words);
    let mut child =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
    let ended = end(&mut child, 3 * PATIENCE);
    if ended.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    Ok(ended)
}
