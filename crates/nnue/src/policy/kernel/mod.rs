//! The inner loops of the policy network, in plain Rust and for vector instructions. All give the same integers.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;

use crate::Kernel;
use crate::block::Line;
#[cfg(target_arch = "x86_64")]
use crate::kernel::Instructions;

/// What 1.0 is in the hidden layer.
pub(super) const ONE: i32 = 128;
/// The most that a neuron holds before its half is multiplied.
const LIMIT: i16 = 127;

/// Adds rows of weights to sums. Every row has as many weights as there are sums, a multiple of 128.
#[inline]
#[allow(unsafe_code)]
pub(super) fn add(kernel: Kernel, rows: &[&[Line]], sums: &mut [i16]) {
    match kernel.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel proves that the processor has its instructions, here AVX2.
        Instructions::Avx2 => unsafe { avx2::add(rows, sums) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel proves that the processor has its instructions, here AVX-512 F, BW and VNNI.
        Instructions::Avx512 => unsafe { avx512::add(rows, sums) },
        _ => scalar::add(rows, sums),
    }
}

/// The dot product of the hidden layer, none of it above 127, with a row of as many weights.
#[inline]
#[allow(unsafe_code)]
pub(super) fn dot(kernel: Kernel, hidden: &[u8], row: &[Line]) -> i32 {
    match kernel.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel proves that the processor has its instructions, here AVX2.
        Instructions::Avx2 => unsafe { avx2::dot(hidden, row) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel proves that the processor has its instructions, here AVX-512 F, BW and VNNI.
        Instructions::Avx512 => unsafe { avx512::dot(hidden, row) },
        _ => scalar::dot(hidden, row),
    }
}

/// Clips both halves of the sums and multiplies them with each other. The compiler makes vectors of this by itself.
pub(super) fn multiply_halves(sums: &[i16], out: &mut [u8]) {
    let (left, right) = sums.split_at(sums.len() / 2);
    for ((out, left), right) in out.iter_mut().zip(left).zip(right) {
        let product = (*left).clamp(0, LIMIT) * (*right).clamp(0, LIMIT);
        *out = (product >> 7) as u8;
    }
}
