//! 512-bit vectors: a block is one of them.

#![allow(unsafe_code)]

use crate::block::Block;
use core::arch::x86_64::*;

/// Where the only vector of a block starts.
const WHOLE: [usize; 1] = [0];

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &Block, start: usize) -> __m512i {
    // SAFETY: from its only start a block has 512 bits, aligned to 64 bytes.
    unsafe { _mm512_load_si512(block.0[start..].as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(block: &mut Block, start: usize, value: __m512i) {
    // SAFETY: as for `load`, and the block is borrowed for writing.
    unsafe { _mm512_store_si512(block.0[start..].as_mut_ptr().cast(), value) }
}

row_updates!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    starts: WHOLE, add: _mm512_add_epi16, sub: _mm512_sub_epi16
);

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn dot<const SQUARED: bool>(sums: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (_mm512_setzero_si512(), _mm512_set1_epi16(limit));
    let mut total = zero;
    for (sums, weights) in sums.iter().zip(weights) {
        let value = _mm512_min_epi16(_mm512_max_epi16(load(sums, 0), zero), limit);
        let weight = load(weights, 0);
        let weighted = if SQUARED { _mm512_mullo_epi16(value, weight) } else { weight };
        total = _mm512_dpwssd_epi32(total, value, weighted);
    }
    let mut lanes = [0i32; 16];
    // SAFETY: sixteen numbers of 32 bits are 512 bits; the store needs no alignment.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), total) };
    lanes.into_iter().map(i64::from).sum()
}
