//! The inner loops, once in plain Rust and once for each family of vector instructions.
//!
//! All give the same integers. [`Kernel::best`] asks the processor once, so that one binary runs everywhere.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;

use crate::block::Block;
use core::fmt;

/// A way to do the arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// Plain Rust: the truth that the others are measured by.
    Scalar,
    /// 256-bit vectors of x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit vectors of x86-64, with VNNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 128-bit vectors of 64-bit ARM.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Dispatches one call to the kernel's own function. A kernel other than `Scalar` is made only by `available`, after the
/// processor has said that it has the instructions.
macro_rules! dispatch {
    ($kernel:expr, $function:ident($($argument:expr),*)) => {
        match $kernel {
            Kernel::Scalar => scalar::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, or this kernel would not exist.
            Kernel::Avx2 => unsafe { avx2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX-512 F, BW and VNNI, or this kernel would not exist.
            Kernel::Avx512 => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: every 64-bit ARM processor has NEON.
            Kernel::Neon => unsafe { neon::$function($($argument),*) },
        }
    };
}

#[allow(unsafe_code)]
impl Kernel {
    /// Those that this processor can run, the plainest first.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut kernels = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self::Avx2);
            }
            let has_512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            if has_512 && is_x86_feature_detected!("avx512vnni") {
                kernels.push(Self::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        kernels.push(Self::Neon);
        kernels
    }

    /// The fastest that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Scalar)
    }

    /// `out = from - removed + placed`, row by row. All slices have the same length.
    #[inline(always)]
    pub(crate) fn update(self, from: &[Block], removed: &[&[Block]], placed: &[&[Block]], out: &mut [Block]) {
        dispatch!(self, update(from, removed, placed, out))
    }

    /// The sum of `clamp(sum, 0, limit)^2 * weight`. Both slices have the same length.
    #[inline(always)]
    pub(crate) fn dot(self, sums: &[Block], weights: &[Block], limit: i16) -> i64 {
        dispatch!(self, dot(sums, weights, limit))
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon => "NEON",
        })
    }
}
