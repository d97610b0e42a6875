//! Games that the engine plays against itself, to learn from.
//!
//! [`Rules`] say how games are played, a [`Recipe`] adds the evaluation, [`Player`] plays one, and [`generate`] keeps all
//! threads busy playing and a file growing. A game depends on the recipe, the seed and its number, and on nothing else:
//! threads, other games and interruptions leave no trace in it.

mod branches;
mod expand;
mod generate;
mod play;
mod recipe;
mod rescore;
mod rules;
mod samples;
mod start;

pub use expand::{Expansion, Form, Share, expand};
pub use generate::{Goal, Progress, generate};
pub use play::Player;
pub use recipe::{Judge, Recipe};
pub use rescore::Rescore;
pub use rules::{Rules, TreeRules};
pub use samples::Samples;
