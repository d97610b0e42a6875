//! From the first layer's sums to the score through the layers between, the same in every kernel.

use crate::block::{Block, LANES};
use crate::file::MAX_HIDDEN;

/// What the second layer reads: the products of both views, from a vector's boundary.
#[repr(C, align(64))]
pub(super) struct Values([u8; MAX_HIDDEN]);

impl Values {
    pub(super) const ZERO: Self = Self([0; MAX_HIDDEN]);

    /// Room for as many products as views of that many blocks give, the mover's and the opponent's.
    #[inline(always)]
    pub(super) fn halves(&mut self, blocks: usize) -> (&mut [u8], &mut [u8]) {
        let half = blocks * LANES / 2;
        self.0[..2 * half].split_at_mut(half)
    }

    /// Both together.
    #[inline(always)]
    pub(super) fn whole(&self, blocks: usize) -> &[u8] {
        &self.0[..blocks * LANES]
    }
}

/// The two halves of a view, whose neurons are multiplied with each other.
#[inline(always)]
pub(super) fn halves(sums: &[Block]) -> (&[Block], &[Block]) {
    sums.split_at(sums.len() / 2)
}

/// Defines `layers` with a kernel's own `multiply_halves`, `second` and `third`.
macro_rules! layers {
    ($(#[$feature:meta])?) => {
        $(#[$feature])?
        pub(super) fn layers(views: [&[Block]; 2], layers: &Layers) -> i32 {
            let [mover, opponent] = views;
            let mut values = Values::ZERO;
            let (ours, theirs) = values.halves(mover.len());
            multiply_halves(mover, ours);
            multiply_halves(opponent, theirs);
            let values = Layers::activate(second(values.whole(mover.len()), layers));
            layers.score(&third(&values, layers))
        }
    };
}
