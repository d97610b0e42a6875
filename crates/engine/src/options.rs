//! What can be set between searches.

use crate::Parameters;
use std::time::Duration;

/// The settings of an engine that hold for every search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// Time that passes between the engine's answer and the clock being stopped.
    pub move_overhead: Duration,
    /// The search's parameters and switches.
    pub parameters: Parameters,
}

impl Default for Options {
    fn default() -> Self {
        Self { multi_pv: 1, move_overhead: Duration::from_millis(20), parameters: Parameters::DEFAULT }
    }
}
