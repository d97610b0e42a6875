//! An engine that answers questions.

use crate::annotate::Question;
use std::sync::Arc;
use vernier_engine::{Engine, Report, Request, SearchKind, SyzygyOptions, TableError, Tablebases};

/// An engine that answers one question after another. Its transposition table persists between questions.
pub struct Mind(Engine);

impl Mind {
    /// An engine with threads, megabytes of table, and tablebases if there are any.
    pub fn new(threads: usize, hash: usize, tablebases: Option<Arc<Tablebases>>) -> Result<Self, TableError> {
        let mut engine = Engine::new();
        engine.set_hash(hash)?;
        engine.set_threads(threads);
        engine.set_syzygy(SyzygyOptions { tablebases, ..SyzygyOptions::default() });
        Ok(Self(engine))
    }

    /// Searches in another way than by alpha-beta.
    pub fn set_search(&mut self, kind: SearchKind) -> Result<(), TableError> {
        self.0.set_search(kind)
    }

    /// The best lines, best first.
    pub fn think(&mut self, question: &Question) -> Vec<Report> {
        self.0.set_multi_pv(question.lines);
        let request = Request::with_history(question.board, &question.history);
        self.0.search(request.limits(question.limits.clone()), |_| {}).lines
    }
}
