//! 128-bit vectors of WebAssembly: a block is four of them.

#![allow(unsafe_code)]

use crate::block::Block;
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
