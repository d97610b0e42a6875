//! Self-play games for training.
//!
//! [`Rules`] say how games are played, a [`Recipe`] adds the evaluation, [`Player`] plays one, and [`generate`] keeps all
//! threads busy and the file growing. A game depends only on the recipe, the seed and its number, not on threads, other games
//! or interruptions.

mod branches;
mod deepen;
mod expand;
mod generate;
mod play;
mod recipe;
mod rescore;
mod rules;
mod samples;
mod start;

pub use deepen::{Deepened, Deepening, deepen};
pub use expand::{Expansion, Form, Share, expand};
pub use generate::{Goal, Progress, generate};
pub use play::Player;
pub use recipe::{Judge, Recipe};
pub use rescore::Rescore;
pub use rules::{Rules, TreeRules};
pub use samples::Samples;
