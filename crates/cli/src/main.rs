//! The `vernier` command. It finds the subcommand, runs it, and turns what came of it into an exit status:
//! 0 when all is well, 1 when a check has failed, 2 when the command could not be carried out.

mod arguments;
mod commands;
mod failure;
mod log;

use failure::{Failure, Outcome};
use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let mut out = BufWriter::new(io::stdout());
    let result = commands::run(&words, &mut out).and_then(|outcome| {
        // A session has written past this buffer, and a reader that sleeps may still hold up what it wrote.
        if !out.buffer().is_empty() {
            out.flush()?;
        }
        Ok(outcome)
    });
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Mismatch) => ExitCode::from(1),
        Err(failure) if failure.is_closed_pipe() => {
            // Whoever was reading has seen enough; what is still held back must not be written on the way out.
            let _ = out.into_parts();
            ExitCode::SUCCESS
        }
        Err(failure) => {
            // What was found before the failure still belongs to the user.
            let _ = out.flush();
            report(&failure);
            ExitCode::from(2)
        }
    }
}

/// Tells the user. If even standard error is closed, there is nobody left to tell.
fn report(failure: &Failure) {
    let _ = writeln!(io::stderr(), "vernier: {failure}");
}
