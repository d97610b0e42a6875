//! Drives other engines: starts a program, asks it for moves, and reports its faults.
//!
//! The laboratory uses this for every engine of a match. It knows neither the rules of a match nor a clock; it writes and
//! reads, and never waits longer than its limit.

mod error;
mod guard;
mod info_log;
mod player;
mod position;
mod process;
mod uci;
mod xboard;

pub use error::{PlayerError, Warning};
pub use player::{Answer, Player, Program, Reply, Thought, Turn};
pub use uci::UciPlayer;
pub use xboard::XboardPlayer;

/// Engines choose their names and output freely; control characters and quotes must not get into tables and PGN.
///
/// ```
/// assert_eq!(vernier_protocol::client::printable("a\u{1b}[31m\n\"b\" "), "a[31m'b'");
/// ```
pub fn printable(text: &str) -> String {
    let clean: String = text.chars().filter(|letter| !letter.is_control()).collect();
    clean.replace('"', "'").trim().to_owned()
}
