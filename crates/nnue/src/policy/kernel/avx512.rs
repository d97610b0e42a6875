//! 512-bit vectors: a line of weights is one of them.

#![allow(unsafe_code)]

use super::Line;
use core::arch::x86_64::*;

/// Sums that are held in registers at once.
const CHUNK: usize = 64;

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn add(rows: &[&[Line]], sums: &mut [i16]) {
    for (index, sums) in sums.as_chunks_mut::<CHUNK>().0.iter_mut().enumerate() {
        let start: *mut __m512i = sums.as_mut_ptr().cast();
        // SAFETY: a chunk is two vectors of thirty-two numbers; unaligned loads and stores stay inside it.
        let mut held: [__m512i; 2] =
            core::array::from_fn(|part| unsafe { _mm512_loadu_si512(start.add(part)) });
        for row in rows {
            let weights: *const __m256i = row[index].0.as_ptr().cast();
            for (part, held) in held.iter_mut().enumerate() {
                // SAFETY: a line is twice thirty-two weights, aligned to 64 bytes.
                let weights = unsafe { _mm256_load_si256(weights.add(part)) };
                *held = _mm512_add_epi16(*held, _mm512_cvtepi8_epi16(weights));
            }
        }
        for (part, held) in held.into_iter().enumerate() {
            // SAFETY: as for the load.
            unsafe { _mm512_storeu_si512(start.add(part), held) };
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn dot(hidden: &[u8], row: &[Line]) -> i32 {
    let mut total = _mm512_setzero_si512();
    for (values, weights) in hidden.as_chunks::<{ Line::LENGTH }>().0.iter().zip(row) {
        // SAFETY: both are 64 bytes; a line is aligned, the values need not be.
        let (values, weights) = unsafe {
            (_mm512_loadu_si512(values.as_ptr().cast()), _mm512_load_si512(weights.0.as_ptr().cast()))
        };
        total = _mm512_dpbusd_epi32(total, values, weights);
    }
    _mm512_reduce_add_epi32(total)
}
