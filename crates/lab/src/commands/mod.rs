//! The commands of `vernier-lab`: one file each, a `clap::Args` with a method `run`.

mod ablate;
mod arguments;
mod book;
mod calc;
mod completions;
mod contest;
mod curve;
mod datagen;
mod engine_arguments;
mod growth;
mod interrupt;
mod openings;
mod page;
mod progress;
mod rating;
mod records;
mod report;
mod screen;
mod spsa;
mod suite;
mod tune;

use arguments::CommandError;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Declares the commands, in the order of the help.
macro_rules! commands {
    ($($name:ident($arguments:ty)),* $(,)?) => {
        #[derive(Subcommand)]
        enum Command {
            $($name($arguments)),*
        }

        impl Command {
            fn run(self) -> Result<u8, CommandError> {
                match self {
                    $(Self::$name(arguments) => arguments.run()),*
                }
            }
        }
    };
}

commands! {
    Match(contest::Match),
    Sprt(contest::SprtMatch),
    Suite(suite::Suite),
    Ablate(ablate::Ablate),
    Ebf(growth::Ebf),
    Rating(rating::RatingSearch),
    Report(report::Report),
    Tune(tune::Tune),
    Openings(openings::Openings),
    Book(book::Book),
    Screen(screen::ScreenRun),
    Spsa(spsa::SpsaRun),
    Curve(curve::Curve),
    Datagen(datagen::Datagen),
    Records(records::Records),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// Is this change better? Matches, sequential tests, suites, ablations and tuning for chess engines.
#[derive(Parser)]
#[command(
    name = "vernier-lab",
    version,
    arg_required_else_help = true,
    args_override_self = true,
    after_help = "Exit status: 0 yes, 1 no, 2 wrong usage or input, 3 could not run, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Runs the command and returns the exit status.
pub fn run() -> ExitCode {
    let result = Cli::try_parse().map_err(CommandError::Usage).and_then(|cli| cli.command.run());
    match result {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            error.print();
            ExitCode::from(error.exit_status())
        }
    }
}
