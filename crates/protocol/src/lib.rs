//! The words of UCI and XBoard as types, the sessions that speak them, and a client that drives other engines.
//!
//! Every word is a type with `FromStr` and `Display`, so the same code reads what a GUI says to us and writes what
//! we say to an engine under test. [`uci`] and [`cecp`] hold the words and know nothing of our engine.

pub mod cecp;
mod move_text;
mod text;
pub mod uci;

pub use move_text::{MoveText, MoveTextError};
