//! From the first layer's sums to the score through the layers between, the same in every kernel.

use crate::block::{Block, LANES};
use crate::file::MAX_HIDDEN;

/// What the second layer reads of a block of each half: its products.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Products(pub(super) [u8; LANES]);

/// The products of both views.
pub(super) struct Values([Products; MAX_HIDDEN / LANES]);

impl Values {
    pub(super) const ZERO: Self = Self([Products([0; LANES]); MAX_HIDDEN / LANES]);

    /// Room for what views of that many blocks give, the mover's and the opponent's.
    #[inline(always)]
    pub(super) fn halves(&mut self, blocks: usize) -> (&mut [Products], &mut [Products]) {
        let half = blocks / 2;
        self.0[..2 * half].split_at_mut(half)
    }

    /// Both together.
    #[inline(always)]
    pub(super) fn whole(&self, blocks: usize) -> &[Products] {
        &self.0[..blocks]
    }
}

/// The two halves of a view, whose neurons are multiplied with each other.
#[inline(always)]
pub(super) fn halves(sums: &[Block]) -> (&[Block], &[Block]) {
    sums.split_at(sums.len() / 2)
}

/// Defines `layers` with a kernel's own `multiply_halves`, `second` and `last`.
macro_rules! layers {
    ($(#[$feature:meta])?) => {
        $(#[$feature])?
        pub(super) fn layers(views: [&[Block]; 2], layers: &Layers) -> i32 {
            let [mover, opponent] = views;
            let mut values = Values::ZERO;
            let (ours, theirs) = values.halves(mover.len());
            multiply_halves(mover, ours);
            multiply_halves(opponent, theirs);
            last(&second(values.whole(mover.len()), layers), layers)
        }
    };
}
