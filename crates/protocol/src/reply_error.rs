//! What is wrong with a line that was meant to be an engine's.

use std::fmt;

/// Why a line is not a reply, in either protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplyError(pub(crate) &'static str);

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ReplyError {}
