//! Tools that need a special build: the tests as fuzzers, sanitizers, Miri, coverage-guided fuzzing.

use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::process::Command;
use std::time::Duration;
use vernier_engine::Rng;

/// Runs a command of cargo, and counts the tests that it ran and those that failed.
fn cargo(words: &[&str], variables: &[(&str, &str)], tally: &mut Tally) -> Result<(), String> {
    let output = Command::new("cargo").args(words).envs(variables.iter().copied()).output();
    let output = output.map_err(|error| format!("cargo: {error}"))?;
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let mut ran = 0;
    for line in text.lines().filter_map(|line| line.strip_prefix("test result: ")) {
        let count = |word: &str| -> u64 {
            let part = line.split(';').find(|part| part.trim().ends_with(word));
            part.and_then(|part| part.split_whitespace().rev().nth(1)?.parse().ok()).unwrap_or(0)
        };
        ran += count("passed") + count("failed");
    }
    if !output.status.success() && ran == 0 && !text.contains("ERROR:") {
        let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        return Err(format!("cargo {} does not run: {last}", words.join(" ")));
    }
    tally.count(words.join(" ").as_str(), ran);
    if output.status.success() {
        tally.accepted += ran;
    } else {
        let first = text.lines().find(|line| {
            line.contains("panicked") || line.contains("ERROR: ") || line.contains("WARNING: ThreadSanitizer")
        });
        tally.fault(Fault::Wrong, format!("cargo {}: {}", words.join(" "), first.unwrap_or("failed")));
    }
    Ok(())
}

pub fn tests(_: &Setting, _: u64, _: Duration, _: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let more = [("VERNIER_FUZZ", "200000"), ("VERNIER_STORM_SECONDS", "30")];
    cargo(&["test", "-p", "vernier-chess", "--test", "fuzz"], &more, tally)?;
    cargo(&["test", "-p", "vernier-protocol", "--test", "storm", "--test", "opponents"], &more, tally)?;
    cargo(&["test", "-p", "vernier-lab", "--test", "faults", "--test", "resume"], &more, tally)
}

/// The target triple, which a sanitizer build must name.
const TARGET: &str = "x86_64-unknown-linux-gnu";

pub fn address(_: &Setting, _: u64, _: Duration, _: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let words =
        ["test", "-p", "vernier-protocol", "--tests", "--target", TARGET, "--target-dir", "target/address"];
    let variables = [
        ("RUSTC_BOOTSTRAP", "1"),
        ("RUSTFLAGS", "-Zsanitizer=address"),
        ("ASAN_OPTIONS", "detect_leaks=1:detect_stack_use_after_return=0"),
    ];
    cargo(&words, &variables, tally)
}

pub fn thread(_: &Setting, _: u64, _: Duration, _: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    // The standard library has to be built with the sanitizer as well, or its locks look like races.
    let build = ["+nightly", "test", "-Zbuild-std", "--target", TARGET, "--target-dir", "target/thread"];
    let sanitized = |tests: &[&str], tally: &mut Tally| {
        let variables = [("RUSTFLAGS", "-Zsanitizer=thread"), ("VERNIER_STORM_SECONDS", "60")];
        cargo(&[&build, tests].concat(), &variables, tally)
    };
    sanitized(&["-p", "vernier-engine", "--lib", "tt::"], tally)?;
    sanitized(&["-p", "vernier-engine", "--test", "tree", "--test", "facade", "--test", "behaviour"], tally)?;
    sanitized(&["-p", "vernier-protocol", "--test", "storm"], tally)
}

pub fn miri(_: &Setting, _: u64, _: Duration, _: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let miri = |package: &str, tests: &[&str], tally: &mut Tally| {
        let words =
            [&["+nightly", "miri", "test", "--target-dir", "target/miri", "-p", package], tests].concat();
        cargo(&words, &[("MIRIFLAGS", "-Zmiri-disable-isolation")], tally)
    };
    // Tests that try every blocker set, square or byte would take hours under Miri.
    let slow = ["every_method_agrees", "every_piece_on_every_square", "ascii_is", "fillers_are"];
    let skipped: Vec<&str> = slow.iter().flat_map(|name| ["--skip", *name]).collect();
    miri("vernier-chess", &[&["--lib", "--"][..], &skipped].concat(), tally)?;
    miri("vernier-chess", &["--test", "names"], tally)?;
    miri("vernier-records", &["--lib", "--test", "packed"], tally)
}

pub fn models(_: &Setting, _: u64, _: Duration, _: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let words = ["test", "--manifest-path", "models/Cargo.toml", "--target-dir", "target/models"];
    cargo(&words, &[], tally)
}

pub fn libfuzzer(_: &Setting, _: u64, _: Duration, _: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let output = Command::new("fuzz/run").arg("60").output().map_err(|error| format!("fuzz/run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    // A line for each target: its name, and how many inputs it ran.
    for line in text.lines() {
        if let Some((name, inputs)) =
            line.rsplit_once(' ').and_then(|(name, n)| Some((name, n.parse().ok()?)))
        {
            tally.count(name, inputs);
        }
    }
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        tally.fault(Fault::Death, said.lines().last().unwrap_or("fuzz/run failed").to_owned());
    }
    Ok(())
}
