//! The thinking part of Vernier. It is given a position and limits, and answers with events; it never reads input
//! and never prints.

mod evaluator;
mod score;

pub use evaluator::{Changes, Evaluator};
pub use score::{MAX_PLY, Ply, Score, Verdict};
