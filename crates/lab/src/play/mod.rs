//! Games between engines: players, limits and the referee.

pub mod adjudication;
pub mod contest;
pub mod cost;
pub mod engine_spec;
pub mod engines;
pub mod fault;
pub mod latency;
pub mod live;
pub mod referee;
pub mod schedule;
pub mod search_limit;
pub mod speeds;
pub mod standings;
pub mod tablebases;
pub mod tournament;
