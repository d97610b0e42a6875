//! The laboratory: is this change better?
//!
//! The library part of `vernier-lab`. It plays games between engines, keeps their results, and says what they mean.

pub mod ablation;
pub mod adjudication;
pub mod archive;
pub mod book_lines;
pub mod clock;
pub mod cost;
pub mod datagen;
pub mod engines;
pub mod fault;
pub mod fingerprint;
pub mod journal;
pub mod opening;
pub mod pace;
pub mod pgn;
pub mod rating;
pub mod record;
pub mod referee;
pub mod report;
pub mod results;
pub mod roster;
pub mod schedule;
pub mod speeds;
pub mod sprt_file;
pub mod spsa;
pub mod standings;
pub mod start_suite;
pub mod stats;
pub mod suite;
pub mod tablebases;
pub mod tournament;
pub mod tune;
pub mod wakefulness;
pub mod whole_file;
