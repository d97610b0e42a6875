//! 128-bit vectors of WebAssembly: a block is four of them.

#![allow(unsafe_code)]

use super::layers::{Products, Values};
use super::scalar::{last, multiply_halves};
use crate::block::{Block, Line};
use crate::layers::{Layers, SECOND, VALUES};
use core::arch::wasm32::*;

/// Where the quarters of a block start.
const QUARTERS: [usize; 4] = [0, 8, 16, 24];

#[inline(always)]
fn load(block: &Block, start: usize) -> v128 {
    // SAFETY: eight numbers from one of the quarters lie inside the thirty-two of a block.
    unsafe { v128_load(block.0[start..].as_ptr().cast()) }
}

#[inline(always)]
fn store(block: &mut Block, start: usize, value: v128) {
    // SAFETY: as for `load`, and the block is borrowed for writing.
    unsafe { v128_store(block.0[start..].as_mut_ptr().cast(), value) }
}

row_updates!(
    starts: QUARTERS, add: i16x8_add, sub: i16x8_sub
);

pub(super) fn dot<const SQUARED: bool>(sums: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (i16x8_splat(0), i16x8_splat(limit));
    let mut total = i32x4_splat(0);
    for (sums, weights) in sums.iter().zip(weights) {
        for start in QUARTERS {
            let value = i16x8_min(i16x8_max(load(sums, start), zero), limit);
            let weight = load(weights, start);
            let weighted = if SQUARED { i16x8_mul(value, weight) } else { weight };
            total = i32x4_add(total, i32x4_dot_i16x8(value, weighted));
        }
    }
    let lanes = [
        i32x4_extract_lane::<0>(total),
        i32x4_extract_lane::<1>(total),
        i32x4_extract_lane::<2>(total),
        i32x4_extract_lane::<3>(total),
    ];
    lanes.into_iter().map(i64::from).sum()
}

layers!();

/// The weights to four neurons.
#[inline(always)]
fn load_weights(line: &Line, quarter: usize) -> v128 {
    // SAFETY: sixteen bytes from a quarter lie inside the sixty-four of a line.
    unsafe { v128_load(line.0[16 * quarter..][..16].as_ptr().cast()) }
}

fn second(values: &[Products], layers: &Layers) -> [i32; SECOND] {
    // Each vector has two sums of each of two neurons.
    let mut sums = [i32x4_splat(0); SECOND / 2];
    for (values, line) in
        values.iter().flat_map(|products| products.0.as_chunks::<VALUES>().0).zip(&layers.second)
    {
        let values = i16x8_extend_low_u8x16(i32x4_splat(i32::from_le_bytes(*values)));
        for (quarter, sums) in sums.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let weights = load_weights(line, quarter);
            let (low, high) = (i16x8_extend_low_i8x16(weights), i16x8_extend_high_i8x16(weights));
            sums[0] = i32x4_add(sums[0], i32x4_dot_i16x8(values, low));
            sums[1] = i32x4_add(sums[1], i32x4_dot_i16x8(values, high));
        }
    }
    let mut neurons = layers.second_biases;
    for (neurons, sum) in neurons.as_chunks_mut::<2>().0.iter_mut().zip(sums) {
        neurons[0] += i32x4_extract_lane::<0>(sum) + i32x4_extract_lane::<1>(sum);
        neurons[1] += i32x4_extract_lane::<2>(sum) + i32x4_extract_lane::<3>(sum);
    }
    Layers::activate(neurons)
}
