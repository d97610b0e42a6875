//! The `vernier` command. Without arguments it is an engine on standard input and output; otherwise the first argument names a
//! subcommand.

mod allocator;
mod arguments;
mod commands;
mod failure;
mod log;
mod style;
mod terminal;

use commands::{Cli, session};
use failure::{Failure, Outcome};
use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use vernier_protocol::spell_range;

fn main() -> ExitCode {
    if let Err(unsupported) = vernier_nnue::cpu::check() {
        let _ = writeln!(io::stderr(), "vernier: {unsupported}");
        return ExitCode::from(3);
    }
    start()
}

/// Separate from `main`, so that nothing here runs on an unsupported processor.
#[inline(never)]
fn start() -> ExitCode {
    allocator::hold_little();
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let mut out = BufWriter::new(io::stdout());
    let result = run(&arguments, &mut out).and_then(|outcome| {
        // A session writes past this buffer, and a slow reader may still hold up what it wrote.
        if !out.buffer().is_empty() {
            out.flush()?;
        }
        Ok(outcome)
    });
    match result {
        Ok(outcome) => outcome.into(),
        Err(failure) if failure.is_closed_pipe() => {
            // Dropping the buffer would try to write the rest.
            let _ = out.into_parts();
            ExitCode::SUCCESS
        }
        Err(failure) => {
            // The results found before the failure still belong to the user.
            let _ = out.flush();
            report(&failure);
            failure.exit_code()
        }
    }
}

/// Runs the command that the arguments ask for. A session starts without the cost of building a parser.
fn run(arguments: &[OsString], out: &mut dyn Write) -> Result<Outcome, Failure> {
    match arguments.first().map(|first| first.to_str()) {
        None => session::open(),
        // Testing frameworks hand over whole lines: vernier "genfens 10 seed 1 book None" quit
        Some(Some(line)) if line.contains(' ') => session::run_lines(arguments),
        Some(_) => Cli::run(out),
    }
}

/// Prints why the command failed. If standard error is closed, that is lost.
fn report(failure: &Failure) {
    let _ = match failure {
        Failure::Usage(error) if error.use_stderr() => {
            write!(anstream::stderr(), "{}", spell_range(&error.render().ansi().to_string()))
        }
        Failure::Usage(error) => error.print(),
        failure => style::error(failure),
    };
}
