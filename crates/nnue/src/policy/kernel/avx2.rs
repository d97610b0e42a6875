//! 256-bit vectors: a line of weights is two of them.

#![allow(unsafe_code)]

use super::Line;
use core::arch::x86_64::*;

/// Sums that are held in registers at once.
const CHUNK: usize = 64;

#[target_feature(enable = "avx2")]
pub(super) fn add(rows: &[&[Line]], sums: &mut [i16]) {
    for (index, sums) in sums.as_chunks_mut::<CHUNK>().0.iter_mut().enumerate() {
        let start: *mut __m256i = sums.as_mut_ptr().cast();
        // SAFETY: a chunk is four vectors of sixteen numbers; unaligned loads and stores stay inside it.
        let mut held: [__m256i; 4] =
            core::array::from_fn(|part| unsafe { _mm256_loadu_si256(start.add(part)) });
        for row in rows {
            let weights: *const __m128i = row[index].0.as_ptr().cast();
            for (part, held) in held.iter_mut().enumerate() {
                // SAFETY: a line is four times sixteen weights, aligned to 64 bytes.
                let weights = unsafe { _mm_load_si128(weights.add(part)) };
                *held = _mm256_add_epi16(*held, _mm256_cvtepi8_epi16(weights));
            }
        }
        for (part, held) in held.into_iter().enumerate() {
            // SAFETY: as for the load.
            unsafe { _mm256_storeu_si256(start.add(part), held) };
        }
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn dot(hidden: &[u8], row: &[Line]) -> i32 {
    let ones = _mm256_set1_epi16(1);
    let mut total = _mm256_setzero_si256();
    for (values, weights) in hidden.as_chunks::<{ Line::LENGTH }>().0.iter().zip(row) {
        for half in 0..2 {
            // SAFETY: both are 64 bytes, read as two vectors of 32; a line is aligned, the values need not be.
            let (values, weights) = unsafe {
                let values = _mm256_loadu_si256(values.as_ptr().cast::<__m256i>().add(half));
                (values, _mm256_load_si256(weights.0.as_ptr().cast::<__m256i>().add(half)))
            };
            // Values of 127 at most: two products fit sixteen bits, so that nothing saturates.
            let pairs = _mm256_maddubs_epi16(values, weights);
            total = _mm256_add_epi32(total, _mm256_madd_epi16(pairs, ones));
        }
    }
    let mut lanes = [0i32; 8];
    // SAFETY: eight numbers of 32 bits are 256 bits; the store needs no alignment.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), total) };
    lanes.into_iter().sum()
}
