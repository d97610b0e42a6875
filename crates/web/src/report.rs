//! Reports of whole games for a session.

use crate::message::{Answer, SearchLimits};
use crate::outbox::Outbox;
use crate::pool::{Pool, Search};
use crate::thinking;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use vernier_analysis::{Progress, Question, Settings, annotate, pgn};
use vernier_chess::pgn::GameTree;
use vernier_engine::{Limits, Report, Strength, Tablebases};

/// What a report needs.
pub(crate) struct Work {
    pub(crate) id: u32,
    pub(crate) user: u64,
    pub(crate) tree: GameTree,
    pub(crate) limits: SearchLimits,
    pub(crate) tablebases: Option<Arc<Tablebases>>,
}

/// Analyses a game on its own thread; each search queues like any other. Sends nothing once it is cancelled.
pub(crate) fn run(mut work: Work, pool: &Pool, outbox: &Outbox, cancel: &CancellationToken) {
    let limits = match thinking::limits(work.limits) {
        limits if limits.is_endless() => Settings::default().limits,
        limits => limits,
    };
    let settings = Settings { limits, tablebases: work.tablebases.clone(), ..Settings::default() };
    let (id, user) = (work.id, work.user);
    let mut think = |question: &Question| think(question, user, pool, cancel);
    let mut progress = |progress: Progress| {
        outbox.send(match progress {
            Progress::Position { done, all } => Answer::Progress { id, done, all },
            Progress::Move(report) => Answer::ReportMove { id, r#move: *report },
        });
    };
    let Some(report) = annotate(&work.tree, &settings, &mut think, &mut progress) else { return };
    pgn::write(&mut work.tree, &report);
    outbox.send(Answer::Report { id, report, pgn: work.tree.to_string() });
}

fn think(question: &Question, user: u64, pool: &Pool, cancel: &CancellationToken) -> Option<Vec<Report>> {
    let search = Search {
        user,
        board: question.board,
        history: question.history.clone(),
        limits: Limits { infinite: false, ..question.limits.clone() },
        lines: question.lines,
        strength: Strength::FULL,
        book: false,
    };
    let found = Handle::current().block_on(pool.run(search, cancel, |_| {}))?;
    Some(found.lines)
}
