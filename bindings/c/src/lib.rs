//! Vernier for C. Handles are numbers in a register, so freed and invented ones are refused; every call catches panics,
//! and the only unsafe code reads and writes what the caller's pointers point to (`ffi.rs`).

mod board;
mod engine;
mod ffi;
mod register;
mod status;

pub use board::*;
pub use engine::*;
pub use status::*;
