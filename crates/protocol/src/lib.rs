//! The words of UCI and XBoard as types, the sessions that speak them, and a client that drives other engines.
//!
//! Every word is a type with `FromStr` and `Display`, so the same code reads what a GUI sends to us and writes what we send to
//! an engine under test. [`uci`] and [`cecp`] hold the words and use only value types of the engine; [`client`] drives other
//! engines.

pub mod cecp;
pub mod client;
pub mod genfens;
mod move_text;
mod reply_error;
mod session;
mod text;
pub mod uci;

pub use move_text::{MoveText, MoveTextError};
pub use reply_error::ReplyError;
pub use session::{
    InlineSession, Language, ReadMode, Session, SessionEnd, SessionError, Terminal, session_options,
};
pub use text::{counted, move_words, spell_range};

/// The name and version under which the engine introduces itself.
pub const NAME: &str = concat!("Vernier ", env!("CARGO_PKG_VERSION"));
/// Who made it.
pub const AUTHOR: &str = env!("CARGO_PKG_AUTHORS");
