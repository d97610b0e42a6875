//! Answers waiting to be sent to a page. A newer line of a search replaces an older one, so that a slow page gets the newest
//! and no queue grows.

use crate::message::Answer;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// At most this many answers may wait. A page that leaves more unread is disconnected.
const MOST_WAITING: usize = 4096;

#[derive(Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    filled: Notify,
}

#[derive(Default)]
struct Waiting {
    queue: VecDeque<Answer>,
    /// The newest report of each line, by request and place.
    lines: BTreeMap<(u32, usize), Answer>,
    /// The search whose lines went out last.
    shown: Option<u32>,
    overflowed: bool,
}

impl Outbox {
    /// Puts an answer in line.
    pub(crate) fn send(&self, answer: Answer) {
        {
            let mut waiting = self.lock();
            match &answer {
                Answer::Line { id, line } => {
                    let place = (*id, line.line);
                    waiting.lines.insert(place, answer);
                }
                _ => {
                    // The lines of a search go out before its end.
                    if let Answer::Done { id, .. } = &answer {
                        let id = *id;
                        let mut rest = waiting.lines.split_off(&(id, 0));
                        let mut later = rest.split_off(&(id.saturating_add(1), 0));
                        waiting.lines.append(&mut later);
                        waiting.queue.extend(rest.into_values());
                    }
                    waiting.queue.push_back(answer);
                    waiting.overflowed |= waiting.queue.len() > MOST_WAITING;
                }
            }
        }
        self.filled.notify_one();
    }

    /// Drops the lines of a search that was replaced.
    pub(crate) fn forget(&self, id: u32) {
        self.lock().lines.retain(|(other, _), _| *other != id);
    }

    /// Everything that waits, as soon as there is anything; nothing if too much has gathered. Numbers that change all the time cannot be
    /// read: lines wait until `next_lines`, unless they are the first of their search.
    pub(crate) async fn take(&self, next_lines: Instant) -> Option<Vec<Answer>> {
        loop {
            let held = {
                let mut waiting = self.lock();
                if waiting.overflowed {
                    return None;
                }
                let answers = waiting.take(next_lines);
                if !answers.is_empty() {
                    return Some(answers);
                }
                !waiting.lines.is_empty()
            };
            if held {
                let _ = tokio::time::timeout_at(next_lines.into(), self.filled.notified()).await;
            } else {
                self.filled.notified().await;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn take(&mut self, next_lines: Instant) -> Vec<Answer> {
        let mut answers: Vec<Answer> = self.queue.drain(..).collect();
        let newest = self.lines.last_key_value().map(|((id, _), _)| *id);
        if newest.is_some() && (newest != self.shown || Instant::now() >= next_lines) {
            self.shown = newest;
            answers.extend(std::mem::take(&mut self.lines).into_values());
        }
        answers
    }
}
