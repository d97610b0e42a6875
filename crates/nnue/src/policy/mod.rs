//! A policy network: how likely each legal move is to be the best one, for all of them at once.
//!
//! One hidden layer sees every piece from the side to move's view, split by whether it is attacked and whether it is
//! defended ([`input`]). Its two halves are clipped and multiplied with each other. A move's logit is the sum of two rows
//! of the output layer ([`output`]): one for where it goes, one for what it is. Only the rows of legal moves are
//! computed. `POLICY.md` describes the file; arithmetic is in integers and the same on every processor.

mod file;
pub mod input;
mod kernel;
mod network;
pub mod output;

pub use file::{PolicyError, PolicyHeader};
pub use network::PolicyNetwork;
