//! 512-bit vectors: a line of weights is one of them.

#![allow(unsafe_code)]

use crate::block::Line;
use core::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
fn load_sums(sums: &[i16; 32]) -> __m512i {
    // SAFETY: thirty-two numbers of 16 bits are 512 bits; the load needs no alignment.
    unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_sums(sums: &mut [i16; 32], value: __m512i) {
    // SAFETY: as for `load_sums`, and the numbers are borrowed for writing.
    unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), value) }
}

/// Thirty-two weights as numbers of 16 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn widen(weights: &[i8; 32]) -> __m512i {
    // SAFETY: thirty-two bytes are 256 bits; the load needs no alignment.
    _mm512_cvtepi8_epi16(unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_weights(line: &Line) -> __m512i {
    // SAFETY: a line is 512 bits, aligned to 64 bytes.
    unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_values(values: &[u8; Line::LENGTH]) -> __m512i {
    // SAFETY: sixty-four bytes are 512 bits; the load needs no alignment.
    unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn add(rows: &[&[Line]], sums: &mut [i16]) {
    for (index, sums) in sums.as_chunks_mut::<{ Line::LENGTH }>().0.iter_mut().enumerate() {
        let sums = sums.as_chunks_mut::<32>().0;
        let mut held = [_mm512_setzero_si512(); 2];
        for (held, sums) in held.iter_mut().zip(sums.iter()) {
            *held = load_sums(sums);
        }
        for row in rows {
            for (held, weights) in held.iter_mut().zip(row[index].0.as_chunks::<32>().0) {
                *held = _mm512_add_epi16(*held, widen(weights));
            }
        }
        for (held, sums) in held.into_iter().zip(sums) {
            store_sums(sums, held);
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn dot(hidden: &[u8], row: &[Line]) -> i32 {
    let mut total = _mm512_setzero_si512();
    for (values, line) in hidden.as_chunks().0.iter().zip(row) {
        total = _mm512_dpbusd_epi32(total, load_values(values), load_weights(line));
    }
    _mm512_reduce_add_epi32(total)
}
