//! 256-bit vectors: a line of weights is two of them.

#![allow(unsafe_code)]

use crate::block::Line;
use core::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx2")]
fn load_sums(sums: &[i16; 16]) -> __m256i {
    // SAFETY: sixteen numbers of 16 bits are 256 bits; the load needs no alignment.
    unsafe { _mm256_loadu_si256(sums.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_sums(sums: &mut [i16; 16], value: __m256i) {
    // SAFETY: as for `load_sums`, and the numbers are borrowed for writing.
    unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), value) }
}

/// Sixteen weights as numbers of 16 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn widen(weights: &[i8; 16]) -> __m256i {
    // SAFETY: sixteen bytes are 128 bits; the load needs no alignment.
    _mm256_cvtepi8_epi16(unsafe { _mm_loadu_si128(weights.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_weights(weights: &[i8; 32]) -> __m256i {
    // SAFETY: thirty-two bytes are 256 bits; the load needs no alignment.
    unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_values(values: &[u8; 32]) -> __m256i {
    // SAFETY: as for `load_weights`.
    unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
pub(super) fn add(rows: &[&[Line]], sums: &mut [i16]) {
    for (index, sums) in sums.as_chunks_mut::<{ Line::LENGTH }>().0.iter_mut().enumerate() {
        let sums = sums.as_chunks_mut::<16>().0;
        let mut held = [_mm256_setzero_si256(); 4];
        for (held, sums) in held.iter_mut().zip(sums.iter()) {
            *held = load_sums(sums);
        }
        for row in rows {
            for (held, weights) in held.iter_mut().zip(row[index].0.as_chunks::<16>().0) {
                *held = _mm256_add_epi16(*held, widen(weights));
            }
        }
        for (held, sums) in held.into_iter().zip(sums) {
            store_sums(sums, held);
        }
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn dot(hidden: &[u8], row: &[Line]) -> i32 {
    let ones = _mm256_set1_epi16(1);
    let mut total = _mm256_setzero_si256();
    for (values, line) in hidden.as_chunks::<{ Line::LENGTH }>().0.iter().zip(row) {
        for (values, weights) in values.as_chunks().0.iter().zip(line.0.as_chunks().0) {
            // Values of 127 at most: two products fit sixteen bits, so that nothing saturates.
            let pairs = _mm256_maddubs_epi16(load_values(values), load_weights(weights));
            total = _mm256_add_epi32(total, _mm256_madd_epi16(pairs, ones));
        }
    }
    let mut lanes = [0i32; 8];
    // SAFETY: eight numbers of 32 bits are 256 bits; the store needs no alignment.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), total) };
    lanes.into_iter().sum()
}
