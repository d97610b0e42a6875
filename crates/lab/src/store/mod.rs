//! Results on disk: the journal of a match and the files made from it.

pub mod archive;
pub mod fingerprint;
pub mod journal;
pub mod pgn;
pub mod record;
pub mod results;
pub mod sprt_file;
pub mod whole_file;
