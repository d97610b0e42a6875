//! The laboratory: is this change better?
//!
//! The library part of `vernier-lab`. It plays games between engines, keeps their results, and says what they mean.

#![forbid(unsafe_code)]

pub mod random;
pub mod stats;
