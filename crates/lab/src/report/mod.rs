//! Results as a readable page: tables and drawings from what the other commands leave behind.
//!
//! [`Findings`] gathers what lies in folders, a section is made of each kind, and a [`Document`] becomes HTML or
//! Markdown. Nothing here plays or searches; names and texts from files are escaped wherever they are shown.

mod ablations;
mod bars;
mod document;
mod duels;
mod findings;
mod growth;
mod lines;
mod match_summary;
mod measurements;
mod networks;
mod panels;
mod played_match;
mod rating;
mod scale;
mod suites;
mod svg;

pub use bars::{Bars, Measured};
pub use document::{Block, Document, Section, Table, blocks};
pub use findings::{Findings, FindingsError};
pub use lines::{Curve, Lines};
pub use match_summary::{EngineSummary, MatchSummary, PairingSummary};
pub use scale::{Scale, Spacing, grouped};
pub use svg::{Anchor, Canvas, Point, escape};
