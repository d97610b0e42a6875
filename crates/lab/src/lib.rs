//! The laboratory: is this change better?
//!
//! The library part of `vernier-lab`. It plays games between engines, keeps their results, and says what they mean.

pub mod book;
pub mod datagen;
pub mod openings;
pub mod play;
pub mod report;
pub mod stats;
pub mod store;
pub mod study;
pub mod tune;
