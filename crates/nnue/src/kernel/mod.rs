//! The inner loops, once in plain Rust and once for each family of vector instructions.
//!
//! All give the same integers. [`Kernel::best`] asks the processor once, so that one binary runs everywhere.

#[macro_use]
mod layers;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
#[macro_use]
mod rows;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

use crate::block::Block;
use crate::layers::Layers;
use core::fmt;

/// A way to do the arithmetic that this processor has. Only [`Kernel::available`] and [`Kernel::best`] give others than
/// [`Kernel::SCALAR`], so that holding one proves that its instructions can be run.
///
/// ```compile_fail
/// let unproven = vernier_nnue::Kernel::Avx512;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel(Instructions);

/// The instructions of a kernel. Its values alone prove nothing, so that it is not seen outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instructions {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// With VNNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// Dispatches one call to the kernel's own function.
macro_rules! dispatch {
    ($kernel:expr, $function:ident$(::<$flag:ident>)?($($argument:expr),*)) => {
        match $kernel.0 {
            Instructions::Scalar => scalar::$function$(::<$flag>)?($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every x86-64 processor has SSE2.
            Instructions::Sse2 => unsafe { sse2::$function$(::<$flag>)?($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` makes this kernel only where the processor has AVX2.
            Instructions::Avx2 => unsafe { avx2::$function$(::<$flag>)?($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` makes this kernel only where the processor has AVX-512 F, BW and VNNI.
            Instructions::Avx512 => unsafe { avx512::$function$(::<$flag>)?($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: every 64-bit ARM processor has NEON.
            Instructions::Neon => unsafe { neon::$function$(::<$flag>)?($($argument),*) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => simd128::$function$(::<$flag>)?($($argument),*),
        }
    };
}

#[allow(unsafe_code)]
impl Kernel {
    /// Plain Rust: the truth that the others are measured by.
    pub const SCALAR: Self = Self(Instructions::Scalar);

    /// Those that this processor can run, the plainest first.
    ///
    /// ```
    /// use vernier_nnue::Kernel;
    /// assert_eq!(Kernel::available()[0], Kernel::SCALAR);
    /// assert_eq!(Kernel::available().last(), Some(&Kernel::best()));
    /// ```
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut kernels = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            kernels.push(Self(Instructions::Sse2));
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self(Instructions::Avx2));
            }
            let has_512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            if has_512 && is_x86_feature_detected!("avx512vnni") {
                kernels.push(Self(Instructions::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        kernels.push(Self(Instructions::Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        kernels.push(Self(Instructions::Simd128));
        kernels
    }

    /// The fastest that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::SCALAR)
    }

    /// Its instructions, which the processor has.
    #[inline(always)]
    pub(crate) const fn instructions(self) -> Instructions {
        self.0
    }

    /// `out = from - removed + placed`, row by row. All slices have the same length.
    #[inline(always)]
    pub(crate) fn update(self, from: &[Block], removed: &[&[Block]], placed: &[&[Block]], out: &mut [Block]) {
        // Nearly all moves take off one or two pieces and put one on; castling puts two on.
        match (removed, placed) {
            (&[a], &[b]) => dispatch!(self, exchange(from, [a], [b], out)),
            (&[a, b], &[c]) => dispatch!(self, exchange(from, [a, b], [c], out)),
            (&[a, b], &[c, d]) => dispatch!(self, exchange(from, [a, b], [c, d], out)),
            _ => dispatch!(self, update(from, removed, placed, out)),
        }
    }

    /// The sum of `value * weight`, or of `value^2 * weight`, where `value = clamp(sum, 0, limit)`. Both slices have the
    /// same length, of 1024 numbers at most; to be squared, `limit * weight` must fit sixteen bits.
    #[inline(always)]
    pub(crate) fn dot<const SQUARED: bool>(self, sums: &[Block], weights: &[Block], limit: i16) -> i64 {
        dispatch!(self, dot::<SQUARED>(sums, weights, limit))
    }

    /// What the layers of a bucket say of the sums of the mover's view and the opponent's.
    #[inline(always)]
    pub(crate) fn layers(self, views: [&[Block]; 2], layers: &Layers) -> i32 {
        dispatch!(self, layers(views, layers))
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Instructions::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Instructions::Sse2 => "SSE2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => "NEON",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => "SIMD128",
        })
    }
}
