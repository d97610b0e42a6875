//! 128-bit vectors of ARM: a block is four of them.

#![allow(unsafe_code)]

use crate::block::Block;
use core::arch::aarch64::*;

/// Where the quarters of a block start.
const QUARTERS: [usize; 4] = [0, 8, 16, 24];

#[inline]
#[target_feature(enable = "neon")]
fn load(block: &Block, start: usize) -> int16x8_t {
    // SAFETY: eight numbers from one of the quarters lie inside the thirty-two of a block.
    unsafe { vld1q_s16(block.0[start..].as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(block: &mut Block, start: usize, value: int16x8_t) {
    // SAFETY: as for `load`, and the block is borrowed for writing.
    unsafe { vst1q_s16(block.0[start..].as_mut_ptr(), value) }
}

row_updates!(
    #[target_feature(enable = "neon")]
    starts: QUARTERS, add: vaddq_s16, sub: vsubq_s16
);

#[target_feature(enable = "neon")]
pub(super) fn dot<const SQUARED: bool>(sums: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (vdupq_n_s16(0), vdupq_n_s16(limit));
    let mut total = vdupq_n_s32(0);
    for (sums, weights) in sums.iter().zip(weights) {
        for start in QUARTERS {
            let value = vminq_s16(vmaxq_s16(load(sums, start), zero), limit);
            let weight = load(weights, start);
            let weighted = if SQUARED { vmulq_s16(value, weight) } else { weight };
            total = vmlal_s16(total, vget_low_s16(value), vget_low_s16(weighted));
            total = vmlal_high_s16(total, value, weighted);
        }
    }
    vaddlvq_s32(total)
}
