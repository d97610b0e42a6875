//! 128-bit vectors of x86-64, which every such processor has: a block is four of them.

#![allow(unsafe_code)]

use super::layers::{Products, Values};
use super::scalar::{last, multiply_halves};
use crate::block::{Block, Line};
use crate::layers::{Layers, SECOND, VALUES};
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

layers!(
    #[target_feature(enable = "sse2")]
);

/// The weights to four neurons.
#[inline]
#[target_feature(enable = "sse2")]
fn load_weights(line: &Line, quarter: usize) -> __m128i {
    // SAFETY: sixteen bytes from a quarter lie inside the sixty-four of a line, which is aligned to 64 bytes.
    unsafe { _mm_load_si128(line.0[16 * quarter..][..16].as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn second(values: &[Products], layers: &Layers) -> [i32; SECOND] {
    let zero = _mm_setzero_si128();
    // Each vector has two sums of each of two neurons.
    let mut sums = [zero; SECOND / 2];
    for (values, line) in
        values.iter().flat_map(|products| products.0.as_chunks::<VALUES>().0).zip(&layers.second)
    {
        let values = _mm_unpacklo_epi8(_mm_set1_epi32(i32::from_le_bytes(*values)), zero);
        for (quarter, sums) in sums.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let weights = load_weights(line, quarter);
            let low = _mm_srai_epi16::<8>(_mm_unpacklo_epi8(weights, weights));
            let high = _mm_srai_epi16::<8>(_mm_unpackhi_epi8(weights, weights));
            sums[0] = _mm_add_epi32(sums[0], _mm_madd_epi16(values, low));
            sums[1] = _mm_add_epi32(sums[1], _mm_madd_epi16(values, high));
        }
    }
    let mut neurons = layers.second_biases;
    for (neurons, sum) in neurons.as_chunks_mut::<2>().0.iter_mut().zip(sums) {
        let mut lanes = [0i32; 4];
        // SAFETY: four numbers of 32 bits are 128 bits; the store needs no alignment.
        unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), sum) };
        neurons[0] += lanes[0] + lanes[1];
        neurons[1] += lanes[2] + lanes[3];
    }
    Layers::activate(neurons)
}
