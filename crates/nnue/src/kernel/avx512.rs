//! 512-bit vectors: a block is one of them.

#![allow(unsafe_code)]

use crate::block::Block;
use core::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &Block) -> __m512i {
    // SAFETY: a block is 512 bits, aligned to 64 bytes.
    unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(block: &mut Block, value: __m512i) {
    // SAFETY: as for `load`, and the block is borrowed for writing.
    unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast(), value) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn update(from: &[Block], removed: &[&[Block]], placed: &[&[Block]], out: &mut [Block]) {
    for (index, (out, from)) in out.iter_mut().zip(from).enumerate() {
        let mut sum = load(from);
        for row in removed {
            sum = _mm512_sub_epi16(sum, load(&row[index]));
        }
        for row in placed {
            sum = _mm512_add_epi16(sum, load(&row[index]));
        }
        store(out, sum);
    }
}

/// `update` for a number of rows that the compiler knows.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn exchange<const R: usize, const P: usize>(
    from: &[Block],
    removed: [&[Block]; R],
    placed: [&[Block]; P],
    out: &mut [Block],
) {
    let width = out.len();
    let from = &from[..width];
    let (removed, placed) = (removed.map(|row| &row[..width]), placed.map(|row| &row[..width]));
    for index in 0..width {
        let mut sum = load(&from[index]);
        for row in &removed {
            sum = _mm512_sub_epi16(sum, load(&row[index]));
        }
        for row in &placed {
            sum = _mm512_add_epi16(sum, load(&row[index]));
        }
        store(&mut out[index], sum);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn dot<const SQUARED: bool>(sums: &[Block], weights: &[Block], limit: i16) -> i64 {
    let (zero, limit) = (_mm512_setzero_si512(), _mm512_set1_epi16(limit));
    let mut total = zero;
    for (sums, weights) in sums.iter().zip(weights) {
        let value = _mm512_min_epi16(_mm512_max_epi16(load(sums), zero), limit);
        let weight = load(weights);
        let weighted = if SQUARED { _mm512_mullo_epi16(value, weight) } else { weight };
        total = _mm512_dpwssd_epi32(total, value, weighted);
    }
    let mut lanes = [0i32; 16];
    // SAFETY: sixteen numbers of 32 bits are 512 bits; the store needs no alignment.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), total) };
    lanes.into_iter().map(i64::from).sum()
}
