//! 256-bit vectors: a block is two of them.

#![allow(unsafe_code)]

use crate::block::Block;
use core::arch::x86_64::*;

/// Where the halves of a block start.
const HALVES: [usize; 2] = [0, 16];

#[inline]
#[target_feature(enable = "avx2")]
fn load(block: &Block, start: usize) -> __m256i {
    // SAFETY: sixteen numbers from 0 or 16 lie inside the thirty-two of a block, which is aligned to 64 bytes.
    unsafe { _mm256_load_si256(block.0[start..].as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(block: &mut Block, start: usize, value: __m256i) {
    // SAFETY: as for `load`, and the block is borrowed for writing.
    unsafe { _mm256_store_si256(block.0[start..].as_mut_ptr().cast(), value) }
}

row_updates!(
    #[target_feature(enable = "avx2")]
    starts: HALVES, add: _mm256_add_epi16, sub: _mm256_sub_epi16
);

#[target_feature(enable = "avx2")]
pub(super) fn dot<const SQUARED: bool>(sums: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (_mm256_setzero_si256(), _mm256_set1_epi16(limit));
    let mut total = zero;
    for (sums, weights) in sums.iter().zip(weights) {
        for start in HALVES {
            let value = _mm256_min_epi16(_mm256_max_epi16(load(sums, start), zero), limit);
            let weight = load(weights, start);
            let weighted = if SQUARED { _mm256_mullo_epi16(value, weight) } else { weight };
            total = _mm256_add_epi32(total, _mm256_madd_epi16(value, weighted));
        }
    }
    let mut lanes = [0i32; 8];
    // SAFETY: eight numbers of 32 bits are 256 bits; the store needs no alignment.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), total) };
    lanes.into_iter().map(i64::from).sum()
}
