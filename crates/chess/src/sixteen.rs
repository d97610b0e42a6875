//! Sixteen bytes, asked together: text, or what stands on two ranks. Every answer is a set: bit *n* stands for byte *n*.

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Sixteen bytes in a vector, which every processor of this kind has.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Sixteen(__m128i);

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Sixteen {
    #[inline(always)]
    pub(crate) fn of(bytes: &[u8; 16]) -> Self {
        // SAFETY: sixteen bytes are read, which are there; they need not be aligned.
        Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    /// The bytes that have a bit, for each of the four lowest bits, from the fourth down to the first.
    #[inline(always)]
    pub(crate) fn low_bits(self) -> [u32; 4] {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { low_bits(self.0) }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[allow(unsafe_code)]
impl Sixteen {
    /// The bytes that are `byte`.
    #[inline(always)]
    pub(crate) fn equal(self, byte: u8) -> u32 {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { equal(self.0, byte) }
    }

    /// The bytes with one of the `count` values from `first` on.
    #[inline(always)]
    pub(crate) fn within(self, first: u8, count: u8) -> u32 {
        // SAFETY: as above.
        unsafe { within(self.0, first, count) }
    }

    /// The bytes that are letters of either case.
    #[inline(always)]
    fn letters(self) -> u32 {
        // SAFETY: as above.
        unsafe { letters(self.0) }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn low_bits(bytes: __m128i) -> [u32; 4] {
    // The highest bit of each byte is what can be asked for; a sum with itself moves the next one there.
    let fourth = _mm_slli_epi16::<4>(bytes);
    let third = _mm_add_epi8(fourth, fourth);
    let second = _mm_add_epi8(third, third);
    let first = _mm_add_epi8(second, second);
    [fourth, third, second, first].map(|bits| _mm_movemask_epi8(bits) as u32)
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
#[target_feature(enable = "sse2")]
fn equal(bytes: __m128i, byte: u8) -> u32 {
    _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8))) as u32
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
#[target_feature(enable = "sse2")]
fn within(bytes: __m128i, first: u8, count: u8) -> u32 {
    let from_zero = _mm_sub_epi8(bytes, _mm_set1_epi8(first as i8));
    let least = _mm_min_epu8(from_zero, _mm_set1_epi8(count as i8 - 1));
    _mm_movemask_epi8(_mm_cmpeq_epi8(least, from_zero)) as u32
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
#[target_feature(enable = "sse2")]
fn letters(bytes: __m128i) -> u32 {
    within(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), b'a', 26)
}

/// Sixteen bytes.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(crate) struct Sixteen<'a>(&'a [u8; 16]);

#[cfg(not(target_arch = "x86_64"))]
impl<'a> Sixteen<'a> {
    #[inline(always)]
    pub(crate) fn of(bytes: &'a [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes that have a bit, for each of the four lowest bits, from the fourth down to the first.
    #[inline(always)]
    pub(crate) fn low_bits(self) -> [u32; 4] {
        let (halves, _) = self.0.as_chunks::<8>();
        [3, 2, 1, 0].map(|bit| {
            halves.iter().rev().fold(0, |set, half| {
                // Each byte keeps one bit; the product gathers them in the highest byte.
                let bits = u64::from_le_bytes(*half) >> bit & 0x0101_0101_0101_0101;
                set << 8 | (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
            })
        })
    }
}

#[cfg(all(not(target_arch = "x86_64"), feature = "std"))]
impl Sixteen<'_> {
    /// The bytes that pass.
    #[inline(always)]
    fn each(self, passes: impl Fn(u8) -> bool) -> u32 {
        self.0.iter().rev().fold(0, |set, byte| set << 1 | u32::from(passes(*byte)))
    }

    /// The bytes that are `byte`.
    #[inline(always)]
    pub(crate) fn equal(self, byte: u8) -> u32 {
        self.each(|other| other == byte)
    }

    /// The bytes with one of the `count` values from `first` on.
    #[inline(always)]
    pub(crate) fn within(self, first: u8, count: u8) -> u32 {
        self.each(|byte| byte.wrapping_sub(first) < count)
    }

    /// The bytes that are letters of either case.
    #[inline(always)]
    fn letters(self) -> u32 {
        self.each(|byte| byte.is_ascii_alphabetic())
    }
}

#[cfg(feature = "std")]
macro_rules! common {
    ($name:ty) => {
        impl $name {
            /// The bytes that are parts of moves and of numbers, or spaces between them: letters, digits and ` .+#=`.
            #[inline(always)]
            pub(crate) fn words(self) -> u32 {
                let signs = self.equal(b' ') | self.equal(b'.') | self.equal(b'+');
                self.letters() | self.within(b'0', 10) | signs | self.equal(b'#') | self.equal(b'=')
            }
        }
    };
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
common!(Sixteen);
#[cfg(all(not(target_arch = "x86_64"), feature = "std"))]
common!(Sixteen<'_>);
