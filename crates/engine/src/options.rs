//! What can be set between searches.

use crate::{BookOptions, Parameters, SearchKind, Strength, SyzygyOptions, TreeOptions};
use std::time::Duration;

/// The settings of an engine that hold for every search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// Time that passes between the engine's answer and the clock being stopped.
    pub move_overhead: Duration,
    /// Percent of the usual time to spend on a move, where a clock decides.
    pub slow_mover: u32,
    /// Positions that count as a millisecond; none if time is time.
    pub nodes_as_time: Option<std::num::NonZeroU32>,
    /// The search's parameters and switches.
    pub parameters: Parameters,
    /// How strong to play.
    pub strength: Strength,
    /// How an opening book is used.
    pub book: BookOptions,
    /// How tablebases are used.
    pub syzygy: SyzygyOptions,
    /// How positions are searched.
    pub search: SearchKind,
    /// The settings of tree searches.
    pub tree: TreeOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead: Duration::from_millis(20),
            slow_mover: 100,
            nodes_as_time: None,
            parameters: Parameters::DEFAULT,
            strength: Strength::FULL,
            book: BookOptions::default(),
            syzygy: SyzygyOptions::default(),
            search: SearchKind::default(),
            tree: TreeOptions::default(),
        }
    }
}
