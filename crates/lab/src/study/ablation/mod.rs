//! What each technique of the search is worth.
//!
//! Two questions are asked of every switch in the engine's parameter table: what does it add to a search that has only
//! the techniques before it (the chain), and what is missing without it (leave one out)? Both are answered by games and
//! by how the tree grows with depth.

mod growth;
mod manifest;
mod presets;
mod regime;
mod stage;
mod table;
mod verdict;

pub use growth::{Growth, PublishedGrowth, StageGrowth, grow};
pub use manifest::{AblationMatch, Comparisons, Manifest, ManifestError};
pub use presets::PRESETS;
pub use regime::{Published, Regime};
pub use stage::{Chain, ChainError, Comparison, Stage, TABLEBASES, leave_one_out};
pub use table::{AblationRow, AblationTable, Subject, json_lines, list};
pub use verdict::usual_test;
