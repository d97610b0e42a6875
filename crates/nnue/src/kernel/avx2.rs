//! 256-bit vectors: a block is two of them.

#![allow(unsafe_code)]

use super::layers::{Products, Values, halves};
use crate::block::{Block, Line};
use crate::layers::{Layers, SECOND, SUM, THIRD, VALUE};
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

layers!(
    #[target_feature(enable = "avx2")]
);

#[inline]
#[target_feature(enable = "avx2")]
fn multiply_halves(sums: &[Block], out: &mut [Products]) {
    let (zero, limit) = (_mm256_setzero_si256(), _mm256_set1_epi16(255));
    let (left, right) = halves(sums);
    for ((out, left), right) in out.iter_mut().zip(left).zip(right) {
        let mut products = [zero; 2];
        for (product, start) in products.iter_mut().zip(HALVES) {
            let left = _mm256_min_epi16(_mm256_max_epi16(load(left, start), zero), limit);
            let right = _mm256_min_epi16(_mm256_max_epi16(load(right, start), zero), limit);
            // The upper half of the product of a number shifted by seven bits: the product without its lowest nine.
            *product = _mm256_mulhi_epi16(_mm256_slli_epi16::<7>(left), right);
        }
        // Packing works within halves of vectors; the quarters are put in order afterwards.
        let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(products[0], products[1]));
        // SAFETY: thirty-two bytes are 256 bits, aligned to 32 bytes.
        unsafe { _mm256_store_si256(out.0.as_mut_ptr().cast(), packed) };
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_sums(sums: &[i32; 8]) -> __m256i {
    // SAFETY: eight numbers of 32 bits are 256 bits; the load needs no alignment.
    unsafe { _mm256_loadu_si256(sums.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_sums(sums: &mut [i32; 8], value: __m256i) {
    // SAFETY: as for `load_sums`, and the numbers are borrowed for writing.
    unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), value) }
}

/// The weights to eight neurons.
#[inline]
#[target_feature(enable = "avx2")]
fn load_weights(line: &Line, half: usize) -> __m256i {
    // SAFETY: thirty-two bytes from 0 or 32 lie inside the sixty-four of a line, which is aligned to 64 bytes.
    unsafe { _mm256_load_si256(line.0[32 * half..][..32].as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn second(values: &[Products], layers: &Layers) -> [i32; SECOND] {
    let ones = _mm256_set1_epi16(1);
    // Two sums of each half beside each other, as a product is long in coming.
    let mut sums = [[_mm256_setzero_si256(); 2]; 2];
    for (values, lines) in values.iter().zip(layers.second.as_chunks::<8>().0) {
        for (index, (values, line)) in values.0.as_chunks().0.iter().zip(lines).enumerate() {
            let sums = &mut sums[index % 2];
            let values = _mm256_set1_epi32(i32::from_le_bytes(*values));
            for (half, sum) in sums.iter_mut().enumerate() {
                // Values of 127 at most: two products fit sixteen bits, so that nothing saturates.
                let pairs = _mm256_maddubs_epi16(values, load_weights(line, half));
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
    }
    let mut lanes = layers.second_biases;
    for (half, lanes) in lanes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let sum = _mm256_add_epi32(sums[0][half], sums[1][half]);
        store_sums(lanes, activate(_mm256_add_epi32(sum, load_sums(lanes))));
    }
    lanes
}

/// As `Layers::activate`.
#[inline]
#[target_feature(enable = "avx2")]
fn activate(sums: __m256i) -> __m256i {
    let within = _mm256_min_epi32(_mm256_max_epi32(sums, _mm256_set1_epi32(-SUM)), _mm256_set1_epi32(SUM));
    let clipped = _mm256_srli_epi32::<1>(_mm256_max_epi32(within, _mm256_setzero_si256()));
    let squared = _mm256_srli_epi32::<14>(_mm256_mullo_epi32(within, within));
    _mm256_or_si256(clipped, _mm256_slli_epi32::<16>(squared))
}

#[inline]
#[target_feature(enable = "avx2")]
fn last(values: &[i32; SECOND], layers: &Layers) -> i32 {
    let mut sums = [_mm256_setzero_si256(); THIRD / 8];
    for (sum, biases) in sums.iter_mut().zip(layers.third_biases.as_chunks().0) {
        *sum = load_sums(biases);
    }
    for (value, row) in values.iter().zip(&layers.third) {
        let values = _mm256_set1_epi32(*value);
        for (sum, weights) in sums.iter_mut().zip(row.as_chunks::<8>().0) {
            // SAFETY: eight pairs of 16 bits are 256 bits; the load needs no alignment.
            let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(values, weights));
        }
    }
    let mut score = _mm256_setzero_si256();
    for (sum, weights) in sums.into_iter().zip(layers.output.as_chunks().0) {
        let value = _mm256_max_epi32(_mm256_srai_epi32::<10>(sum), _mm256_setzero_si256());
        let value = _mm256_min_epi32(value, _mm256_set1_epi32(VALUE));
        let squared = _mm256_srli_epi32::<12>(_mm256_mullo_epi32(value, value));
        score = _mm256_add_epi32(score, _mm256_mullo_epi32(squared, load_sums(weights)));
    }
    let mut lanes = [0; 8];
    store_sums(&mut lanes, score);
    layers.output_bias + lanes.into_iter().sum::<i32>()
}
