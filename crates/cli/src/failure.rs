//! How a command can end.

use std::{fmt, io};

/// What came of a command that was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All is well.
    Done,
    /// A check has failed; the output says which.
    Mismatch,
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub enum Failure {
    /// The words on the command line make no sense, with the command whose help would tell.
    Usage(String, &'static str),
    /// Something the user named cannot be used: a position, a file.
    Input(String),
    /// Nothing can be written any more.
    Output(io::Error),
}

impl Failure {
    /// True if the reader of our output has gone, as `head` does. That is no error.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(reason, "") => write!(f, "{reason}; see 'vernier help'"),
            Self::Usage(reason, command) => write!(f, "{reason}; see 'vernier help {command}'"),
            Self::Input(reason) => f.write_str(reason),
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}
