//! What can be set for tree searches.

use crate::plain_file::{self, FileError};
use crate::{Rng, embedded};
use core::fmt;
use core::str::FromStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use vernier_nnue::policy::{PolicyError, PolicyNetwork};

/// Larger files are not policy networks.
const MAX_SIZE: u64 = 64 << 20;

/// How positions are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SearchKind {
    /// Alpha-beta with iterative deepening.
    #[default]
    AlphaBeta,
    /// Monte Carlo tree search.
    Mcts,
}

impl SearchKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::AlphaBeta, Self::Mcts];

    /// Its name as an option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "AlphaBeta",
            Self::Mcts => "MCTS",
        }
    }
}

/// Reads a name, whatever the case of its letters.
impl FromStr for SearchKind {
    type Err = UnknownSearchError;

    fn from_str(name: &str) -> Result<Self, UnknownSearchError> {
        let named = Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name));
        named.ok_or_else(|| UnknownSearchError(name.to_owned()))
    }
}

/// A name that no kind of search has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSearchError(String);

impl fmt::Display for UnknownSearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is neither alphabeta nor mcts", self.0)
    }
}

impl std::error::Error for UnknownSearchError {}

/// Where the policy of a tree search comes from.
#[derive(Clone, Debug)]
pub enum PolicySource {
    /// The network inside the program, unpacked when a tree search first needs it.
    Embedded,
    /// Another network.
    Network(Arc<PolicyNetwork>),
    /// A guess from captures, checks and exchanges.
    Guess,
}

impl PolicySource {
    /// The network, if there is one.
    pub fn network(&self) -> Option<&PolicyNetwork> {
        match self {
            Self::Embedded => embedded_policy(),
            Self::Network(network) => Some(network),
            Self::Guess => None,
        }
    }
}

/// The settings of tree searches.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// What proposes moves.
    pub policy: PolicySource,
    /// Report every move of the root before the answer.
    pub show_policy: bool,
    /// What random play-outs and noise begin from.
    pub seed: u64,
    /// The share of noise in the policy of the root, from zero to one: for games to learn from.
    pub noise: f32,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self { policy: PolicySource::Embedded, show_policy: false, seed: 0, noise: 0.0 }
    }
}

impl TreeOptions {
    /// Mixes noise into the policy of a root: a few random moves get most of it.
    pub(super) fn noisy(&self, mut shares: Vec<f32>) -> Vec<f32> {
        if self.noise <= 0.0 {
            return shares;
        }
        let mut rng = Rng::new(self.seed);
        // A gamma variable with a small shape is close to a power of a uniform one.
        let noise: Vec<f32> =
            shares.iter().map(|_| rng.unit().powf(f64::from(shares.len() as u32) / 10.0) as f32).collect();
        let sum: f32 = noise.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let weight = self.noise.clamp(0.0, 1.0);
        shares
            .iter_mut()
            .zip(noise)
            .for_each(|(share, noise)| *share = (1.0 - weight) * *share + weight * noise / sum);
        shares
    }
}

/// The policy network inside the program; nothing if it was built without one.
fn embedded_policy() -> Option<&'static PolicyNetwork> {
    static NETWORK: OnceLock<Option<PolicyNetwork>> = OnceLock::new();
    let read = || embedded::policy().and_then(|bytes| PolicyNetwork::from_bytes(&bytes).ok());
    NETWORK.get_or_init(read).as_ref()
}

impl TreeOptions {
    /// Reads a policy network from a file.
    pub fn load_policy(path: impl AsRef<Path>) -> Result<Arc<PolicyNetwork>, PolicyFileError> {
        let path = path.as_ref();
        let bytes = plain_file::read(path, MAX_SIZE).map_err(PolicyFileError::File)?;
        let network = PolicyNetwork::from_bytes(&bytes);
        network.map(Arc::new).map_err(|error| PolicyFileError::Network(path.to_path_buf(), error))
    }
}

/// Why a file is not a usable policy network.
#[derive(Debug)]
pub enum PolicyFileError {
    /// The file could not be read.
    File(FileError),
    /// It does not hold a policy network.
    Network(PathBuf, PolicyError),
}

impl fmt::Display for PolicyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Network(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl core::error::Error for PolicyFileError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_policy_is_valid() {
        let network = embedded::policy()
            .map(|bytes| PolicyNetwork::from_bytes(&bytes).expect("the embedded policy can be read"));
        assert_eq!(network.is_some(), embedded_policy().is_some());
    }

    #[test]
    fn noise_keeps_the_sum_and_depends_on_the_seed() {
        let shares = vec![0.7, 0.2, 0.1];
        let noisy = |seed| TreeOptions { seed, noise: 0.25, ..TreeOptions::default() }.noisy(shares.clone());
        assert!((noisy(1).iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(noisy(1), noisy(1));
        assert_ne!(noisy(1), noisy(2));
        assert_eq!(TreeOptions::default().noisy(shares.clone()), shares);
    }
}
