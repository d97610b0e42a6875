//! What a number of games says about a difference in strength.
//!
//! Elo and tests are computed from a [`Tally`]: how often each result came. Two games from one opening with colors
//! reversed make a pair; the five results of a pair (hence *pentanomial*) carry less noise than six single games
//! would, because an unbalanced opening helps both engines once. Nothing here knows about engines or files.

mod elo;
mod least_squares;
mod normal;
mod sprt;
mod tally;

pub use elo::{Elo, Estimate, NormalizedElo};
pub use least_squares::{Fitted, fit};
pub use sprt::{Bounds, Model, Sprt, SprtError, Verdict};
pub use tally::{Games, Pairs, Tally};
