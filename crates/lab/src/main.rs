//! `vernier-lab`: the laboratory on the command line.

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    ExitCode::from(commands::run(&words))
}
