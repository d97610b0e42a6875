//! 128-bit vectors of ARM: a block is four of them.

#![allow(unsafe_code)]

use super::layers::{Products, Values};
use super::scalar::{last, multiply_halves};
use crate::block::{Block, Line};
use crate::layers::{Layers, SECOND, VALUES};
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

layers!(
    #[target_feature(enable = "neon")]
);

/// The weights to four neurons.
#[inline]
#[target_feature(enable = "neon")]
fn load_weights(line: &Line, quarter: usize) -> int8x16_t {
    // SAFETY: sixteen bytes from a quarter lie inside the sixty-four of a line.
    unsafe { vld1q_s8(line.0[16 * quarter..][..16].as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn second(values: &[Products], layers: &Layers) -> [i32; SECOND] {
    // Each vector has two sums of each of two neurons.
    let mut sums = [vdupq_n_s32(0); SECOND / 2];
    for (values, line) in
        values.iter().flat_map(|products| products.0.as_chunks::<VALUES>().0).zip(&layers.second)
    {
        // Values of 127 at most are the same with a sign.
        let values = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_le_bytes(*values)));
        for (quarter, sums) in sums.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let weights = load_weights(line, quarter);
            sums[0] = vpadalq_s16(sums[0], vmull_s8(vget_low_s8(values), vget_low_s8(weights)));
            sums[1] = vpadalq_s16(sums[1], vmull_high_s8(values, weights));
        }
    }
    let mut neurons = layers.second_biases;
    for (neurons, sum) in neurons.as_chunks_mut::<2>().0.iter_mut().zip(sums) {
        neurons[0] += vgetq_lane_s32::<0>(sum) + vgetq_lane_s32::<1>(sum);
        neurons[1] += vgetq_lane_s32::<2>(sum) + vgetq_lane_s32::<3>(sum);
    }
    Layers::activate(neurons)
}
