//! The thinking part of Vernier. It is given a position and limits, and answers with events; it never reads input
//! and never prints.

pub mod bench;
mod book;
mod chance;
mod engine;
pub mod evaluation;
mod evaluator;
mod event;
mod limits;
mod material;
mod memory;
mod mission;
mod net;
mod node_clock;
mod options;
mod parameters;
mod plain_file;
mod pool;
pub mod reference;
mod score;
mod search;
mod solo;
mod statistics;
mod strength;
mod table;
mod tablebase;
mod time;
pub mod worth;

pub use book::{BookFileError, BookOptions, OpeningBook};
pub use chance::Chance;
pub use engine::{Engine, Handle};
pub use evaluator::{Changes, Evaluator};
pub use event::{Bound, Event, Report};
pub use limits::{Clock, Limits};
pub use material::Material;
pub use mission::Sink;
pub use net::{Net, NetworkTrouble};
pub use options::Options;
pub use parameters::{Kind, Parameter, ParameterError, Parameters};
pub use plain_file::FileTrouble;
pub use score::{MAX_PLY, Ply, Score, Verdict};
pub use solo::{Solo, Thought};
pub use statistics::Statistics;
pub use strength::Strength;
pub use table::TableError;
pub use tablebase::{Dtz, FiftyMoveRule, SyzygyOptions, TableMove, TableProblem, Tablebases, Wdl};
