//! Games that the engine plays against itself, to learn from.
//!
//! [`Rules`] say how games are played, [`Player`] plays one, and [`generate`] keeps all threads busy playing and a file
//! growing. A game depends on the rules, the evaluation, the seed and its number, and on nothing else: threads, other
//! games and interruptions leave no trace in it.

mod expand;
mod generate;
mod play;
mod rules;

pub use expand::{Expansion, Share, expand};
pub use generate::{Goal, Judge, Progress, generate};
pub use play::Player;
pub use rules::Rules;
