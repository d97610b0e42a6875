//! The words of the Universal Chess Interface.
//!
//! A GUI sends [`Command`]s, an engine [`Reply`]s.

mod command;
mod go;
mod info;
mod option;
mod position;
mod reply;

pub use command::{Command, CommandError, GenFens};
pub use go::{Go, GoError};
pub use info::{Bound, Info, Score, ScoreValue};
pub use option::{OptionKind, OptionLine, SetOption};
pub use position::{Position, PositionError, Start};
pub use reply::{Reply, Status};
