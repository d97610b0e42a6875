//! How a command can end. One rule for exit statuses: 0 yes, 1 no, 2 usage or input, 3 could not run.

use std::process::ExitCode;
use std::{fmt, io};
use vernier_protocol::SessionError;

/// The result of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything is in order.
    Done,
    /// A check has failed; the output says which.
    Mismatch,
}

impl Outcome {
    /// [`Outcome::Done`] if a check has passed.
    pub const fn of(passed: bool) -> Self {
        if passed { Self::Done } else { Self::Mismatch }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Mismatch => Self::from(1),
        }
    }
}

/// Why a command did not run to its end.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong. The message is the parser's.
    Usage(clap::Error),
    /// Something the user named cannot be used: a position, a file.
    Input(String),
    /// The command is fine, but the system does not let it run.
    Run(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// True if the reader of our output has left, as `head` does. That is not an error.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit status for this failure.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(error) => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
            Self::Input(_) => ExitCode::from(2),
            Self::Run(_) | Self::Output(_) => ExitCode::from(3),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        Self::Run(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => error.fmt(f),
            Self::Input(reason) | Self::Run(reason) => f.write_str(reason),
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}
