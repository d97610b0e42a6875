//! 512-bit vectors: a block is one of them.

#![allow(unsafe_code)]

use super::layers::{Products, Values, halves};
use crate::block::{Block, Line};
use crate::layers::{Layers, SECOND, SUM, THIRD, VALUE};
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

layers!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
);

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn multiply_halves(sums: &[Block], out: &mut [Products]) {
    let (zero, limit) = (_mm512_setzero_si512(), _mm512_set1_epi16(255));
    let (left, right) = halves(sums);
    for ((out, left), right) in out.iter_mut().zip(left).zip(right) {
        let left = _mm512_min_epi16(_mm512_max_epi16(load(left, 0), zero), limit);
        let right = _mm512_min_epi16(_mm512_max_epi16(load(right, 0), zero), limit);
        // The upper half of the product of a number shifted by seven bits: the product without its lowest nine.
        let product = _mm512_mulhi_epi16(_mm512_slli_epi16::<7>(left), right);
        let bytes = _mm512_cvtepi16_epi8(product);
        // SAFETY: thirty-two bytes are 256 bits, aligned to 32 bytes.
        unsafe { _mm256_store_si256(out.0.as_mut_ptr().cast(), bytes) };
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_line(line: &Line) -> __m512i {
    // SAFETY: a line is 512 bits, aligned to 64 bytes.
    unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_sums(sums: &[i32; 16]) -> __m512i {
    // SAFETY: sixteen numbers of 32 bits are 512 bits; the load needs no alignment.
    unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_sums(sums: &mut [i32; 16], value: __m512i) {
    // SAFETY: as for `load_sums`, and the numbers are borrowed for writing.
    unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_weights(weights: &[[i16; 2]; 16]) -> __m512i {
    // SAFETY: sixteen pairs of 16 bits are 512 bits; the load needs no alignment.
    unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn second(values: &[Products], layers: &Layers) -> [i32; SECOND] {
    // Eight sums beside each other, as a product is long in coming.
    let mut sums = [_mm512_setzero_si512(); 8];
    for (values, lines) in values.iter().zip(layers.second.as_chunks::<8>().0) {
        for ((sum, values), line) in sums.iter_mut().zip(values.0.as_chunks().0).zip(lines) {
            let values = _mm512_set1_epi32(i32::from_le_bytes(*values));
            *sum = _mm512_dpbusd_epi32(*sum, values, load_line(line));
        }
    }
    let mut neurons = layers.second_biases;
    let mut total = load_sums(&neurons);
    for sum in sums {
        total = _mm512_add_epi32(total, sum);
    }
    store_sums(&mut neurons, activate(total));
    neurons
}

/// As `Layers::activate`.
#[inline]
#[target_feature(enable = "avx512f")]
fn activate(sums: __m512i) -> __m512i {
    let within = _mm512_min_epi32(_mm512_max_epi32(sums, _mm512_set1_epi32(-SUM)), _mm512_set1_epi32(SUM));
    let clipped = _mm512_srli_epi32::<1>(_mm512_max_epi32(within, _mm512_setzero_si512()));
    let squared = _mm512_srli_epi32::<14>(_mm512_mullo_epi32(within, within));
    _mm512_or_si512(clipped, _mm512_slli_epi32::<16>(squared))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn last(values: &[i32; SECOND], layers: &Layers) -> i32 {
    let mut sums = [_mm512_setzero_si512(); THIRD / 16];
    for (sum, biases) in sums.iter_mut().zip(layers.third_biases.as_chunks().0) {
        *sum = load_sums(biases);
    }
    for (value, row) in values.iter().zip(&layers.third) {
        let values = _mm512_set1_epi32(*value);
        for (sum, weights) in sums.iter_mut().zip(row.as_chunks().0) {
            *sum = _mm512_dpwssd_epi32(*sum, values, load_weights(weights));
        }
    }
    let mut score = _mm512_setzero_si512();
    for (sum, weights) in sums.into_iter().zip(layers.output.as_chunks().0) {
        let value = _mm512_max_epi32(_mm512_srai_epi32::<10>(sum), _mm512_setzero_si512());
        let value = _mm512_min_epi32(value, _mm512_set1_epi32(VALUE));
        let squared = _mm512_srli_epi32::<12>(_mm512_mullo_epi32(value, value));
        score = _mm512_add_epi32(score, _mm512_mullo_epi32(squared, load_sums(weights)));
    }
    layers.output_bias + _mm512_reduce_add_epi32(score)
}
