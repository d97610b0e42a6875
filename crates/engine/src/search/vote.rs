//! Which thread's answer is played.

use crate::mission::Outcome;

/// The outcome to play: for now the first thread's.
pub(crate) fn choose<'a>(own: Option<&'a Outcome>, others: &'a [Outcome]) -> Option<&'a Outcome> {
    own.or(others.first())
}
