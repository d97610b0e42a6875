//! Why a session cannot begin.

use std::{fmt, io};

/// Why a session cannot begin.
#[derive(Debug)]
pub enum SessionError {
    /// The system refuses the thread that reads the input.
    NoInputThread(io::Error),
    /// The system refuses the thread that writes the output.
    NoOutputThread(io::Error),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInputThread(error) => {
                write!(f, "the system refuses a thread that reads the input: {error}")
            }
            Self::NoOutputThread(error) => {
                write!(f, "the system refuses a thread that writes the output: {error}")
            }
        }
    }
}

impl std::error::Error for SessionError {}
