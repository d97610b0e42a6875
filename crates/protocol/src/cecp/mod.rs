//! The words of the Chess Engine Communication Protocol, which XBoard and WinBoard use.
//!
//! A GUI sends [`Command`]s, an engine [`Reply`]s.

mod command;
mod feature;
mod level;
mod move_word;
mod reply;
mod thinking;

pub use command::{Command, CommandError, MoveSet};
pub use feature::{Feature, FeatureValue, declared_option, option_feature};
pub use level::{Level, LevelError};
pub use move_word::{MoveWord, MoveWordError};
pub use reply::{Reply, announced_move};
pub use thinking::{Progress, Thinking, score};
