//! Observers of an evaluation.
//!
//! The terms are written once and report everything they count to a [`Trace`]. In play the trace is empty and the
//! compiler removes the reports; the `eval` command keeps a [`Breakdown`](super::Breakdown); the tuner keeps
//! [`Coefficients`](super::Coefficients).

use super::terms::Term;
use super::{Phase, Scale, Tapered};
use vernier_chess::Color;

/// An observer of an evaluation. Every method is optional; `()` observes nothing.
pub trait Trace {
    /// A term is about to be computed for one color.
    #[inline(always)]
    fn begin(&mut self, _term: Term, _color: Color) {}

    /// The term begun last has been computed.
    #[inline(always)]
    fn end(&mut self, _value: Tapered) {}

    /// A weight has been counted this many times into the term. The reference points into the weights in use.
    #[inline(always)]
    fn counted(&mut self, _weight: &Tapered, _times: i32) {}

    /// A weight has been counted this many times into the danger of the color's king, which is not a plain sum.
    #[inline(always)]
    fn endangered(&mut self, _weight: &Tapered, _times: i32) {}

    /// How the sum of the terms becomes the score.
    #[inline(always)]
    fn blended(&mut self, _sum: Tapered, _phase: Phase, _scale: Scale, _score: i32) {}

    /// Counts a weight: its value, this many times.
    #[inline(always)]
    fn add(&mut self, weight: &Tapered, times: impl Count) -> Tapered {
        let times = times.count();
        self.counted(weight, times);
        *weight * times
    }

    /// Counts a weight into the danger of a king.
    #[inline(always)]
    fn endanger(&mut self, weight: &Tapered, times: impl Count) -> Tapered {
        let times = times.count();
        self.endangered(weight, times);
        *weight * times
    }
}

/// Ignores everything.
impl Trace for () {}

/// What can be counted: numbers, sets of squares and conditions.
pub trait Count {
    /// How many.
    fn count(self) -> i32;
}

impl Count for i32 {
    #[inline(always)]
    fn count(self) -> i32 {
        self
    }
}

impl Count for bool {
    #[inline(always)]
    fn count(self) -> i32 {
        i32::from(self)
    }
}

impl Count for vernier_chess::Bitboard {
    #[inline(always)]
    fn count(self) -> i32 {
        self.len() as i32
    }
}
