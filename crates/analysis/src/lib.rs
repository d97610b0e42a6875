//! Games explained.
//!
//! [`annotate`] asks a search about every position of a game and makes a [`GameReport`] of the answers: expected
//! scores, marks, accuracy, and for each marked move [reasons](reason::Reason) with the line that proves them. The
//! report becomes [annotated PGN](pgn), a [page](html) or [JSON](serde). [`Batch`] does so for files of games.
//!
//! Nothing here knows how a search is run: the caller passes a function that answers questions.

mod annotate;
mod batch;
pub mod chances;
pub mod html;
mod line;
mod mark;
mod mind;
pub mod openings;
pub mod pgn;
pub mod reason;
mod report;
mod summary;
mod words;

pub use annotate::{Progress, Question, Settings, Thinker, annotate};
pub use batch::{Batch, BatchError, BatchNews, Source, Tally};
pub use line::Line;
pub use mark::{Mark, accuracy};
pub use mind::Mind;
pub use report::{
    Evaluation, GameReport, LineReport, MoveReport, Phase, PhaseReport, PlayerReport, ProofReport,
    ReasonReport,
};
pub use summary::summary;
