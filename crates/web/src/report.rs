//! Reports of whole games for a session.

use crate::message::{Answer, SearchLimits};
use crate::{Refusal, games, thinking};
use std::sync::Arc;
use vernier_analysis::{Progress, Settings, Thinker, annotate, pgn};
use vernier_chess::pgn::GameTree;
use vernier_engine::Tablebases;

/// What a report needs.
pub(crate) struct Work {
    id: u32,
    tree: GameTree,
    settings: Settings,
}

impl Work {
    /// A report of the first game of a text, so long for each position.
    pub(crate) fn new(
        id: u32,
        pgn: &str,
        limits: SearchLimits,
        tablebases: Option<Arc<Tablebases>>,
    ) -> Result<Self, Refusal> {
        let (heads, mut trees) = games::read(pgn);
        let first = trees.first_mut().and_then(Option::take);
        let reason =
            || heads.first().and_then(|head| head.error.clone()).unwrap_or_else(|| "no game".to_owned());
        let tree = first.ok_or_else(|| (reason(), "pgn"))?;
        if tree.mainline().count() == 0 {
            return Err(("the game has no moves".to_owned(), "pgn"));
        }
        let limits = match thinking::limits(limits) {
            limits if limits.is_endless() => Settings::default().limits,
            limits => limits,
        };
        Ok(Self { id, tree, settings: Settings { limits, tablebases, ..Settings::default() } })
    }

    /// Analyses the game. Sends nothing more once the thinker gives up.
    pub(crate) fn run(mut self, think: &mut Thinker, send: impl Fn(Answer)) {
        let id = self.id;
        let mut progress = |progress: Progress| {
            send(match progress {
                Progress::Position { done, all } => Answer::Progress { id, done, all },
                Progress::Move(report) => Answer::ReportMove { id, r#move: *report },
            });
        };
        let Some(report) = annotate(&self.tree, &self.settings, think, &mut progress) else { return };
        pgn::write(&mut self.tree, &report);
        send(Answer::Report { id, report, pgn: self.tree.to_string() });
    }
}
