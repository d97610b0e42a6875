//! `vernier-lab`: the laboratory on the command line. The commands parse and print; the library does the work.

mod commands;

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(unsupported) = vernier_nnue::cpu::check() {
        let _ = writeln!(std::io::stderr(), "vernier-lab: {unsupported}");
        return ExitCode::from(3);
    }
    run()
}

/// Apart from `main`, so that nothing here runs on a processor that cannot run it.
#[inline(never)]
fn run() -> ExitCode {
    commands::run()
}
