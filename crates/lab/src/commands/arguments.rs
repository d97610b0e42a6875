//! Arguments that several commands share, and the errors of commands.

use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{ErrorKind, Write};
use std::path::Path;
use vernier_lab::play::contest::ContestError;
use vernier_lab::stats::{Bounds, Model, Sprt};
use vernier_protocol::spell_range;

/// Why a command did not run to its end.
#[derive(Debug)]
pub enum CommandError {
    /// The command line is wrong, or asks for help.
    Usage(clap::Error),
    /// An input that cannot be used.
    Input(String),
    /// The command is valid, but could not run.
    Run(String),
}

/// Most errors are about what the user named: a file, an engine, a number.
impl<E: std::error::Error> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self::Input(error.to_string())
    }
}

impl CommandError {
    /// An error in the input.
    pub fn input(error: impl Display) -> Self {
        Self::Input(error.to_string())
    }

    /// An error that is not the user's.
    pub fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }

    /// A file or folder that cannot be written.
    pub fn at<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        let path = path.display().to_string();
        move |error| Self::Run(format!("{path}: {error}"))
    }

    /// A file that cannot be read.
    pub fn reading<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        let path = path.display().to_string();
        move |error| Self::Input(format!("{path}: {error}"))
    }

    /// A match that cannot be played.
    pub fn contest(error: ContestError) -> Self {
        if error.is_input() { Self::input(error) } else { Self::run(error) }
    }

    /// One rule: 2 for usage or input, 3 where something could not run. Help is not an error.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Usage(error) => u8::try_from(error.exit_code()).unwrap_or(2),
            Self::Input(_) => 2,
            Self::Run(_) => 3,
        }
    }

    /// Prints the error.
    pub fn print(&self) {
        const ERROR: Style = AnsiColor::Red.on_default().bold();
        let _ = match self {
            Self::Usage(error) if error.use_stderr() => {
                write!(anstream::stderr(), "{}", spell_range(&error.render().ansi().to_string()))
            }
            Self::Usage(error) => error.print(),
            error => writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {error}"),
        };
    }
}

impl Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => error.fmt(f),
            Self::Input(text) | Self::Run(text) => f.write_str(text.trim_end()),
        }
    }
}

/// Threads, engines or games at a time: no system has more.
pub fn at_a_time(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=1024) => Ok(number),
        _ => Err("a number from 1 to 1024".to_owned()),
    }
}

/// A number above zero.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && f64::is_finite(number) => Ok(number),
        _ => Err("a number above zero".to_owned()),
    }
}

/// The number of processors.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(1024)
}

/// The bounds of a sequential test with the errors it may make.
#[derive(Args, Clone, Debug)]
pub struct SprtArguments {
    /// The lower bound
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo0: f64,
    /// The upper bound
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    pub elo1: f64,
    /// The scale of the bounds
    #[arg(long, value_enum, default_value_t = ModelName::Normalized)]
    pub model: ModelName,
    /// How often the test may accept a change that is not better
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// How often the test may reject a change that is better
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
}

/// The scales of Elo.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum ModelName {
    /// In units of the noise of one game
    #[value(alias = "normalised")]
    Normalized,
    /// By score
    Logistic,
}

impl SprtArguments {
    /// The test.
    pub fn test(&self) -> Result<Sprt, CommandError> {
        let model = match self.model {
            ModelName::Normalized => Model::Normalized,
            ModelName::Logistic => Model::Logistic,
        };
        Ok(Sprt::new(Bounds { elo0: self.elo0, elo1: self.elo1, model }, self.alpha, self.beta)?)
    }
}

/// Writes to standard output. If the output is closed, the work continues: results are on the disk.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a value as one JSON document. A script that reads it must know if it is not whole; a reader that has left does not care.
pub fn print_json(value: &impl Serialize) -> Result<(), CommandError> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CommandError::run(format!("cannot write: {error}")))
        }
        _ => Ok(()),
    }
}

/// An option of the engine, as `NAME=VALUE`.
pub fn engine_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is expected")?;
    Ok((name.to_owned(), value.to_owned()))
}
