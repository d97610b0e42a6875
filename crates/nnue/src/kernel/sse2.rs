//! 128-bit vectors of x86-64, which every such processor has: a block is four of them.

#![allow(unsafe_code)]

use crate::block::Block;
use core::arch::x86_64::*;

/// Where the quarters of a block start.
const QUARTERS: [usize; 4] = [0, 8, 16, 24];

#[inline]
#[target_feature(enable = "sse2")]
fn load(block: &Block, start: usize) -> __m128i {
    // SAFETY: eight numbers from one of the quarters lie inside the thirty-two of a block, which is aligned to 64 bytes.
    unsafe { _mm_load_si128(block.0[start..].as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store(block: &mut Block, start: usize, value: __m128i) {
    // SAFETY: as for `load`, and the block is borrowed for writing.
    unsafe { _mm_store_si128(block.0[start..].as_mut_ptr().cast(), value) }
}

row_updates!(
    #[target_feature(enable = "sse2")]
    starts: QUARTERS, add: _mm_add_epi16, sub: _mm_sub_epi16
);

#[target_feature(enable = "sse2")]
pub(super) fn dot<const SQUARED: bool>(sums: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (_mm_setzero_si128(), _mm_set1_epi16(limit));
    let mut total = zero;
    for (sums, weights) in sums.iter().zip(weights) {
        for start in QUARTERS {
            let value = _mm_min_epi16(_mm_max_epi16(load(sums, start), zero), limit);
            let weight = load(weights, start);
            let weighted = if SQUARED { _mm_mullo_epi16(value, weight) } else { weight };
            total = _mm_add_epi32(total, _mm_madd_epi16(value, weighted));
        }
    }
    let mut lanes = [0i32; 4];
    // SAFETY: four numbers of 32 bits are 128 bits; the store needs no alignment.
    unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), total) };
    lanes.into_iter().map(i64::from).sum()
}
