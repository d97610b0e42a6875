//! The scores that matter.

use crate::Score;

/// The open interval of scores that matter at a node: anything at or below `alpha` is too bad for us, anything at or
/// above `beta` is too good for the opponent to allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Everything matters.
    pub(super) const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score(Score::INFINITE.0) };

    /// As the opponent sees it.
    #[inline(always)]
    pub(super) fn flip(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window that only asks: does it reach this score or not?
    #[inline(always)]
    pub(super) fn reaching(score: Score) -> Self {
        Self { alpha: score - 1, beta: score }
    }
}
