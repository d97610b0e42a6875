//! What each technique of the search is worth.
//!
//! Two questions are asked of every switch in the engine's parameter table: what does it add to a search that has only
//! the techniques before it (the chain), and what is missing without it (leave one out)? Both are answered by games and
//! by how the tree grows with depth.

mod growth;
mod manifest;
mod stage;
mod verdict;

pub use growth::{Growth, StageGrowth, grow};
pub use manifest::{Comparisons, Manifest, ManifestError, Regime};
pub use stage::{Comparison, Stage, chain, chain_stages, leave_one_out};
pub use verdict::{BOUNDS, VERDICT_TITLE, verdict};
