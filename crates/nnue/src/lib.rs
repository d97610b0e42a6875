#![doc = include_str!("../README.md")]
//!
//! ## How it works
//!
//! The network looks at the board twice, once with each player's eyes ([`feature`]). Each view is a sum of rows of one
//! weight matrix, one row a piece, chosen by where the player's king stands ([`KingBuckets`]) and kept up to date move by move ([`Accumulators`]); the two sums, clipped and squared,
//! meet in one output neuron, chosen by how many pieces are left, or, their halves multiplied, in three small layers chosen so. [`Network`] holds the weights and reads them from
//! files of the format described in `FORMAT.md`. Arithmetic is in integers: every processor gives the same answer,
//! whichever [`Kernel`] it runs.

mod accumulators;
mod block;
pub mod cpu;
pub mod feature;
mod file;
pub mod import;
mod kernel;
mod king_buckets;
mod layers;
mod network;
mod packing;
pub mod policy;

pub use accumulators::Accumulators;
pub use file::{Activation, FileError, Header, Inputs};
pub use kernel::Kernel;
pub use king_buckets::KingBuckets;
pub use network::Network;
