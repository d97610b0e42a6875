//! Networks as evaluators: the one inside the program, and others from files.

use crate::plain_file::{self, FileError};
use crate::{Changes, Evaluator, Score, embedded, evaluation};
use core::fmt;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use vernier_chess::Board;
use vernier_nnue::{Accumulators, FileError as FormatError, Network};

/// Larger files are not networks.
const MAX_SIZE: u64 = 512 << 20;

/// A network that follows the search move by move.
pub struct NnueEval(Accumulators);

impl NnueEval {
    /// Judges positions with that network.
    pub fn new(network: Arc<Network>) -> Self {
        Self(Accumulators::new(network, &Board::start()))
    }

    /// The network inside the program; nothing if it was built without one.
    pub fn embedded() -> Option<Arc<Network>> {
        static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
        // A test reads the embedded bytes, so that a program with a damaged network is never shipped.
        let read = || Self::embedded_file().and_then(|bytes| Network::from_bytes(&bytes).ok()).map(Arc::new);
        NETWORK.get_or_init(read).clone()
    }

    /// The file of that network.
    pub fn embedded_file() -> Option<Cow<'static, [u8]>> {
        embedded::network()
    }

    /// Reads a network from a file.
    pub fn load(path: impl AsRef<Path>) -> Result<Arc<Network>, NetworkError> {
        let path = path.as_ref();
        let bytes = plain_file::read(path, MAX_SIZE).map_err(NetworkError::File)?;
        let network = Network::from_bytes(&bytes);
        network.map(Arc::new).map_err(|error| NetworkError::Network(path.to_path_buf(), error))
    }
}

impl Evaluator for NnueEval {
    fn reset(&mut self, board: &Board) {
        self.0.reset(board);
    }

    fn push(&mut self, changes: &Changes) {
        self.0.push(changes.removed(), changes.placed());
    }

    fn pop(&mut self) {
        self.0.pop();
    }

    fn evaluate(&mut self, board: &Board) -> Score {
        // Self-play adjudicates before a bare king is left: no network has learned these endings.
        evaluation::against_bare_king(board)
            .unwrap_or_else(|| Score(self.0.evaluate(board)).clamp_evaluation())
    }
}

/// Why a file cannot be used as a network.
#[derive(Debug)]
pub enum NetworkError {
    /// The file could not be read.
    File(FileError),
    /// It does not hold a network that we can use.
    Network(PathBuf, FormatError),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Network(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl core::error::Error for NetworkError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_valid() {
        let network = embedded::network()
            .map(|bytes| Network::from_bytes(&bytes).expect("the embedded network can be read"));
        assert_eq!(network.is_some(), NnueEval::embedded().is_some());
    }
}
