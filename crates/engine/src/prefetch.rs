//! Memory asked for ahead of its use.

/// Has the cache line of a value fetched while other work is done. Only a hint: nothing waits for it, unlike a read, which
/// holds up what comes after it once the processor can look no further ahead.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(value: &T) {
    let address = core::ptr::from_ref(value);
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has this hint, which reads nothing and never faults.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: every 64-bit ARM processor has this hint, which changes nothing that the program sees and never faults.
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}
