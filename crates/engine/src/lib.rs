//! The thinking part of Vernier. It is given a position and limits, and answers with events; it never reads input
//! and never prints.

pub mod bench;
mod book;
mod engine;
pub mod evaluation;
mod evaluator;
mod event;
mod limits;
mod material;
pub mod measurements;
mod memory;
mod mission;
mod nnue_eval;
mod node_clock;
mod options;
mod parameters;
mod plain_file;
mod pool;
pub mod reference;
mod rng;
mod score;
mod search;
mod statistics;
mod strength;
mod sync_searcher;
mod tablebase;
mod time;
mod tt;

pub use book::{BookFileError, BookOptions, OpeningBook};
pub use engine::{Engine, Handle};
pub use evaluator::{Changes, Evaluator};
pub use event::{Bound, Event, Report};
pub use limits::{Clock, Limits};
pub use material::Material;
pub use mission::Sink;
pub use nnue_eval::{NetworkError, NnueEval};
pub use options::Options;
pub use parameters::{Kind, Parameter, ParameterError, Parameters};
pub use plain_file::FileError;
pub use rng::Rng;
pub use score::{MAX_PLY, Ply, Score, Verdict};
pub use statistics::Statistics;
pub use strength::Strength;
pub use sync_searcher::{SyncSearcher, Thought};
pub use tablebase::{Dtz, FiftyMoveRule, SyzygyOptions, TablebaseError, TablebaseMove, Tablebases, Wdl};
pub use tt::TableError;
